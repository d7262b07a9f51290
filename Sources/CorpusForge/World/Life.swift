import NotificationModel

/// One subscription or purchase as it is lived: what the store says of it, and what is true meanwhile.
///
/// Every verb first says what the store would say and, where that still falls within the world's time, writes the truth.
/// After the first thing that falls beyond it the life is over.
struct Life: Sendable {
    /// The teller, with the present transaction and renewal info.
    var story: Story
    let pace: Pace
    let store: Storefront
    /// The instant after which nothing is said.
    let end: Moment
    /// When all running subscriptions of the app are extended.
    let massExtension: Moment?
    var truth: SubjectTruth
    /// Decides what happens.
    var chance: SeededNumbers
    /// True once something would have been said after the end of the world, or nothing more happens.
    var isOver = false
    var autoRenews = true
    /// The instant from which billing is tried again; nil when it is not.
    var retrySince: Moment?
    /// Transactions whose period is over or was replaced, oldest first; the newest few.
    var past: [ForgedTransaction] = []
    /// New purchases of the customer's own, for consents: neither renewals nor upgrades.
    var purchases: [(date: Moment, saidAt: Moment, transactionId: String)] = []

    /// What was said last.
    struct Said {
        /// When it was said, as a reader can tell.
        let at: Moment
        /// When the inner parts were signed.
        let inner: Moment
        let uuid: String
    }

    /// A life that has not begun.
    init(_ name: String, of account: Account, ordinal: Int) {
        story = Story(name, account.app, isSandbox: account.isSandbox, seed: account.seed)
        story.idPrefix = account.idPrefix(ordinal)
        pace = Pace(isSandbox: account.isSandbox)
        store = account.store
        end = account.end
        massExtension = account.isSandbox ? nil : account.massExtension
        chance = SeededNumbers(seed: account.seed, name: name + " decides")
        truth = SubjectTruth(
            account: account.name,
            app: account.app.bundleId,
            isSandbox: account.isSandbox,
            originalTransactionId: "",
            isSubscription: true
        )
        story.transaction.appAccountToken = account.token
        story.transaction.appTransactionId = account.appTransactionId
        story.transaction.storefront = store.code
        story.transaction.storefrontId = store.id
        story.transaction.currency = store.currency
        story.renewal.appAccountToken = account.token
        story.renewal.appTransactionId = account.appTransactionId
        story.renewal.currency = store.currency
    }

    /// Says something with the present parts, unless the world has ended.
    mutating func say(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        at moment: Moment,
        status: Int64? = nil,
        reason: String? = nil
    ) -> Said? {
        guard moment + .seconds(1) <= end, !isOver else {
            isOver = true
            return nil
        }
        if truth.isSubscription {
            story.tell(type, subtype, at: moment, status: status, reason: reason)
        } else {
            story.tellTransaction(type, at: moment, reason: reason)
        }
        return lastSaid
    }

    /// What was told last.
    var lastSaid: Said? {
        guard let told = story.told.last else { return nil }
        return Said(
            at: told.saidAt,
            inner: told.transaction?.signedDate ?? told.moment,
            uuid: told.notification.uuid ?? ""
        )
    }

    /// Notes that a reader should remark on something.
    mutating func plant(_ code: String, transactionId: String? = nil, uuid: String? = nil, at moment: Moment?) {
        truth.discrepancies.append(
            DiscrepancyTruth(code: code, transactionId: transactionId, notificationUUID: uuid, instant: moment)
        )
        truth.traits.insert("planted-" + code)
    }

    /// An instant within the present period, by its share of the time that is left since the last word.
    func instant(_ share: Double) -> Moment {
        let begun = story.transaction.purchaseDate ?? story.expiry
        let start = max(begun, min(story.told.last.map { $0.moment + pace.moments(1) } ?? begun, story.expiry))
        let length = story.expiry.milliseconds - start.milliseconds
        return Moment(milliseconds: start.milliseconds + Int64(Double(length) * share))
    }
}
