/// Arithmetic modulo the order of P-256, on big-endian bytes.
enum ScalarArithmetic {
    static let order: [UInt8] = Text.bytes(
        hexadecimal: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    )

    /// n - s.
    static func negated(_ scalar: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in stride(from: 31, through: 0, by: -1) {
            let difference = Int(order[index]) - Int(scalar[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}
