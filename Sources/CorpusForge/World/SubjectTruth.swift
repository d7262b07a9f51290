/// What is true of one purchase or subscription: a line of `state.jsonl`.
///
/// Written by the simulation while it happens; no reader's rules take part.
package struct SubjectTruth: Hashable, Sendable {
    /// The account that it belongs to.
    package var account: String
    /// The bundle id.
    package var app: String
    /// True for Sandbox.
    package var isSandbox: Bool
    /// The key.
    package var originalTransactionId: String
    /// False for one-time products.
    package var isSubscription: Bool
    /// What happened in its life, in words.
    package var traits: Set<String> = []
    /// True where a notification about it never arrives.
    package var isIncomplete = false
    /// Its times with and without access.
    package var chronicle = Chronicle()
    /// What was revoked.
    package var revocations: [RevocationTruth] = []
    /// What does not fit together, on purpose.
    package var discrepancies: [DiscrepancyTruth] = []
    /// Instants with the state that held.
    package var samples: [Moment] = []
}

/// One revocation of a transaction, of some of its items or of some of its seats.
package struct RevocationTruth: Hashable, Sendable {
    package var kind: String
    package var transactionId: String?
    package var instant: Moment
    package var percentage: Int64?
    /// Thousandths of the currency, paid back to a purchaser.
    package var amount: Int64?
    package var currency: String?
    package var removedFrom: Moment?
    package var removedUntil: Moment?
    package var reversedAt: Moment?
    /// `told` or `inferred`.
    package var reversal: String?
    package var isPurchaseSeen = true
    /// The end of the period that it was taken from; nil for none.
    var periodEnd: Moment?
    /// Whether the transaction gave access when it was revoked.
    var isCurrent = false
}

/// Something planted that a reader should remark on.
package struct DiscrepancyTruth: Hashable, Sendable {
    package var code: String
    package var transactionId: String?
    package var notificationUUID: String?
    package var instant: Moment?
}

extension SubjectTruth {
    /// The line's JSON text, without the line feed.
    package var text: String {
        var list = MemberList()
        list.add("subject", isSubscription ? "subscription" : "purchase")
        list.add("app", app)
        list.add("environment", isSandbox ? "Sandbox" : "Production")
        list.add("originalTransactionId", originalTransactionId)
        list.add("account", account)
        list.add("traits", .array(traits.sorted().map { .string($0) }))
        list.add("incomplete", isIncomplete)
        list.add("intervals", .array(chronicle.spans.compactMap(\.intervalJSON)))
        list.add("lapses", .array(chronicle.spans.compactMap(\.lapseJSON)))
        list.add("states", .array(samples.map(state)))
        list.add("revocations", .array(revocations.map(\.json)))
        list.add("discrepancies", .array(discrepancies.map(\.json)))
        return ForgedJSON.object(list.members).text
    }

    private func state(at moment: Moment) -> ForgedJSON {
        var name = "none"
        var cause: String?
        switch chronicle.span(at: moment)?.content {
        case .access(let origin, _, _, _):
            name = origin == .grace ? "grace-period" : "active"
            cause = origin.rawValue
        case .lapse(let state, let reason):
            name = state.rawValue
            cause = reason
        case nil: break
        }
        return [
            "at": .integer(moment.milliseconds), "state": .string(name), "cause": cause.map { .string($0) } ?? nil,
        ]
    }
}

extension Chronicle.Span {
    fileprivate var intervalJSON: ForgedJSON? {
        guard case .access(let origin, let cause, let transactionId, let productId) = content else { return nil }
        return [
            "from": .integer(start.milliseconds), "until": .optional(end?.milliseconds),
            "origin": .string(origin.rawValue), "endCause": .string(cause.rawValue),
            "transactionId": .optional(transactionId), "productId": .optional(productId),
        ]
    }

    fileprivate var lapseJSON: ForgedJSON? {
        guard case .lapse(let state, let cause) = content else { return nil }
        return [
            "from": .integer(start.milliseconds), "until": .optional(end?.milliseconds),
            "state": .string(state.rawValue), "cause": .optional(cause),
        ]
    }
}

extension RevocationTruth {
    fileprivate var json: ForgedJSON {
        [
            "kind": .string(kind), "transactionId": .optional(transactionId),
            "revokedAt": .integer(instant.milliseconds), "percentage": .optional(percentage),
            "amount": .optional(amount), "currency": .optional(currency),
            "removedFrom": .optional(removedFrom?.milliseconds),
            "removedUntil": .optional(removedUntil?.milliseconds),
            "reversedAt": .optional(reversedAt?.milliseconds), "reversal": .optional(reversal),
            "purchaseSeen": .boolean(isPurchaseSeen),
        ]
    }
}

extension DiscrepancyTruth {
    fileprivate var json: ForgedJSON {
        [
            "code": .string(code), "transactionId": .optional(transactionId),
            "notificationUUID": .optional(notificationUUID), "instant": .optional(instant?.milliseconds),
        ]
    }
}

extension ForgedJSON {
    /// The text, or null.
    static func optional(_ text: String?) -> ForgedJSON { text.map { .string($0) } ?? .null }
    /// The number, or null.
    static func optional(_ number: Int64?) -> ForgedJSON { number.map { .integer($0) } ?? .null }
}
