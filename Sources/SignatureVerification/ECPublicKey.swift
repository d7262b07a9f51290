internal import COpenSSL

/// An elliptic-curve public key on one of the two curves of App Store certificates, as its SubjectPublicKeyInfo.
///
/// Named curve and uncompressed point only (RFC 5480): any other encoding of a key is not taken.
package struct ECPublicKey: Sendable, Hashable {
    /// The curves.
    package enum Curve: Sendable, Hashable {
        case p256
        case p384
    }

    /// The key's curve.
    package let curve: Curve
    /// The SubjectPublicKeyInfo in DER.
    package let subjectPublicKeyInfo: [UInt8]

    /// Reads the fixed DER form of a SubjectPublicKeyInfo; nil for every other kind or encoding of a key.
    ///
    /// Whether the point lies on the curve is found out when the key is first used.
    package init?(subjectPublicKeyInfo der: [UInt8]) {
        if der.count == Self.p256Prefix.count + 64, der.starts(with: Self.p256Prefix) {
            curve = .p256
        } else if der.count == Self.p384Prefix.count + 96, der.starts(with: Self.p384Prefix) {
            curve = .p384
        } else {
            return nil
        }
        subjectPublicKeyInfo = der
    }

    /// A P-256 key from its two big-endian coordinates.
    ///
    /// - Precondition: both have 32 bytes.
    package init(p256X x: [UInt8], y: [UInt8]) {
        precondition(x.count == 32 && y.count == 32, "a P-256 coordinate has 32 bytes")
        curve = .p256
        subjectPublicKeyInfo = Self.p256Prefix + x + y
    }

    /// A P-384 key from its two big-endian coordinates.
    ///
    /// - Precondition: both have 48 bytes.
    package init(p384X x: [UInt8], y: [UInt8]) {
        precondition(x.count == 48 && y.count == 48, "a P-384 coordinate has 48 bytes")
        curve = .p384
        subjectPublicKeyInfo = Self.p384Prefix + x + y
    }

    /// The two coordinates, big endian, one behind the other: 64 bytes on P-256, 96 on P-384.
    package var coordinates: ArraySlice<UInt8> {
        subjectPublicKeyInfo.suffix(curve == .p256 ? 64 : 96)
    }

    /// The key identifier that authorities usually give a key: SHA-1 over its point (RFC 5280, 4.2.1.2, method 1).
    var identifier: [UInt8] {
        let point = [0x04] + coordinates
        var digest = [UInt8](repeating: 0, count: 20)
        // Safe: OpenSSL reads the point and writes the 20 bytes of a SHA-1 value during the call.
        let status = unsafe digest.withUnsafeMutableBufferPointer { output in
            unsafe EVP_Digest(point, point.count, output.baseAddress, nil, EVP_sha1(), nil)
        }
        precondition(status == 1, "SHA-1 is not available")
        return digest
    }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING { 04 ...
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, secp384r1 }, BIT STRING { 04 ...
    private static let p384Prefix: [UInt8] = [
        0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81, 0x04,
        0x00, 0x22, 0x03, 0x62, 0x00, 0x04,
    ]
}
