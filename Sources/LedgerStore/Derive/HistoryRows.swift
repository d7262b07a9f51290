internal import NotificationModel
internal import Reconciliation

/// The columns in which a history's rows are read, whichever statement finds them.
enum HistoryRows {
    static let factColumns = """
        notification_uuid, content_digest, said_at, notification_type, subtype, status, consumption_request_reason
        """
    static let transactionColumns = """
        notification_uuid, content_digest, transaction_id, previous_original_transaction_id,
        web_order_line_item_id, product_id, subscription_group_identifier, purchase_date,
        original_purchase_date, expires_date, quantity, type, app_account_token, in_app_ownership_type,
        signed_date, revocation_date, revocation_reason, revocation_type, revocation_percentage, is_upgraded,
        transaction_reason, price, currency, app_transaction_id, billing_plan_type,
        additional_transaction_reason, commitment_info, multi_seat_info, advanced_commerce_info,
        original_transaction_id
        """
    static let renewalColumns = """
        notification_uuid, content_digest, product_id, auto_renew_product_id, auto_renew_status,
        expiration_intent, is_in_billing_retry_period, grace_period_expires_date, price_increase_status,
        renewal_date, renewal_price, currency, signed_date, app_transaction_id, app_account_token,
        renewal_billing_plan_type
        """
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
    init?(_ row: borrowing Statement, _ texts: TextPool) {
        guard let uuid = row.identity(at: 0), let digest = row.digest(at: 1), let type = texts.text(of: row, at: 3)
        else {
            return nil
        }
        self.init(
            notificationUUID: uuid,
            contentDigest: digest,
            saidAt: row.integer(at: 2),
            type: type,
            subtype: texts.text(of: row, at: 4),
            status: row.integer(at: 5),
            consumptionRequestReason: texts.text(of: row, at: 6)
        )
    }
}

extension TransactionSnapshot {
    mutating func read(_ row: borrowing Statement, _ texts: TextPool) {
        previousOriginalTransactionId = texts.text(of: row, at: 3)
        webOrderLineItemId = texts.text(of: row, at: 4)
        productId = texts.text(of: row, at: 5)
        subscriptionGroupIdentifier = texts.text(of: row, at: 6)
        purchaseDate = row.integer(at: 7)
        originalPurchaseDate = row.integer(at: 8)
        expiresDate = row.integer(at: 9)
        quantity = row.integer(at: 10)
        productType = texts.text(of: row, at: 11)
        appAccountToken = texts.text(of: row, at: 12)
        ownership = texts.text(of: row, at: 13)
        signedDate = row.integer(at: 14)
        revocationDate = row.integer(at: 15)
        revocationReason = row.integer(at: 16)
        revocationType = texts.text(of: row, at: 17)
        revocationPercentage = row.integer(at: 18)
        isUpgraded = row.integer(at: 19).map { $0 != 0 }
        transactionReason = texts.text(of: row, at: 20)
        price = row.integer(at: 21)
        currency = texts.text(of: row, at: 22)
        appTransactionId = texts.text(of: row, at: 23)
        billingPlanType = texts.text(of: row, at: 24)
        additionalTransactionReason = texts.text(of: row, at: 25)
        commitmentInfo = texts.text(of: row, at: 26)
        multiSeatInfo = texts.text(of: row, at: 27)
        advancedCommerceInfo = texts.text(of: row, at: 28)
    }
}

extension RenewalSnapshot {
    mutating func read(_ row: borrowing Statement, _ texts: TextPool) {
        productId = texts.text(of: row, at: 2)
        autoRenewProductId = texts.text(of: row, at: 3)
        autoRenewStatus = row.integer(at: 4)
        expirationIntent = row.integer(at: 5)
        isInBillingRetryPeriod = row.integer(at: 6).map { $0 != 0 }
        gracePeriodExpiresDate = row.integer(at: 7)
        priceIncreaseStatus = row.integer(at: 8)
        renewalDate = row.integer(at: 9)
        renewalPrice = row.integer(at: 10)
        currency = texts.text(of: row, at: 11)
        signedDate = row.integer(at: 12)
        appTransactionId = texts.text(of: row, at: 13)
        appAccountToken = texts.text(of: row, at: 14)
        renewalBillingPlanType = texts.text(of: row, at: 15)
    }
}
