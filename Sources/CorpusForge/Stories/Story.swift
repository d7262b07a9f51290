package import NotificationModel

/// The life of one invented account, told in verbs; each verb adds the notification that the store would send.
///
/// `transaction` and `renewal` are the present state and may be changed between verbs. Everything is a function of
/// the seed, the story's name and the instants told.
package struct Story: Sendable {
    /// The story's name.
    package let name: String
    /// The app.
    package let app: InventedApp
    /// True for Sandbox.
    package let isSandbox: Bool
    /// What was told so far, in order.
    package private(set) var told: [ToldNotification] = []
    /// The newest transaction.
    package var transaction = ForgedTransaction()
    /// The newest renewal info.
    package var renewal = ForgedRenewal()
    /// The months of one period of the present plan.
    package var plan = Plan.monthly
    /// The ids of this story.
    package var numbers: SeededNumbers
    /// The first digits of this story's transaction ids, which are then numbered; nil draws them.
    package var idPrefix: String?
    private var idCount = 0
    private var build = "214"

    /// A story about a new account.
    package init(_ name: String, _ app: InventedApp, isSandbox: Bool = false, seed: UInt64) {
        self.name = name
        self.app = app
        self.isSandbox = isSandbox
        numbers = SeededNumbers(seed: seed, name: name)
        let account = numbers.uuid()
        let appTransaction = numbers.digits(18, after: "70")
        transaction.bundleId = app.bundleId
        transaction.environment = environment
        transaction.quantity = 1
        transaction.inAppOwnershipType = "PURCHASED"
        transaction.storefront = "DEU"
        transaction.storefrontId = "143443"
        transaction.currency = "EUR"
        transaction.appAccountToken = account
        transaction.appTransactionId = appTransaction
        renewal.environment = environment
        renewal.appAccountToken = account
        renewal.appTransactionId = appTransaction
        renewal.currency = "EUR"
        renewal.autoRenewStatus = 1
        renewal.isInBillingRetryPeriod = false
    }

    /// `Production` or `Sandbox`.
    package var environment: String {
        (isSandbox ? StoreEnvironment.sandbox : .production).text
    }

    /// The end of the present period.
    ///
    /// - Precondition: the story has a subscription.
    package var expiry: Moment {
        guard let expiry = transaction.expiresDate else { preconditionFailure("\(name): no subscription yet") }
        return expiry
    }

    /// A product id of the app.
    package func product(_ plan: Plan) -> String {
        app.bundleId + "." + plan.name
    }

    /// A new transaction id of this environment.
    package mutating func transactionId() -> String {
        if let idPrefix {
            idCount += 1
            let count = String(idCount)
            return idPrefix + String(repeating: "0", count: max(0, 4 - count.utf8.count)) + count
        }
        return isSandbox ? numbers.digits(16, after: "2000000") : numbers.digits(15, after: "4100")
    }

    /// Tells a notification with the present transaction and renewal info.
    package mutating func tell(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        at moment: Moment,
        status: Int64? = nil,
        reason: String? = nil
    ) {
        tell(type.text, subtype?.text, at: moment) { signed, data in
            data.transaction = .fields(signed.0)
            data.renewal = .fields(signed.1)
            data.status = status
            data.consumptionRequestReason = reason
        }
    }

    /// Tells a notification with the present transaction alone.
    package mutating func tellTransaction(_ type: NotificationType, at moment: Moment, reason: String? = nil) {
        tell(type.text, nil, at: moment) { signed, data in
            data.transaction = .fields(signed.0)
            data.consumptionRequestReason = reason
        }
    }

    /// Tells a notification of any name; the closure fills `data` from the dated parts.
    package mutating func tell(
        _ type: String,
        _ subtype: String?,
        at moment: Moment,
        _ fill: ((ForgedTransaction, ForgedRenewal), inout ForgedData) -> Void
    ) {
        let signed = signingInstants(moment)
        let parts = (
            WireStyle.transaction(transaction, at: moment).with { $0.signedDate = signed.inner },
            WireStyle.renewal(renewal, at: moment).with { $0.signedDate = signed.inner }
        )
        var data = ForgedData()
        data.environment = environment
        data.bundleId = app.bundleId
        data.bundleVersion = type == NotificationType.test.text ? nil : build
        if !isSandbox || WireStyle.sandboxNamesAppNumber(at: moment) { data.appAppleId = app.appAppleId }
        fill(parts, &data)
        if !WireStyle.hasStatus(at: moment) { data.status = nil }
        add(type, subtype, at: signed.outer, .data(data))
    }

    /// Tells a notification with another container.
    package mutating func tell(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        at moment: Moment,
        content: ForgedNotification.Content
    ) {
        add(type.text, subtype?.text, at: moment + .milliseconds(Int(numbers.next() % 1000)), content)
    }

    /// Changes the notification told last.
    package mutating func amend(_ change: (inout ForgedNotification) -> Void) {
        change(&told[told.count - 1].notification)
    }

    private mutating func add(
        _ type: String,
        _ subtype: String?,
        at moment: Moment,
        _ content: ForgedNotification.Content
    ) {
        let notification = ForgedNotification(
            type,
            subtype,
            uuid: numbers.uuid(),
            signedDate: WireStyle.isUndated(at: moment) ? nil : moment,
            content: content
        )
        told.append(
            ToldNotification(
                story: name,
                app: app,
                isSandbox: isSandbox,
                moment: moment,
                notification: notification
            )
        )
    }

    /// The store signs the inner parts up to 28 milliseconds before the whole.
    private mutating func signingInstants(_ moment: Moment) -> (outer: Moment, inner: Moment) {
        let outer = moment + .milliseconds(Int(numbers.next() % 1000))
        return (outer, outer - .milliseconds(Int(numbers.next() % 29)))
    }
}
