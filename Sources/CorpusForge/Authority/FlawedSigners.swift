import Synchronization

/// Signers under flawed chains, made once for each leaf and flaw: the authorities' P-384 keys take milliseconds.
package final class FlawedSigners: Sendable {
    private struct Key: Hashable {
        let serial: Int64
        let flaw: ChainFlaw
    }

    private let authority: TestAuthority
    private let made = Mutex<[Key: JWSSigner]>([:])

    /// No signers yet; all will belong to the authority but for their flaw.
    package init(_ authority: TestAuthority) {
        self.authority = authority
    }

    /// The signer of a leaf, told by its serial number, with a flaw.
    package func signer(_ leaf: CertificateRecipe, with flaw: ChainFlaw) throws -> JWSSigner {
        try made.withLock { made in
            let key = Key(serial: leaf.serial, flaw: flaw)
            if let signer = made[key] { return signer }
            let signer = try authority.signer(leaf, with: flaw)
            made[key] = signer
            return signer
        }
    }
}
