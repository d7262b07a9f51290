import NotificationModel

/// One customer of one app in one environment.
struct Account: Sendable {
    /// What kind of customer it is.
    enum Kind: Sendable {
        case subscriber, family, buyer, collector, advancedCommerce, team, committed, tokens, orphan, tests, single
    }

    let number: Int
    let seed: UInt64
    let kind: Kind
    let app: InventedApp
    let isSandbox: Bool
    let store: Storefront
    /// `appAccountToken`; nil where the app sets none.
    let token: String?
    let appTransactionId: String
    /// When the first thing happens.
    let birth: Moment
    /// The archive's beginning and end.
    let start: Moment
    let end: Moment
    var numbers: SeededNumbers

    /// The account's name in the truth.
    var name: String {
        "account-" + String(repeating: "0", count: max(0, 7 - String(number).utf8.count)) + String(number)
    }

    /// The account of a number in a world.
    init(_ number: Int, of options: WorldOptions, isSingle: Bool = false) {
        var numbers = SeededNumbers(seed: options.seed, name: "account \(number)")
        var kind = numbers.pick(weighted: [
            Kind.subscriber: 660, .family: 70, .buyer: 110, .collector: 40, .advancedCommerce: 25, .team: 20,
            .committed: 20, .tokens: 25, .orphan: 10, .tests: 15,
        ])
        if isSingle { kind = .single }
        self.number = number
        seed = options.seed
        app = .numbered(numbers.below(options.apps))
        isSandbox = kind != .orphan && numbers.chance(8)
        store = numbers.pick(Storefront.all)
        let token = numbers.uuid()
        self.token = numbers.chance(75) ? token : nil
        appTransactionId = numbers.digits(18, after: "70")
        start = options.start
        end = options.end
        let begins: [Kind: Moment] = [
            .advancedCommerce: Milestone.migrations, .team: Milestone.seats, .committed: Milestone.commitments,
            .orphan: Milestone.consents, .tokens: Milestone.externalPurchaseTokens,
        ]
        let earliest = max(begins[kind] ?? start, start)
        if earliest >= end { kind = .single }
        birth = numbers.moment(from: earliest >= end ? start : earliest, until: end - .hours(1))
        self.kind = kind
        self.numbers = numbers
    }

    /// When the app's developer extends all running subscriptions; nil where the API is too young or the world too short.
    var massExtension: Moment? {
        let span = end.milliseconds - start.milliseconds
        let moment = Moment(milliseconds: start.milliseconds + span * (55 + app.appAppleId % 7) / 100)
        return moment >= Milestone.massExtensions && moment + .days(3) < end ? moment : nil
    }

    /// The first digits of the transaction ids of one of the account's lives; no other life has them.
    func idPrefix(_ ordinal: Int) -> String {
        let digits = String(10_000_000 + number)
        return (isSandbox ? "20" : "41") + digits.dropFirst() + String(10 + ordinal)
            + (isSandbox ? "0" : "")
    }
}
