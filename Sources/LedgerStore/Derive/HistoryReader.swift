internal import NotificationModel
internal import Reconciliation

/// Reads what was said about a key from the fact tables.
final class HistoryReader {
    private let facts: Statement
    private let factByIdentity: Statement
    private let transactions: Statement
    private let successors: Statement
    private let renewals: Statement
    private let items: Statement

    private static let factColumns = """
        notification_uuid, content_digest, said_at, notification_type, subtype, status, consumption_request_reason
        """
    private static let snapshots = """
        SELECT notification_uuid, content_digest, transaction_id, previous_original_transaction_id,
            web_order_line_item_id, product_id, subscription_group_identifier, purchase_date,
            original_purchase_date, expires_date, quantity, type, app_account_token, in_app_ownership_type,
            signed_date, revocation_date, revocation_reason, revocation_type, revocation_percentage, is_upgraded,
            transaction_reason, price, currency, app_transaction_id, billing_plan_type,
            additional_transaction_reason, commitment_info, multi_seat_info, advanced_commerce_info,
            original_transaction_id
        FROM transaction_snapshots
        """
    private static let keyCondition = "original_transaction_id = ? AND environment = ? AND app = ?"

    init(on connection: Connection) throws(SQLiteError) {
        facts = try Statement(
            """
            SELECT \(Self.factColumns) FROM notifications WHERE \(Self.keyCondition)
            UNION ALL SELECT \(Self.factColumns) FROM conflicts WHERE \(Self.keyCondition)
            """,
            on: connection
        )
        factByIdentity = try Statement(
            """
            SELECT \(Self.factColumns) FROM notifications
            WHERE notification_uuid = ?1 AND environment = ?2 AND content_digest = ?3
            UNION ALL SELECT \(Self.factColumns) FROM conflicts
            WHERE notification_uuid = ?1 AND environment = ?2 AND content_digest = ?3
            """,
            on: connection
        )
        transactions = try Statement("\(Self.snapshots) WHERE \(Self.keyCondition)", on: connection)
        successors = try Statement(
            "\(Self.snapshots) WHERE previous_original_transaction_id = ? AND environment = ? AND app = ?",
            on: connection
        )
        renewals = try Statement(
            """
            SELECT notification_uuid, content_digest, product_id, auto_renew_product_id, auto_renew_status,
                expiration_intent, is_in_billing_retry_period, grace_period_expires_date, price_increase_status,
                renewal_date, renewal_price, currency, signed_date, app_transaction_id, app_account_token,
                renewal_billing_plan_type
            FROM renewal_snapshots WHERE \(Self.keyCondition)
            """,
            on: connection
        )
        items = try Statement(
            """
            WITH info(text) AS (SELECT CASE WHEN json_valid(?1) THEN ?1 ELSE '{}' END)
            SELECT json_extract(info.text, item.fullkey || '.SKU'),
                json_extract(info.text, item.fullkey || '.revocationDate'),
                json_extract(info.text, refund.fullkey || '.refundDate'),
                json_extract(info.text, refund.fullkey || '.refundAmount')
            FROM info, json_each(info.text, '$.items') AS item
            LEFT JOIN json_each(info.text, item.fullkey || '.refunds') AS refund
            WHERE json_extract(info.text, item.fullkey || '.revocationDate') IS NOT NULL OR refund.key IS NOT NULL
            """,
            on: connection
        )
    }

    /// Everything said about a key, in no order; empty for a key that nothing names.
    ///
    /// A renewal info of a migrated subscription stands under the old id while its notification stands under the new
    /// one; such notifications are fetched by identity.
    func history(of key: SubscriptionKey) throws(SQLiteError) -> PurchaseHistory {
        var known = try facts(of: key)
        var history = PurchaseHistory(key: key)
        history.transactions = try snapshots(transactions, of: key, &known)
        history.renewals = try renewals(of: key, &known)
        history.notifications = known.facts
        // Of the id that a migration led to only the purchases matter here; its notifications do not speak of this key.
        var successorFacts = KnownFacts()
        history.transactions += try snapshots(successors, of: key, &successorFacts)
        return history
    }

    /// The notifications of a history, found by content.
    private struct KnownFacts {
        var facts: [NotificationFact] = []
        var positions: [Digest256: Int] = [:]

        mutating func add(_ fact: NotificationFact) {
            positions[fact.contentDigest] = facts.count
            facts.append(fact)
        }
    }

    private func facts(of key: SubscriptionKey) throws(SQLiteError) -> KnownFacts {
        try facts.bind(key, at: 0)
        try facts.bind(key, at: 3)
        defer { facts.reset() }
        var known = KnownFacts()
        while try facts.step() {
            if let fact = NotificationFact(facts) { known.add(fact) }
        }
        return known
    }

