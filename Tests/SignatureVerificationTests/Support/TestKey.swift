internal import COpenSSL
import SignatureVerification

/// A fresh private key of the tests' own authority.
@safe
final class TestKey {
    let curve: ECPublicKey.Curve
    /// The public key's SubjectPublicKeyInfo in DER.
    let subjectPublicKeyInfo: [UInt8]
    private let key: OpaquePointer

    /// Makes a key; nil never happens with a working OpenSSL.
    init(_ curve: ECPublicKey.Curve) {
        self.curve = curve
        let context = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        let curveNumber = curve == .p256 ? NID_X9_62_prime256v1 : NID_secp384r1
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curveNumber) == 1,
            unsafe EVP_PKEY_generate(context, &made) == 1, let made = unsafe made
        else { preconditionFailure("OpenSSL made no key") }
        unsafe key = made
        // Safe: the buffer has the size that the first call asked for.
        subjectPublicKeyInfo = unsafe [UInt8](unsafeUninitializedCapacity: Int(i2d_PUBKEY(made, nil))) {
            buffer,
            count in
            var cursor = buffer.baseAddress
            count = Int(unsafe i2d_PUBKEY(made, &cursor))
        }
    }

    deinit {
        unsafe EVP_PKEY_free(key)
    }

    /// The ECDSA-Sig-Value in DER over the bytes, with the hash of the curve's size.
    func sign(_ bytes: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        let hash = unsafe curve == .p256 ? EVP_sha256() : EVP_sha384()
        guard unsafe EVP_DigestSignInit(context, nil, hash, nil, key) == 1 else {
            preconditionFailure("OpenSSL does not sign")
        }
        // Safe: 160 bytes hold any ECDSA-Sig-Value of these curves.
        return unsafe [UInt8](unsafeUninitializedCapacity: 160) { buffer, count in
            count = 160
            let signed = unsafe EVP_DigestSign(context, buffer.baseAddress, &count, bytes, bytes.count)
            precondition(signed == 1, "OpenSSL does not sign")
        }
    }
}
