internal import COpenSSL

/// The ECDSA-Sig-Value of X.509 and of the published vectors.
enum ECDSAValue {
    /// r and s, if the bytes are strict DER of two numbers from 0 to 2^256 - 1.
    static func numbers(_ der: [UInt8]) -> (r: [UInt8], s: [UInt8])? {
        // Safe: OpenSSL reads within the buffer during the call.
        let parsed = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, buffer.count)
        }
        defer { unsafe ECDSA_SIG_free(parsed) }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            return nil
        }
        let r = unsafe ECDSA_SIG_get0_r(parsed)
        let s = unsafe ECDSA_SIG_get0_s(parsed)
        guard unsafe BN_is_negative(r) == 0 && BN_num_bits(r) <= 256 else { return nil }
        guard unsafe BN_is_negative(s) == 0 && BN_num_bits(s) <= 256 else { return nil }
        // Safe: the buffer has the size that the first call asked for.
        let canonical = unsafe [UInt8](unsafeUninitializedCapacity: Int(i2d_ECDSA_SIG(parsed, nil))) { buffer, count in
            var cursor = buffer.baseAddress
            count = Int(unsafe i2d_ECDSA_SIG(parsed, &cursor))
        }
        guard canonical == der else { return nil }
        return (unsafe bytes(r), unsafe bytes(s))
    }

    private static func bytes(_ number: OpaquePointer?) -> [UInt8] {
        // Safe: the buffer has the room that the call is told.
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            count = Int(unsafe BN_bn2binpad(number, buffer.baseAddress, 32))
        }
    }
}

/// The hash of ES256.
enum Digest {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        // Safe: the buffer has the 32 bytes that are written.
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            unsafe SHA256(bytes, bytes.count, buffer.baseAddress)
            count = 32
        }
    }
}
