internal import COpenSSL

/// The signature on a certificate, apart from the question whose it is.
package struct CertificateSignature: Sendable {
    /// The hash functions that certificates here are signed with.
    package enum Hash: Sendable {
        case sha256
        case sha384
    }

    /// The hash that is signed.
    package let hash: Hash
    /// The signed bytes.
    package let covered: ArraySlice<UInt8>
    /// The ECDSA-Sig-Value, which must be strict DER.
    package let value: [UInt8]

    /// A signature from its parts.
    package init(hash: Hash, covered: ArraySlice<UInt8>, value: [UInt8]) {
        self.hash = hash
        self.covered = covered
        self.value = value
    }

    /// True if this key made the signature.
    package func verifies(under key: PreparedKey) -> Bool {
        key.verifies(signature: value.span, digest: digest.span)
    }

    private var digest: [UInt8] {
        // Safe: OpenSSL reads the covered bytes during the call and writes at most 64 bytes.
        unsafe covered.withUnsafeBufferPointer { covered in
            unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
                var size: UInt32 = 0
                let algorithm = unsafe hash == .sha256 ? EVP_sha256() : EVP_sha384()
                let hashed = unsafe EVP_Digest(
                    covered.baseAddress,
                    covered.count,
                    buffer.baseAddress,
                    &size,
                    algorithm,
                    nil
                )
                precondition(hashed == 1, "hashing failed")
                count = Int(size)
            }
        }
    }
}
