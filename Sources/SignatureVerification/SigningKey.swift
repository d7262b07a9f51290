/// The public key of a leaf certificate whose path was verified, with the seconds in which the path is valid.
///
/// The window belongs to the key: a verdict on a certificate path cannot be kept without it, and every record is
/// held against it anew. Carries bytes only, so workers share keys without sharing an OpenSSL object.
package final class SigningKey: Sendable {
    /// The leaf's P-256 public key.
    package let publicKey: ECPublicKey
    /// The seconds in which leaf, intermediate and anchor are all valid.
    package let window: ValidityWindow
    /// The leaf's serial number in lower-case hexadecimal.
    package let leafSerial: String

    /// The key's table for the batch kernels.
    let table: GrowingTable

    /// A verified key; only chain verification and tests make one.
    package init(publicKey: ECPublicKey, window: ValidityWindow, leafSerial: String) {
        self.publicKey = publicKey
        self.window = window
        self.leafSerial = leafSerial
        table = GrowingTable(point: Array(publicKey.coordinates))
    }

    /// True if the path was valid at this instant, floored to the second.
    package func covers(instantMilliseconds: Int64) -> Bool {
        let (quotient, remainder) = instantMilliseconds.quotientAndRemainder(dividingBy: 1000)
        return window.contains(second: remainder < 0 ? quotient - 1 : quotient)
    }

    /// True if the path was valid at some instant.
    package var hasAnyInstant: Bool { !window.isEmpty }
}
