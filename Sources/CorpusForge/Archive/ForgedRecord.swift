package import NotificationModel

/// One record of the archive as it is written, with what a reader should make of it.
package struct ForgedRecord: Hashable, Sendable {
    /// The item's JSON, or the whole document's where the record stands alone.
    package var json: ForgedJSON
    /// What a reader should make of it.
    package var verdict: Verdict

    /// Accepted under an identity, or rejected for a reason.
    package enum Verdict: Hashable, Sendable {
        /// Properly signed; `content` tells a repeat from a conflict.
        case accepted(environment: String?, uuid: String, content: ForgedNotification)
        /// Not to be accepted.
        case rejected(RejectionReason, inner: RejectionReason?)
    }

    /// The text of `signedPayload`; nil where the record has none.
    package var signedPayload: String? {
        guard case .object(let members) = json,
            case .string(let text) = members.first(where: { $0.name == "signedPayload" })?.value
        else { return nil }
        return text
    }
}

/// Writes told notifications as history items: signed once, with the attempts known at the time of the dump.
package struct RecordForge: Sendable {
    /// The keys.
    package let forge: Forge
    /// The deliveries.
    package let schedule: DeliverySchedule
    private let signed: [ToldNotification: String]

    /// Signs every notification once.
    package init(_ forge: Forge, _ schedule: DeliverySchedule, signing told: [ToldNotification]) throws {
        self.forge = forge
        self.schedule = schedule
        signed = try Dictionary(
            told.map { ($0, try forge.signedPayload($0.notification, signedAt: $0.moment)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The record of a notification; the same bytes each time, with the attempts made until the dump.
    package func record(_ told: ToldNotification, dumpedAt dump: Moment? = nil) throws -> ForgedRecord {
        try record(told, payload: signed[told] ?? forge.signedPayload(told.notification, signedAt: told.moment), dump)
    }

    /// The record under other bytes of the same or another content.
    package func record(_ told: ToldNotification, payload: String) -> ForgedRecord {
        record(told, payload: payload, nil)
    }

    /// The record altered in one way, with the attempts of the intact one.
    package func record(_ told: ToldNotification, altered alteration: Alteration) throws -> ForgedRecord {
        let intact = try record(told)
        let payload = try alteration.alter(Altering(told: told, intact: intact.signedPayload ?? "", forge: forge))
        guard case .object(var members) = intact.json else { return intact }
        members.removeAll { $0.name == "signedPayload" }
        if let payload { members.insert(ForgedJSON.Member("signedPayload", payload), at: 0) }
        return ForgedRecord(
            json: .object(members),
            verdict: .rejected(alteration.reason, inner: alteration.innerReason)
        )
    }

    /// The attempts for a notification, all that were ever made.
    package func attempts(_ told: ToldNotification) -> [SendAttempt] {
        let delay = Length.milliseconds(900 + Int(told.moment.milliseconds % 700))
        return schedule.attempts(
            first: told.moment + delay,
            bundleId: told.app.bundleId,
            isSandbox: told.isSandbox
        )
    }

    private func record(_ told: ToldNotification, payload: String, _ dump: Moment?) -> ForgedRecord {
        let made = attempts(told).filter { attempt in dump.map { attempt.date <= $0 } ?? true }
        return ForgedRecord(told, payload: payload, attempts: made)
    }
}

extension ForgedRecord {
    /// The item of a properly signed notification, with its attempts as its time wrote them.
    init(_ told: ToldNotification, payload: String, attempts: [SendAttempt]) {
        let item =
            WireStyle.listsAttempts(at: told.moment)
            ? HistoryItem(payload, attempts: attempts) : HistoryItem(payload, firstResult: attempts.first?.result)
        self.init(
            json: item.json,
            verdict: .accepted(
                environment: told.namedEnvironment,
                uuid: told.notification.uuid ?? "",
                content: told.notification
            )
        )
    }
}

extension ToldNotification {
    /// The environment that the record itself names or implies; nil where it does neither.
    var namedEnvironment: String? {
        if case .other(_, let json) = notification.content, case .object(let members) = json,
            !members.contains(where: { $0.name == "environment" })
        {
            return nil
        }
        return (isSandbox ? StoreEnvironment.sandbox : .production).text
    }
}
