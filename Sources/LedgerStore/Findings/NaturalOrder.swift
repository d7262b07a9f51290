/// Compares names as people number them: `page-9` comes before `page-10`.
enum NaturalOrder {
    /// True if the left name comes first; runs of digits compare as numbers, everything else byte by byte.
    ///
    /// - Complexity: linear in the names.
    static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let (first, second) = (digits(left, from: &i), digits(right, from: &j))
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                if left[i] != right[j] { return left[i] < right[j] }
                i += 1
                j += 1
            }
        }
        // Names that differ in zeros before a number only, or where one begins with the other.
        let (restLeft, restRight) = (left.count - i, right.count - j)
        return restLeft == restRight ? left.lexicographicallyPrecedes(right) : restLeft < restRight
    }

    /// The digits from a place on without zeros before them; the place moves behind them.
    private static func digits(_ name: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < name.count, isDigit(name[index]) { index += 1 }
        return name[start..<index].drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
