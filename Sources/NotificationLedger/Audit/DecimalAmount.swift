/// Amounts of money in thousandths of a currency's unit, as decimal text.
package enum DecimalAmount {
    /// The exact amount with two decimals, or three where the last is not zero: `49.99`, `300.00`, `0.125`.
    package static func text(_ milliunits: Int128) -> String {
        let magnitude = milliunits.magnitude
        let rest = Int(magnitude % 1000)
        let digits = String(String(1000 + rest).dropFirst())
        let decimals = rest % 10 == 0 ? digits.dropLast() : digits[...]
        return "\(milliunits < 0 ? "-" : "")\(magnitude / 1000).\(decimals)"
    }
}
