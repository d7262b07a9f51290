internal import COpenSSL

/// A key pair of OpenSSL, which signs and is the judge of what a kernel says.
@safe
final class ReferenceKey {
    /// The coordinates x and y of the public key.
    let point: [UInt8]
    private let key: OpaquePointer
    private let verification: OpaquePointer
    private let signing: OpaquePointer

    /// The key pair of a private key between 1 and the order less 1.
    convenience init(privateKey: BigNumber) {
        // The ECPrivateKey of RFC 5915 with the curve's name.
        let name: [UInt8] = [0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
        let der = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20] + privateKey.bytes + name
        // Safe: OpenSSL reads within the buffer during the call.
        let key = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &cursor, buffer.count)
        }
        unsafe self.init(owning: key)
    }

    /// A public key alone, from its SubjectPublicKeyInfo.
    convenience init(subjectPublicKeyInfo der: [UInt8]) {
        // Safe: OpenSSL reads within the buffer during the call.
        let key = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        unsafe self.init(owning: key)
    }

    /// A public key alone, from its coordinates x and y.
    convenience init(point: [UInt8]) {
        // SubjectPublicKeyInfo of RFC 5480: id-ecPublicKey, prime256v1, and the uncompressed point.
        let head: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
            0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
        ]
        self.init(subjectPublicKeyInfo: head + point)
    }

    /// The key for which u1 G + u2 Q is the point with this x coordinate and an even y; nil if there is no such point.
    ///
    /// Nobody knows its private key: Q is (the point - u1 G) / u2.
    convenience init?(x: BigNumber, u1: BigNumber, u2: BigNumber) {
        let point: [UInt8]? = unsafe withContext { context in
            let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
            defer { unsafe EC_GROUP_free(group) }
            let target = unsafe EC_POINT_new(group)
            defer { unsafe EC_POINT_free(target) }
            let key = unsafe EC_POINT_new(group)
            defer { unsafe EC_POINT_free(key) }
            let compressed = [0x02] + x.bytes
            let inverse = u2.inverse
            let baseFactor = BigNumber.order - u1.times(inverse)
            // The handles in the calls below do not keep the numbers alive.
            defer { withExtendedLifetime((inverse, baseFactor)) {} }
            guard unsafe EC_POINT_oct2point(group, target, compressed, compressed.count, context) == 1,
                unsafe EC_POINT_mul(group, key, baseFactor.handle, target, inverse.handle, context) == 1
            else {
                ERR_clear_error()
                return nil
            }
            // Safe: an uncompressed point has 65 bytes.
            return unsafe [UInt8](unsafeUninitializedCapacity: 65) { buffer, count in
                let form = POINT_CONVERSION_UNCOMPRESSED
                count = unsafe EC_POINT_point2oct(group, key, form, buffer.baseAddress, 65, context)
            }
        }
        guard let point else { return nil }
        self.init(point: Array(point.dropFirst()))
    }

    private init(owning key: OpaquePointer?) {
        guard let key = unsafe key, let verification = unsafe EVP_PKEY_CTX_new(key, nil),
            let signing = unsafe EVP_PKEY_CTX_new(key, nil),
            unsafe EVP_PKEY_verify_init(verification) == 1, unsafe EVP_PKEY_sign_init(signing) == 1
        else { preconditionFailure("OpenSSL does not take the key") }
        unsafe self.key = key
        unsafe self.verification = verification
        unsafe self.signing = signing
        // Safe: the buffer has the size that the first call asked for.
        let der = unsafe [UInt8](unsafeUninitializedCapacity: Int(i2d_PUBKEY(key, nil))) { buffer, count in
            var cursor = buffer.baseAddress
            count = Int(unsafe i2d_PUBKEY(key, &cursor))
        }
        point = Array(der.suffix(64))
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(signing)
        unsafe EVP_PKEY_CTX_free(verification)
        unsafe EVP_PKEY_free(key)
    }

    /// A good signature of the digest.
    func sign(_ digest: [UInt8]) -> SignedDigest {
        // Safe: 80 bytes hold any ECDSA-Sig-Value of this curve.
        let der = unsafe [UInt8](unsafeUninitializedCapacity: 80) { buffer, count in
            count = 80
            let signed = unsafe EVP_PKEY_sign(signing, buffer.baseAddress, &count, digest, digest.count)
            precondition(signed == 1, "OpenSSL does not sign")
        }
        guard let (r, s) = ECDSAValue.numbers(der) else { preconditionFailure("OpenSSL's signature is not DER") }
        return SignedDigest(digest: digest, r: r, s: s)
    }

    /// What OpenSSL says of the signature.
    func verifies(_ signed: SignedDigest) -> Bool {
        guard let parsed = unsafe ECDSA_SIG_new() else { preconditionFailure("no memory") }
        defer { unsafe ECDSA_SIG_free(parsed) }
        let taken = unsafe ECDSA_SIG_set0(parsed, BN_bin2bn(signed.r, 32, nil), BN_bin2bn(signed.s, 32, nil))
        precondition(taken == 1)
        // Safe: 80 bytes hold any ECDSA-Sig-Value with numbers of 32 bytes.
        let der = unsafe [UInt8](unsafeUninitializedCapacity: 80) { buffer, count in
            var cursor = buffer.baseAddress
            count = Int(unsafe i2d_ECDSA_SIG(parsed, &cursor))
        }
        let status = unsafe EVP_PKEY_verify(verification, der, der.count, signed.digest, signed.digest.count)
        ERR_clear_error()
        return status == 1
    }

    /// A good signature whose verification multiplies the base point by `u1` and the key by `u2`.
    ///
    /// r is the x coordinate of that sum, s is r / u2, and the digest is u1 s. Nil if the sum has no coordinates.
    func signature(u1: BigNumber, u2: BigNumber) -> SignedDigest? {
        unsafe withContext { context in
            let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
            defer { unsafe EC_GROUP_free(group) }
            let own = unsafe EC_POINT_new(group)
            defer { unsafe EC_POINT_free(own) }
            let sum = unsafe EC_POINT_new(group)
            defer { unsafe EC_POINT_free(sum) }
            let x = BigNumber(0)
            let encoded = [0x04] + point
            guard unsafe EC_POINT_oct2point(group, own, encoded, encoded.count, context) == 1,
                unsafe EC_POINT_mul(group, sum, u1.handle, own, u2.handle, context) == 1,
                unsafe EC_POINT_is_at_infinity(group, sum) == 0,
                unsafe EC_POINT_get_affine_coordinates(group, sum, x.handle, nil, context) == 1
            else { return nil }
            let r = x.reduced
            let s = r.times(u2.inverse)
            return SignedDigest(digest: u1.times(s).bytes, r: r.bytes, s: s.bytes)
        }
    }
}
