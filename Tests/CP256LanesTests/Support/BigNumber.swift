internal import COpenSSL

/// A whole number of OpenSSL, for the sums that tests need around a signature; it never changes once it was made.
@safe
final class BigNumber: @unchecked Sendable {
    /// The prime of the field of P-256.
    static let prime = BigNumber(hexadecimal: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    /// The order of the group of P-256.
    static let order = BigNumber(hexadecimal: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

    let handle: OpaquePointer

    private init(_ body: (OpaquePointer) -> Bool) {
        guard let made = unsafe BN_new(), unsafe body(made) else { preconditionFailure("OpenSSL does not calculate") }
        unsafe handle = made
    }

    deinit {
        unsafe BN_free(handle)
    }

    convenience init(_ value: UInt64) {
        unsafe self.init { unsafe BN_set_word($0, UInt(value)) == 1 }
    }

    convenience init(_ bytes: [UInt8]) {
        unsafe self.init { unsafe BN_bin2bn(bytes, Int32(bytes.count), $0) != nil }
    }

    convenience init(hexadecimal text: String) {
        unsafe self.init {
            var target: OpaquePointer? = unsafe $0
            return unsafe BN_hex2bn(&target, text) == Int32(text.utf8.count)
        }
    }

    convenience init(powerOfTwo exponent: Int) {
        unsafe self.init { unsafe BN_set_bit($0, Int32(exponent)) == 1 }
    }

    /// The 32 bytes of a number below 2^256, the most significant first.
    var bytes: [UInt8] {
        // Safe: the buffer has the room that the call is told.
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            count = 32
            precondition(
                unsafe BN_bn2binpad(handle, buffer.baseAddress, 32) == 32,
                "the number needs more than 32 bytes"
            )
        }
    }

    var isZero: Bool { unsafe BN_is_zero(handle) == 1 }

    static func + (left: BigNumber, right: BigNumber) -> BigNumber {
        unsafe BigNumber { unsafe BN_add($0, left.handle, right.handle) == 1 }
    }

    static func - (left: BigNumber, right: BigNumber) -> BigNumber {
        unsafe BigNumber { unsafe BN_sub($0, left.handle, right.handle) == 1 }
    }

    /// The remainder modulo the order, which is never negative.
    var reduced: BigNumber {
        unsafe withContext { context in
            unsafe BigNumber { unsafe BN_nnmod($0, handle, BigNumber.order.handle, context) == 1 }
        }
    }

    /// The product modulo the order.
    func times(_ other: BigNumber) -> BigNumber {
        unsafe withContext { context in
            unsafe BigNumber { unsafe BN_mod_mul($0, handle, other.handle, BigNumber.order.handle, context) == 1 }
        }
    }

    /// The inverse modulo the order.
    var inverse: BigNumber {
        unsafe withContext { context in
            unsafe BigNumber { unsafe BN_mod_inverse($0, handle, BigNumber.order.handle, context) != nil }
        }
    }
}

/// Lends a place for OpenSSL's intermediate results.
func withContext<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    guard let context = unsafe BN_CTX_new() else { preconditionFailure("no memory") }
    defer { unsafe BN_CTX_free(context) }
    return unsafe body(context)
}
