import NotificationModel
import Testing

/// The table against the documents' lists, written out here a second time.
@Suite struct NotificationTableTests {
    static let baseTypes = [
        "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW",
        "DID_RENEW", "EXPIRED", "EXTERNAL_PURCHASE_TOKEN", "GRACE_PERIOD_EXPIRED", "METADATA_UPDATE", "MIGRATION",
        "OFFER_REDEEMED", "ONE_TIME_CHARGE", "PRICE_CHANGE", "PRICE_INCREASE", "REFUND", "REFUND_DECLINED",
        "REFUND_REVERSED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "RESCIND_CONSENT", "REVOKE", "SUBSCRIBED", "TEST",
    ]

    static let baseSubtypes = [
        "ACCEPTED", "ACTIVE_TOKEN_REMINDER", "AUTO_RENEW_DISABLED", "AUTO_RENEW_ENABLED", "BILLING_RECOVERY",
        "BILLING_RETRY", "CREATED", "DOWNGRADE", "FAILURE", "GRACE_PERIOD", "INITIAL_BUY", "PENDING",
        "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE", "RESUBSCRIBE", "SUMMARY", "UPGRADE", "UNREPORTED", "VOLUNTARY",
    ]

    /// Type, subtype, effect, payload, inner parts: rows 1 to 39.
    static let basePairs = [
        "SUBSCRIBED INITIAL_BUY grants data T R",
        "SUBSCRIBED RESUBSCRIBE grants data T R",
        "DID_RENEW - extends data T R",
        "DID_RENEW BILLING_RECOVERY restores data T R",
        "DID_CHANGE_RENEWAL_PREF UPGRADE grants data T R",
        "DID_CHANGE_RENEWAL_PREF DOWNGRADE keeps data T R",
        "DID_CHANGE_RENEWAL_PREF - keeps data T R",
        "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED keeps data T R",
        "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED warns data T R",
        "OFFER_REDEEMED - keeps data T R",
        "OFFER_REDEEMED UPGRADE grants data T R",
        "OFFER_REDEEMED DOWNGRADE keeps data T R",
        "DID_FAIL_TO_RENEW GRACE_PERIOD keeps data T R",
        "DID_FAIL_TO_RENEW - ends data T R",
        "GRACE_PERIOD_EXPIRED - ends data T R",
        "EXPIRED VOLUNTARY ends data T R",
        "EXPIRED BILLING_RETRY ends data T R",
        "EXPIRED PRICE_INCREASE ends data T R",
        "EXPIRED PRODUCT_NOT_FOR_SALE ends data T R",
        "EXPIRED - ends data T R",
        "PRICE_INCREASE PENDING warns data T R",
        "PRICE_INCREASE ACCEPTED keeps data T R",
        "PRICE_CHANGE - none data T R",
        "METADATA_UPDATE - none data T R",
        "MIGRATION - keeps data T R",
        "RENEWAL_EXTENDED - extends data T R",
        "RENEWAL_EXTENSION SUMMARY none summary",
        "RENEWAL_EXTENSION FAILURE none data T R",
        "ONE_TIME_CHARGE - grants data T",
        "REFUND - revokes data T (R)",
        "REFUND_DECLINED - keeps data T (R)",
        "REFUND_REVERSED - restores data T (R)",
        "CONSUMPTION_REQUEST - warns data T (R)",
        "REVOKE - revokes data T (R)",
        "RESCIND_CONSENT - warns appData AT",
        "EXTERNAL_PURCHASE_TOKEN CREATED none externalPurchaseToken",
        "EXTERNAL_PURCHASE_TOKEN ACTIVE_TOKEN_REMINDER none externalPurchaseToken",
        "EXTERNAL_PURCHASE_TOKEN UNREPORTED none externalPurchaseToken",
        "TEST - none data",
    ]

