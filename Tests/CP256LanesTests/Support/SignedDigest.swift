/// What a kernel judges: a SHA-256 digest and a signature, r and s of 32 bytes each.
struct SignedDigest {
    var digest: [UInt8]
    var signature: [UInt8]

    init(digest: [UInt8], r: [UInt8], s: [UInt8]) {
        precondition(digest.count == 32 && r.count == 32 && s.count == 32)
        self.digest = digest
        signature = r + s
    }

    var r: [UInt8] {
        get { Array(signature[..<32]) }
        set { signature = newValue + signature[32...] }
    }

    var s: [UInt8] {
        get { Array(signature[32...]) }
        set { signature = signature[..<32] + newValue }
    }
}