    private func fact(
        of statement: borrowing Statement,
        in key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> NotificationFact? {
        guard let uuid = statement.identity(at: 0), let digest = statement.digest(at: 1) else { return nil }
        if let position = known.positions[digest] { return known.facts[position] }
        let (text, bytes) = (IdentityText.bytes(of: uuid), IdentityText.bytes(of: digest))
        try factByIdentity.bind(text: text.span, at: 0)
        try factByIdentity.bind(key.environment, at: 1)
        try factByIdentity.bind(blob: bytes.span, at: 2)
        defer { factByIdentity.reset() }
        guard try factByIdentity.step(), let fact = NotificationFact(factByIdentity) else { return nil }
        known.add(fact)
        return fact
    }

    private func snapshots(
        _ statement: borrowing Statement,
        of key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> [TransactionSnapshot] {
        try statement.bind(key, at: 0)
        defer { statement.reset() }
        var result: [TransactionSnapshot] = []
        while try statement.step() {
            // Without an id of its own a transaction cannot be told from another; its row stays a fact.
            guard let fact = try fact(of: statement, in: key, &known), let id = statement.text(at: 2),
                let originalId = statement.text(at: 29)
            else { continue }
            var snapshot = TransactionSnapshot(
                notification: fact,
                transactionId: id,
                originalTransactionId: originalId
            )
            snapshot.read(statement)
            if let info = snapshot.advancedCommerceInfo { snapshot.itemRefunds = try itemRefunds(in: info) }
            result.append(snapshot)
        }
        return result
    }

    /// What the items of an Advanced Commerce transaction tell of refunds.
    private func itemRefunds(in info: String) throws(SQLiteError) -> [ItemRefund] {
        guard info.utf8.count > 2, info.contains("\"items\"") else { return [] }
        try items.bind(info, at: 0)
        defer { items.reset() }
        var result: [ItemRefund] = []
        while try items.step() {
            result.append(
                ItemRefund(
                    sku: items.text(at: 0),
                    revokedAt: items.integer(at: 1),
                    refundedAt: items.integer(at: 2),
                    amount: items.integer(at: 3)
                )
            )
        }
        return result
    }

    private func renewals(
        of key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> [RenewalSnapshot] {
        try renewals.bind(key, at: 0)
        defer { renewals.reset() }
        var result: [RenewalSnapshot] = []
        while try renewals.step() {
            guard let fact = try fact(of: renewals, in: key, &known) else { continue }
            var snapshot = RenewalSnapshot(notification: fact, originalTransactionId: key.originalTransactionId)
            snapshot.read(renewals)
            result.append(snapshot)
        }
        return result
    }
}

extension Statement {
    /// Binds a key to three placeholders, in the order of the tables' key indexes.
    func bind(_ key: SubscriptionKey, at index: Int) throws(SQLiteError) {
        try bind(key.originalTransactionId, at: index)
        try bind(key.environment, at: index + 1)
        try bind(key.app, at: index + 2)
    }
}

extension NotificationFact {
    /// Reads a row of the fact columns.
    fileprivate init?(_ row: borrowing Statement) {
        guard let uuid = row.identity(at: 0), let digest = row.digest(at: 1), let type = row.text(at: 3) else {
            return nil
        }
        self.init(
            notificationUUID: uuid,
            contentDigest: digest,
            saidAt: row.integer(at: 2),
            type: type,
            subtype: row.text(at: 4),
            status: row.integer(at: 5),
            consumptionRequestReason: row.text(at: 6)
        )
    }
}

extension TransactionSnapshot {
    fileprivate mutating func read(_ row: borrowing Statement) {
        previousOriginalTransactionId = row.text(at: 3)
        webOrderLineItemId = row.text(at: 4)
        productId = row.text(at: 5)
        subscriptionGroupIdentifier = row.text(at: 6)
        purchaseDate = row.integer(at: 7)
        originalPurchaseDate = row.integer(at: 8)
        expiresDate = row.integer(at: 9)
        quantity = row.integer(at: 10)
        productType = row.text(at: 11)
        appAccountToken = row.text(at: 12)
        ownership = row.text(at: 13)
        signedDate = row.integer(at: 14)
        revocationDate = row.integer(at: 15)
        revocationReason = row.integer(at: 16)
        revocationType = row.text(at: 17)
        revocationPercentage = row.integer(at: 18)
        isUpgraded = row.integer(at: 19).map { $0 != 0 }
        transactionReason = row.text(at: 20)
        price = row.integer(at: 21)
        currency = row.text(at: 22)
        appTransactionId = row.text(at: 23)
        billingPlanType = row.text(at: 24)
        additionalTransactionReason = row.text(at: 25)
        commitmentInfo = row.text(at: 26)
        multiSeatInfo = row.text(at: 27)
        advancedCommerceInfo = row.text(at: 28)
    }
}

extension RenewalSnapshot {
    fileprivate mutating func read(_ row: borrowing Statement) {
        productId = row.text(at: 2)
        autoRenewProductId = row.text(at: 3)
        autoRenewStatus = row.integer(at: 4)
        expirationIntent = row.integer(at: 5)
        isInBillingRetryPeriod = row.integer(at: 6).map { $0 != 0 }
        gracePeriodExpiresDate = row.integer(at: 7)
        priceIncreaseStatus = row.integer(at: 8)
        renewalDate = row.integer(at: 9)
        renewalPrice = row.integer(at: 10)
        currency = row.text(at: 11)
        signedDate = row.integer(at: 12)
        appTransactionId = row.text(at: 13)
        appAccountToken = row.text(at: 14)
        renewalBillingPlanType = row.text(at: 15)
    }
}
