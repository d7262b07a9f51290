import NotificationModel
import Testing

import NotificationLedger

/// The values of cells, in the ways that exports write them.
struct GrantValuesTests {
    @Test(arguments: [
        ("1767225600", 1_767_225_600_000), ("1767225600000", 1_767_225_600_000), ("1767225600.25", 1_767_225_600_250),
        ("2026-01-01", 1_767_225_600_000), ("2026-01-01T00:00:00Z", 1_767_225_600_000),
        ("2026-01-01 00:00:00", 1_767_225_600_000), ("2026-01-01 01:00:00+01", 1_767_225_600_000),
        ("2026-01-01T01:30:00+01:30", 1_767_225_600_000), ("2026-01-01 00:00:00.123456+00", 1_767_225_600_123),
        ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
    ])
    func instants(text: String, expected: Int64) {
        // From 2099 on a date means no end.
        #expect(GrantValues.instant(text) == (expected >= 4_070_908_800_000 ? GrantValues.endless : expected))
    }

    @Test(arguments: ["infinity", "Infinity", "2099-01-01", "9999-12-31 23:59:59"])
    func noEnd(text: String) {
        #expect(GrantValues.instant(text) == GrantValues.endless)
    }

    @Test(arguments: ["soon", "-5", "2026-02-30", "1.2.3", "2026-13-01T00:00:00Z", "1e12", "2026-01-01T25:00:00Z"])
    func noInstants(text: String) {
        #expect(GrantValues.instant(text) == nil)
    }

    @Test func truthValues() {
        for text in ["true", "1", "t", "YES", "active"] { #expect(GrantValues.truth(text) == true, "\(text)") }
        for text in ["false", "0", "f", "No", "inactive"] { #expect(GrantValues.truth(text) == false, "\(text)") }
        for text in ["maybe", "2", "trialing"] { #expect(GrantValues.truth(text) == nil, "\(text)") }
    }

    @Test(arguments: [
        ("P30D", 0, 2_592_000_000), ("P1Y", 12, 0), ("P1Y2M", 14, 0), ("PT1H30M", 0, 5_400_000),
        ("P1W", 0, 604_800_000),
        ("P1M1DT1S", 1, 86_401_000), ("PT0S", 0, 0),
    ])
    func durations(text: String, months: Int64, milliseconds: Int64) {
        #expect(CalendarDuration(text) == CalendarDuration(months: months, milliseconds: milliseconds))
    }

    @Test(arguments: ["", "P", "PT", "P1", "1D", "P1D1Y", "P1DT", "P-1D", "P1.5D", "PT1D", "P9999999D", "p1d", "P1H"])
    func noDurations(text: String) {
        #expect(CalendarDuration(text) == nil)
    }

    @Test(arguments: [
        ("2024-01-31T10:00:00Z", "P1M", "2024-02-29T10:00:00Z"),
        ("2024-02-29T00:00:00Z", "P1Y", "2025-02-28T00:00:00Z"),
        ("2025-12-15T23:59:59Z", "P2M1D", "2026-02-16T23:59:59Z"),
        ("2026-01-01T00:00:00Z", "P30D", "2026-01-31T00:00:00Z"),
    ])
    func calendarSums(from: String, duration: String, to: String) throws {
        let sum = try #require(CalendarDuration(duration)).added(to: try #require(Instant.parse(from)))
        #expect(Instant.text(sum) == to)
    }

    @Test func sumsStayAtTheEnd() {
        #expect(CalendarDuration(milliseconds: 5).added(to: .max) == .max)
        #expect(CalendarDuration(months: 1, milliseconds: 0).added(to: .max) == .max)
    }

    @Test(arguments: [
        (49_990, "49.99"), (300_000, "300.00"), (125, "0.125"), (0, "0.00"), (-1_500, "-1.50"),
        (9_223_372_036_854_775_807, "9223372036854775.807"),
    ])
    func amounts(milliunits: Int, text: String) {
        #expect(DecimalAmount.text(Int128(milliunits)) == text)
    }

    @Test func columnsAreFoundInAnyCase() {
        for name in [
            "originalTransactionId", "original_transaction_id", "ORIGINAL_TRANSACTION_ID", "Original Transaction ID",
        ] {
            #expect(GrantColumn(named: name) == .originalTransactionId, "\(name)")
        }
        #expect(GrantColumn(named: "product_id") == .product)
        #expect(GrantColumn(named: "status") == .active)
        #expect(GrantColumn(named: "id") == nil)
    }

    @Test func idsAreTheSameInEveryWriting() {
        func id(_ text: String, isToken: Bool = false) -> PurchaseID? {
            PurchaseID(Array(text.utf8).span, isToken: isToken)
        }
        #expect(
            id("7dd9c712-67fb-4abd-9516-3eef25bd7b13", isToken: true)
                == id("7DD9C712-67FB-4ABD-9516-3EEF25BD7B13", isToken: true)
        )
        #expect(id("00000000-0000-0000-0000-000000000000", isToken: true) == nil)
        #expect(id("") == nil)
        let texts = ["1", "01", "9999999999999999999", "99999999999999999999", "a", "A", "410000000000001"]
        #expect(Set(texts.map { id($0) }).count == texts.count)
    }
}
