import NotificationModel

/// Everything that happens to one account: its notifications and what is true.
struct AccountHistory: Sendable {
    /// The notifications in no particular order; always the same one.
    private(set) var told: [ToldNotification] = []
    /// One for each subscription and purchase.
    private(set) var subjects: [SubjectTruth] = []
    private(set) var consents: [ConsentTruth] = []
    private let account: Account
    private var numbers: SeededNumbers
    private var lives: [Life] = []
    /// Tells what belongs to no purchase.
    private var loose: Story

    /// Lives the account of a number through.
    init(_ account: Account) {
        self.account = account
        numbers = account.numbers
        loose = Story(account.name + " apart", account.app, isSandbox: account.isSandbox, seed: account.seed)
        loose.transaction.appTransactionId = account.appTransactionId
        live()
        withdrawConsent()
        for index in lives.indices { lives[index].finish() }
        told = loose.told + lives.flatMap(\.story.told)
        subjects = lives.filter { !$0.story.told.isEmpty }.map(\.truth)
    }

    private mutating func live() {
        switch account.kind {
        case .subscriber: subscribe()
        case .family: shareWithFamily()
        case .buyer: for _ in 0...numbers.below(3) { buyOnce() }
        case .collector:
            buyOnce()
            subscribe()
            buyOnce()
        case .advancedCommerce: migrate()
        case .team: gatherTeam()
        case .committed: commit()
        case .tokens: receiveTokens()
        case .orphan: break
        case .tests, .single: test()
        }
    }

    /// Adds a life with ids of its own and lets the closure live it.
    mutating func add(_ live: (inout Life, inout SeededNumbers, Account) -> Void) {
        let ordinal = lives.count
        var life = Life("\(account.name)/\(ordinal)", of: account, ordinal: ordinal)
        live(&life, &numbers, account)
        lives.append(life)
    }

    // MARK: Kinds of customers

    private mutating func subscribe() {
        add { life, numbers, account in
            let plan = numbers.pick(weighted: [Plan.monthly: 60, .yearly: 15, .weekly: 6, .plusMonthly: 19])
            let offer: Story.Offer? =
                numbers.chance(30) ? numbers.pick([Story.Offer.trial, .trial, .code]) : nil
            if !account.isSandbox, numbers.chance(12) {
                life.joinMidway(plan, at: account.start + .days(numbers.below(60)), ageInPeriods: 1 + numbers.below(20))
            } else {
                life.subscribe(plan, at: account.birth, offer: offer)
            }
            life.goOn()
        }
        guard numbers.chance(6), let first = lives.last else { return }
        // Some return under another original transaction id, also while the first one is in billing retry.
        let from = (first.retrySince ?? first.story.told.last?.moment ?? account.birth) + first.pace.days(3)
        add { life, _, account in
            life.truth.traits.insert("second-original-id")
            life.subscribe(.monthly, at: from)
            life.goOn()
        }
    }

    private mutating func buyOnce() {
        add { life, numbers, account in
            let moment = numbers.moment(from: account.birth, until: account.end)
            life.buyOnce(at: moment, &numbers)
        }
    }

    private mutating func test() {
        let moments = (0...(account.kind == .single ? 0 : numbers.below(4))).map { _ in
            numbers.moment(from: account.start, until: account.end - .hours(1))
        }
        for moment in moments { loose.tell("TEST", nil, at: moment) { _, _ in } }
        guard account.kind == .tests, !account.isSandbox, let mass = account.massExtension else { return }
        let summary = ForgedSummary {
            $0.environment = loose.environment
            $0.appAppleId = account.app.appAppleId
            $0.bundleId = account.app.bundleId
            $0.productId = loose.product(.monthly)
            $0.requestIdentifier = loose.numbers.uuid()
            $0.storefrontCountryCodes = [account.store.code]
            $0.succeededCount = Int64(numbers.below(5000))
            $0.failedCount = Int64(numbers.below(20))
        }
        loose.tell(.renewalExtension, .summary, at: mass + .hours(26), content: .summary(summary))
    }

    private mutating func receiveTokens() {
        let isCustom = account.birth >= Milestone.customLinkTokens
        let content = loose.token(
            created: account.birth,
            lasts: isCustom ? .days(365) : nil,
            type: isCustom ? numbers.pick(["SERVICES", "ACQUISITION"]) : nil
        )
        func tell(_ subtype: NotificationSubtype, _ moment: Moment) {
            guard moment + .seconds(1) <= account.end else { return }
            loose.tell(.externalPurchaseToken, subtype, at: moment, content: content)
        }
        if isCustom {
            tell(.created, account.birth + .seconds(2))
            for month in 1...6 { tell(.activeTokenReminder, account.birth.adding(months: month)) }
        }
        if numbers.chance(60) { tell(.unreported, account.birth + .days(30 + numbers.below(20))) }
        if loose.told.isEmpty { test() }
    }