    static let laterPairs = [
        "REFUND SEATS keeps data T R",
        "UNCLAIM_SEATS - revokes unclaimInfo",
        "DID_CHANGE_RENEWAL_PREF INCREASE_QUANTITY keeps data T R",
        "DID_CHANGE_RENEWAL_PREF DECREASE_QUANTITY keeps data T R",
        "OFFER_REDEEMED INITIAL_BUY grants data T R",
        "OFFER_REDEEMED RESUBSCRIBE grants data T R",
        "DID_CHANGE_RENEWAL_STATUS - warns data T R",
    ]

    private static func line(_ pair: NotificationPair) -> String {
        let words = [
            pair.type.text, pair.subtype?.text ?? "-", pair.effect.rawValue, pair.payload.text, pair.inner.rawValue,
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test func `the 23 base types come first, then UNCLAIM_SEATS`() {
        #expect(Self.baseTypes.count == 23)
        #expect(NotificationType.allCases.map(\.text) == Self.baseTypes + ["UNCLAIM_SEATS"])
    }

    @Test func `the 19 base subtypes come first, then the three of 2.23`() {
        #expect(Self.baseSubtypes.count == 19)
        #expect(
            NotificationSubtype.allCases.map(\.text)
                == Self.baseSubtypes + ["DECREASE_QUANTITY", "INCREASE_QUANTITY", "SEATS"]
        )
    }

    @Test func `the 39 base pairs stand in the documents' order with effect, payload and parts`() {
        #expect(NotificationTable.basePairCount == 39)
        #expect(NotificationTable.pairs.prefix(NotificationTable.basePairCount).map(Self.line) == Self.basePairs)
    }

    @Test func `newer and legacy pairs follow the base`() {
        #expect(NotificationTable.pairs.dropFirst(NotificationTable.basePairCount).map(Self.line) == Self.laterPairs)
        let undocumented = NotificationTable.pairs.filter { !$0.isDocumented }.map(Self.line)
        #expect(undocumented == Array(Self.laterPairs.suffix(3)))
    }

    @Test func `every pair is found at its own position`() {
        for (index, pair) in NotificationTable.pairs.enumerated() {
            #expect(NotificationTable.index(of: pair.type, pair.subtype) == index)
        }
    }

    @Test func `every combination outside the table is nil, except for the quantity subtypes`() {
        var found: [String] = []
        for type in NotificationType.allCases {
            for subtype in [nil] + NotificationSubtype.allCases.map(Optional.some) {
                if subtype == .increaseQuantity || subtype == .decreaseQuantity { continue }
                if NotificationTable.index(of: type, subtype) != nil {
                    found.append("\(type.text) \(subtype?.text ?? "-")")
                }
            }
        }
        let listed = NotificationTable.pairs.filter {
            $0.subtype != .increaseQuantity && $0.subtype != .decreaseQuantity
        }
        #expect(found.sorted() == listed.map { "\($0.type.text) \($0.subtype?.text ?? "-")" }.sorted())
        #expect(NotificationTable.pair(.test, .seats) == nil)
        #expect(NotificationTable.pair(.subscribed, nil) == nil)
    }

    @Test(arguments: NotificationType.allCases)
    func `a quantity subtype decides whatever the type`(type: NotificationType) {
        #expect(NotificationTable.pair(type, .increaseQuantity)?.event == "seats-increased")
        #expect(NotificationTable.pair(type, .decreaseQuantity)?.event == "seats-decrease-scheduled")
    }

    @Test func `event names are kebab-case, and only the legacy forms repeat one`() {
        let events = NotificationTable.pairs.map(\.event)
        #expect(events.allSatisfy { $0.allSatisfy { $0 == "-" || ("a"..."z").contains($0) } })
        let repeated = Dictionary(grouping: events) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(repeated == ["resubscribed", "subscribed"])
    }

    @Test func `names are exact: case and length matter`() {
        #expect(NotificationType("REFUND") == .refund)
        #expect(NotificationType("refund") == nil)
        #expect(NotificationType("REFUND_") == nil)
        #expect(NotificationType("MIGRATE") == nil)
        #expect(NotificationType("") == nil)
        #expect(NotificationSubtype("SEATS") == .seats)
        #expect(NotificationSubtype("SEAT") == nil)
    }
}
