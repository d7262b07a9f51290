import NotificationModel
import Reconciliation

/// A purchase history told in days, for tests to read.
struct Story {
    static let beginning: Int64 = 1_700_000_000_000
    static let dayLength: Int64 = 86_400_000

    var history: PurchaseHistory
    private var serial: UInt64 = 0

    init(_ id: String = "1", environment: String = "Production", app: String = "app") {
        history = PurchaseHistory(
            key: SubscriptionKey(app: app, environment: environment, originalTransactionId: id)
        )
    }

    /// The instant a number of days after the beginning.
    static func day(_ days: Double) -> Int64 {
        beginning + Int64(days * Double(dayLength))
    }

    /// A transaction's content, its period in days.
    struct Transaction {
        var id: String
        var from: Double
        var to: Double?
        var product = "month"
        var edit: (inout TransactionSnapshot) -> Void = { _ in }
    }

    /// A renewal info's content, in days.
    struct Renewal {
        var on = true
        var product = "month"
        var renews: Double?
        var grace: Double?
        var intent: Int64?
        var edit: (inout RenewalSnapshot) -> Void = { _ in }
    }

    /// Adds one notification with what it carries; everything in it is signed when it was said.
    mutating func tell(
        _ type: String,
        _ subtype: String? = nil,
        at day: Double,
        status: Int64? = nil,
        _ transaction: Transaction? = nil,
        _ renewal: Renewal? = nil
    ) {
        serial += 1
        var fact = NotificationFact(
            notificationUUID: Identity128(high: 7, low: serial),
            contentDigest: Digest256(words: (serial &* 0x9E37_79B9_7F4A_7C15, serial, 0, 0)),
            saidAt: Self.day(day),
            type: type,
            subtype: subtype,
            status: status
        )
        if type == "CONSUMPTION_REQUEST" { fact.consumptionRequestReason = "OTHER" }
        history.notifications.append(fact)
        let original = history.key.originalTransactionId
        if let transaction {
            var snapshot = TransactionSnapshot(
                notification: fact,
                transactionId: transaction.id,
                originalTransactionId: original
            )
            snapshot.productId = transaction.product
            snapshot.purchaseDate = Self.day(transaction.from)
            snapshot.originalPurchaseDate = Self.beginning
            snapshot.expiresDate = transaction.to.map(Self.day)
            snapshot.productType = "Auto-Renewable Subscription"
            snapshot.ownership = "PURCHASED"
            snapshot.signedDate = fact.saidAt
            snapshot.transactionReason = transaction.from == 0 ? "PURCHASE" : "RENEWAL"
            snapshot.price = 9_990
            snapshot.currency = "EUR"
            transaction.edit(&snapshot)
            history.transactions.append(snapshot)
        }
        if let renewal {
            var snapshot = RenewalSnapshot(notification: fact, originalTransactionId: original)
            snapshot.productId = renewal.product
            snapshot.autoRenewProductId = renewal.product
            snapshot.autoRenewStatus = renewal.on ? 1 : 0
            snapshot.renewalDate = renewal.renews.map(Self.day)
            snapshot.gracePeriodExpiresDate = renewal.grace.map(Self.day)
            snapshot.expirationIntent = renewal.intent
            snapshot.signedDate = fact.saidAt
            renewal.edit(&snapshot)
            history.renewals.append(snapshot)
        }
    }

    /// Tells the newest notification once more under the same identity, in other bytes of the same content.
    mutating func repeatInOtherBytes() {
        guard var fact = history.notifications.last else { return }
        let original = fact.contentDigest
        serial += 1
        fact.contentDigest = Digest256(words: (serial &* 0x9E37_79B9_7F4A_7C15, serial, 0, 1))
        history.notifications.append(fact)
        for var snapshot in history.transactions where snapshot.notification.contentDigest == original {
            snapshot.notification = fact
            history.transactions.append(snapshot)
        }
        for var snapshot in history.renewals where snapshot.notification.contentDigest == original {
            snapshot.notification = fact
            history.renewals.append(snapshot)
        }
    }

    /// The first purchase of thirty days, auto-renew on.
    static func subscribed(_ id: String = "1", environment: String = "Production") -> Story {
        var story = Story(id, environment: environment)
        story.tell(
            "SUBSCRIBED",
            "INITIAL_BUY",
            at: 0,
            status: 1,
            Transaction(id: id, from: 0, to: 30),
            Renewal(renews: 30)
        )
        return story
    }

    /// Tells that a transaction was refunded.
    mutating func refund(
        _ id: String,
        from: Double,
        to: Double?,
        at day: Double,
        revoked: Double? = nil,
        type: String? = nil,
        share: Int64? = nil,
        status: Int64? = nil
    ) {
        tell(
            "REFUND",
            at: day,
            status: status,
            Transaction(id: id, from: from, to: to) {
                $0.revocationDate = Self.day(revoked ?? day)
                $0.revocationReason = 0
                $0.revocationType = type
                $0.revocationPercentage = share
            }
        )
    }

    var derived: DerivedPurchases { Derivation.derive(history) }

    /// The timeline as "from..to what", in days, in order of time.
    var timeline: [String] { derived.timeline }

    /// The state on a day, with its cause.
    func state(_ day: Double, horizon: Double? = nil) -> String {
        let state = derived.state(at: Self.day(day), horizon: horizon.map(Self.day))
        return [state.kind.rawValue, state.cause].compactMap { $0 }.joined(separator: " ")
    }

    /// The codes of all discrepancies, sorted.
    var codes: [String] { derived.discrepancies.map(\.code.rawValue).sorted() }
}

extension DerivedPurchases {
    var timeline: [String] {
        func days(_ instant: Int64?) -> String {
            guard let instant else { return "∞" }
            let (whole, rest) = (instant - Story.beginning).quotientAndRemainder(dividingBy: Story.dayLength)
            return rest == 0 ? "\(whole)" : "\(Double(instant - Story.beginning) / Double(Story.dayLength))"
        }
        let access = intervals.map { interval in
            let parts = [
                "\(days(interval.start))..\(days(interval.end))", interval.origin.rawValue, interval.transactionId,
                interval.productId, interval.endCause.rawValue,
            ]
            return (interval.start, parts.compactMap { $0 }.joined(separator: " "))
        }
        let without = lapses.map { lapse in
            let parts = ["\(days(lapse.start))..\(days(lapse.end))", lapse.state.rawValue, lapse.cause]
            return (lapse.start, parts.compactMap { $0 }.joined(separator: " "))
        }
        return (access + without).sorted { $0.0 < $1.0 }.map(\.1)
    }
}