    private mutating func shareWithFamily() {
        let isSold = numbers.chance(30)
        if isSold {
            shareProduct()
            return
        }
        add { life, _, account in
            life.subscribe(.familyYearly, at: account.birth)
            life.truth.traits.insert("family-purchaser")
            life.goOn()
        }
        let purchaser = lives[lives.count - 1]
        for _ in 0...numbers.below(3) {
            add { life, numbers, account in life.follow(purchaser, &numbers) }
        }
    }

    private mutating func shareProduct() {
        for member in 0..<2 {
            add { life, _, account in
                if member > 0 { life.share() }
                life.buyAndLose(at: account.birth + .hours(member), isMember: member > 0)
            }
        }
    }

    private mutating func migrate() {
        add { life, _, account in life.subscribe(.monthly, at: account.birth) }
        guard let former = lives.last, !former.isOver else { return }
        add { life, numbers, account in life.migrate(from: former, at: former.instant(0.4), &numbers) }
        let moment = lives[lives.count - 1].migratedAt
        if let moment { lives[lives.count - 2].endByMigration(at: moment) }
    }

    private mutating func commit() {
        add { life, _, account in life.liveUnderCommitment(from: account.birth) }
    }

    private mutating func gatherTeam() {
        add { life, numbers, account in life.gatherTeam(from: account.birth, &numbers) }
        for _ in 0...numbers.below(3) {
            add { life, numbers, account in life.holdSeat(from: account.birth + .minutes(30), &numbers) }
        }
        guard numbers.chance(40) else { return }
        let claims: [ForgedJSON] = [.string(loose.numbers.uuid()), .string(loose.numbers.uuid())]
        let moment = account.birth + .days(3)
        guard moment + .seconds(1) <= account.end else { return }
        loose.tell(
            .unclaimSeats,
            at: moment,
            content: .unclaimInfo([
                "environment": .string(loose.environment), "appAppleId": .integer(account.app.appAppleId),
                "bundleId": .string(account.app.bundleId), "unclaimSeatIds": .array(claims),
            ])
        )
    }

    // MARK: Consent

    private mutating func withdrawConsent() {
        let earliest = max(Milestone.consents, account.birth)
        guard account.kind != .single, earliest + .days(1) < account.end, account.kind == .orphan || numbers.chance(9)
        else { return }
        var moments = [numbers.moment(from: earliest, until: account.end - .hours(2))]
        if numbers.chance(15) { moments.append(moments[0] + .days(20 + numbers.below(100))) }
        let download = lives.compactMap(\.story.transaction.originalPurchaseDate).min() ?? account.birth
        for moment in moments where moment + .seconds(1) <= account.end {
            loose.rescindConsent(at: moment, downloadedAt: min(download, account.birth) - .minutes(5))
            guard let told = loose.told.last, let uuid = told.notification.uuid else { return }
            consents.append(consent(at: told.moment, uuid: uuid))
        }
    }

    private func consent(at moment: Moment, uuid: String) -> ConsentTruth {
        var truth = ConsentTruth(
            account: account.name,
            app: account.app.bundleId,
            isSandbox: account.isSandbox,
            appTransactionId: account.appTransactionId,
            notificationUUID: uuid,
            withdrawnAt: moment
        )
        let own = lives.filter { $0.story.transaction.appTransactionId == account.appTransactionId }
        let direct = own.filter { $0.namesAppTransaction }
        let isBridged = account.token != nil && direct.contains { $0.story.transaction.appAccountToken != nil }
        for life in own where !life.story.told.isEmpty {
            if life.namesAppTransaction {
                truth.joins[life.truth.originalTransactionId] = .direct
            } else if isBridged {
                truth.joins[life.truth.originalTransactionId] = .bridged
            }
        }
        let returning = direct.flatMap(\.purchases).filter { $0.date > moment && $0.saidAt > moment }
            .min { ($0.date, $0.transactionId) < ($1.date, $1.transactionId) }
        truth.returnedAt = returning?.date
        truth.returnEvidence = returning?.transactionId
        truth.traits = [truth.joins.isEmpty ? "orphan-consent" : truth.returnedAt == nil ? "withdrawn" : "returned"]
        if truth.joins.values.contains(.bridged) { truth.traits.insert("bridged") }
        return truth
    }
}

extension Life {
    /// Whether any of its records carries the account's app transaction.
    var namesAppTransaction: Bool {
        story.told.contains { $0.transaction?.appTransactionId != nil }
    }
}
