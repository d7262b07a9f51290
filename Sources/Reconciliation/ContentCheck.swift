import NotificationModel

/// Looks at each record by itself: values outside the lists, pairs outside the table, parts signed far apart.
enum ContentCheck {
    /// Signing instants of one record farther apart than this are told.
    private static let farApart = 60 * Instant.second

    /// - Complexity: O(n).
    static func discrepancies(_ history: PurchaseHistory, _ testimony: Testimony) -> [Discrepancy] {
        var result: [Discrepancy] = []
        for fact in testimony.notifications { check(fact, &result) }
        for snapshot in history.transactions { check(snapshot, &result) }
        for snapshot in history.renewals { check(snapshot, &result) }
        checkDistance(history, &result)
        return result
    }

    private static func check(_ fact: NotificationFact, _ result: inout [Discrepancy]) {
        if let status = fact.status, StatusWord.Status(rawValue: status) == nil {
            result.append(unknown("status", fact, nil))
        }
        guard let type = fact.knownType else {
            result.append(unknown("notification type", fact, nil))
            return
        }
        let known = fact.knownSubtype
        if known == nil, let subtype = fact.subtype, !subtype.isEmpty {
            result.append(unknown("subtype", fact, nil))
        } else if NotificationTable.index(of: type, known) == nil {
            result.append(
                Discrepancy(
                    .undocumentedPair,
                    notificationUUID: fact.notificationUUID,
                    instant: fact.saidAt,
                    "The notification's type and subtype do not occur together in Apple's documentation."
                )
            )
        }
    }

    private static func check(_ snapshot: TransactionSnapshot, _ result: inout [Discrepancy]) {
        func expect(_ value: String?, _ list: [String], _ name: String) {
            guard let value, !list.contains(value) else { return }
            result.append(unknown(name, snapshot.notification, snapshot.transactionId))
        }
        expect(snapshot.productType, productTypes, "product type")
        expect(snapshot.ownership, ownershipTypes, "ownership type")
        expect(snapshot.revocationType, revocationTypes, "revocation type")
        expect(snapshot.transactionReason, transactionReasons, "transaction reason")
    }

    private static let productTypes = [
        "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
    ]
    private static let ownershipTypes = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]
    private static let revocationTypes = ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
    private static let transactionReasons = ["RENEWAL", "PURCHASE"]

    private static func check(_ snapshot: RenewalSnapshot, _ result: inout [Discrepancy]) {
        func expect(_ value: Int64?, _ range: ClosedRange<Int64>, _ name: String) {
            guard let value, !range.contains(value) else { return }
            result.append(unknown(name, snapshot.notification, nil))
        }
        expect(snapshot.autoRenewStatus, 0...1, "auto-renew status")
        expect(snapshot.expirationIntent, 1...5, "expiration intent")
        expect(snapshot.priceIncreaseStatus, 0...1, "price increase status")
    }

    private static func unknown(_ name: String, _ fact: NotificationFact, _ transactionId: String?) -> Discrepancy {
        Discrepancy(
            .unknownValue,
            notificationUUID: fact.notificationUUID,
            transactionId: transactionId,
            instant: fact.saidAt,
            "The record has a value of \(name) that Apple's lists do not know."
        )
    }

    private static func checkDistance(_ history: PurchaseHistory, _ result: inout [Discrepancy]) {
        struct Signing {
            var fact: NotificationFact
            var first: Int64
            var last: Int64
        }
        // Nearly all histories show no distance at all; parts that lie within half the limit of the saying lie within
        // the limit of each other.
        func isNear(_ fact: NotificationFact, _ instant: Int64?) -> Bool {
            guard let instant else { return true }
            return fact.saidAt.map { Instant.distance($0, instant) <= farApart / 2 } ?? false
        }
        guard
            !history.transactions.allSatisfy({ isNear($0.notification, $0.signedDate) })
                || !history.renewals.allSatisfy({ isNear($0.notification, $0.signedDate) })
        else { return }
        var signings: [Digest256: Signing] = [:]
        func note(_ fact: NotificationFact, _ instant: Int64?) {
            for instant in [instant, fact.saidAt].lazy.compactMap({ $0 }) {
                var signing = signings[fact.contentDigest] ?? Signing(fact: fact, first: instant, last: instant)
                signing.first = min(signing.first, instant)
                signing.last = max(signing.last, instant)
                signings[fact.contentDigest] = signing
            }
        }
        for snapshot in history.transactions { note(snapshot.notification, snapshot.signedDate) }
        for snapshot in history.renewals { note(snapshot.notification, snapshot.signedDate) }
        for signing in signings.values where Instant.distance(signing.first, signing.last) > farApart {
            result.append(
                Discrepancy(
                    .partsFarApart,
                    notificationUUID: signing.fact.notificationUUID,
                    instant: signing.fact.saidAt,
                    "The parts of the record were signed more than a minute apart."
                )
            )
        }
    }
}
