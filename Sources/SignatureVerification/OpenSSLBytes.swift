internal import COpenSSL

/// Copies what OpenSSL's objects hold into arrays.
enum OpenSSLBytes {
    /// What an `i2d` function writes, nil if it fails; it is called once for the size and once for the bytes.
    static func encoded(
        with encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8]? {
        let size = Int(encode(nil))
        guard size > 0 else { return nil }
        // Safe: the buffer has the size the first call asked for.
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var cursor = buffer.baseAddress
            count = max(Int(unsafe encode(&cursor)), 0)
        }
    }

    /// The DER form of a name, empty without one.
    static func name(_ name: OpaquePointer?) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard let name = unsafe name, unsafe X509_NAME_get0_der(name, &start, &count) == 1 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The content of an ASN.1 string, nil without one.
    static func string(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8]? {
        guard let string = unsafe string else { return nil }
        let start = unsafe ASN1_STRING_get0_data(string)
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
    }
}
