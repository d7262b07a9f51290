/// SHA-256 for comparing with published digests, FIPS 180-4; plain and slow.
enum SHA256 {
    private static let constants: [UInt32] = primes(64).map { fraction($0, root: 1.0 / 3) }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var state = primes(8).map { fraction($0, root: 0.5) }
        var message = bytes + [0x80]
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> UInt64(shift)))
        }
        for start in stride(from: 0, to: message.count, by: 64) { mix(&state, message, start) }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func mix(_ state: inout [UInt32], _ message: [UInt8], _ start: Int) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(message[start + 4 * word + $1]) }
        }
        for index in 16..<64 {
            let first = words[index - 15]
            let last = words[index - 2]
            let low = right(first, 7) ^ right(first, 18) ^ first >> 3
            let high = right(last, 17) ^ right(last, 19) ^ last >> 10
            words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
        }
        var work = state
        for index in 0..<64 {
            let high = right(work[4], 6) ^ right(work[4], 11) ^ right(work[4], 25)
            let choice = work[4] & work[5] ^ ~work[4] & work[6]
            let first = work[7] &+ high &+ choice &+ constants[index] &+ words[index]
            let low = right(work[0], 2) ^ right(work[0], 13) ^ right(work[0], 22)
            let majority = work[0] & work[1] ^ work[0] & work[2] ^ work[1] & work[2]
            work = [first &+ low &+ majority, work[0], work[1], work[2], work[3] &+ first, work[4], work[5], work[6]]
        }
        for index in 0..<8 { state[index] &+= work[index] }
    }

    private static func right(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value >> count | value << (32 - count)
    }

    private static func primes(_ count: Int) -> [Int] {
        Array((2...).lazy.filter { number in (2..<number).allSatisfy { number % $0 != 0 } }.prefix(count))
    }

    /// The first 32 bits behind the point of a prime's square or cube root, by integer search.
    private static func fraction(_ prime: Int, root: Double) -> UInt32 {
        var low: UInt64 = 0
        var high: UInt64 = 1 << 37
        let isSquare = root == 0.5
        while low < high {
            let middle = (low + high + 1) / 2
            let square = middle.multipliedFullWidth(by: middle)
            let isBelow: Bool
            if isSquare {
                isBelow = square.high < UInt64(prime) || square.high == UInt64(prime) && square.low == 0
            } else {
                isBelow = cubeIsAtMost(middle, UInt64(prime))
            }
            if isBelow { low = middle } else { high = middle - 1 }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    /// True if value³ ≤ prime · 2⁹⁶.
    private static func cubeIsAtMost(_ value: UInt64, _ prime: UInt64) -> Bool {
        let square = value.multipliedFullWidth(by: value)
        let low = square.low.multipliedFullWidth(by: value)
        let middle = square.high.multipliedFullWidth(by: value)
        let (sum, carry) = middle.low.addingReportingOverflow(low.high)
        let top = middle.high + (carry ? 1 : 0)
        let bound = prime << 32
        return top == 0 && (sum < bound || sum == bound && low.low == 0)
    }
}
