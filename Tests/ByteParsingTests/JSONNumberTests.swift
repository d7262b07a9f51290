import ByteParsing
import Testing

@Suite("Numbers read exactly")
struct JSONNumberTests {
    @Test(
        "integers in any notation are integers",
        arguments: [
            ("0", 0), ("-0", 0), ("0e999999999999", 0), ("12.0", 12), ("1e12", 1_000_000_000_000), ("1.5e1", 15),
            ("1200e-2", 12), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
            ("0.00000000000000000001e20", 1),
        ] as [(String, Int64)]
    )
    func integers(_ text: String, _ value: Int64) {
        #expect(JSONNumber(Array(text.utf8).span) == .integer(value))
    }

    @Test(
        "a true fraction is told apart and truncated towards zero",
        arguments: [("12.7", 12), ("-12.7", -12), ("1e-999", 0), ("1700000000000.25", 1_700_000_000_000)]
            as [(String, Int64)]
    )
    func fractions(_ text: String, _ value: Int64) {
        #expect(JSONNumber(Array(text.utf8).span) == .fraction(truncated: value))
    }

    @Test(
        "what 64 bits do not hold is out of range",
        arguments: ["9223372036854775808", "-9223372036854775809", "1e400", "1e19", "123456789012345678901234567890"]
    )
    func outOfRange(_ text: String) {
        #expect(JSONNumber(Array(text.utf8).span) == .outOfRange)
    }
}
