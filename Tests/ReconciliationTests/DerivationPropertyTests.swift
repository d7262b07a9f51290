import NotificationModel
import Reconciliation
import TestSupport
import Testing

extension DerivedPurchases {
    /// Whether intervals and lapses are sorted, touch without overlap and run on to the end of time.
    var isPartitioned: Bool {
        let spans = (intervals.map { ($0.start, $0.end) } + lapses.map { ($0.start, $0.end) }).sorted { $0.0 < $1.0 }
        let isSorted =
            zip(intervals, intervals.dropFirst()).allSatisfy { $0.start < $1.start }
            && zip(lapses, lapses.dropFirst()).allSatisfy { $0.start < $1.start }
        let isSeamless = zip(spans, spans.dropFirst()).allSatisfy { $0.1 == $1.0 }
        let isOpen = spans.last.map { $0.1 == nil || $0.1 == .max } ?? true
        return isSorted && isSeamless && isOpen && spans.allSatisfy { $0.0 < $0.1 ?? .max }
    }
}

extension Story {
    /// A history of random records on few days, so that ties and contradictions abound.
    static func random(seed: UInt64, records: Int) -> Story {
        var random = SeededGenerator(seed: seed)
        var story = Story(environment: Bool.random(using: &random) ? "Production" : "Sandbox")
        let kinds: [(String, String?)] = [
            ("SUBSCRIBED", "RESUBSCRIBE"), ("DID_RENEW", nil), ("DID_RENEW", "BILLING_RECOVERY"), ("REFUND", nil),
            ("REFUND_REVERSED", nil), ("EXPIRED", "VOLUNTARY"), ("EXPIRED", "BILLING_RETRY"), ("REFUND", "SEATS"),
            ("DID_FAIL_TO_RENEW", "GRACE_PERIOD"), ("DID_FAIL_TO_RENEW", nil), ("CONSUMPTION_REQUEST", nil),
            ("GRACE_PERIOD_EXPIRED", nil), ("DID_CHANGE_RENEWAL_PREF", "UPGRADE"), ("REFUND_DECLINED", nil),
        ]
        for _ in 0..<records {
            let (type, subtype) = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            let day = Double(Int.random(in: 0...120, using: &random)) / 2
            let status = Int64.random(in: 0...6, using: &random)
            let from = Double(Int.random(in: 0...8, using: &random) * 7)
            let isRevoked = type == "REFUND" && Bool.random(using: &random)
            let (isAddition, isUndated) = (
                Int.random(in: 0..<8, using: &random) == 0, Int.random(in: 0..<9, using: &random) == 0
            )
            let transaction = Story.Transaction(
                id: "\(Int.random(in: 1...6, using: &random))",
                from: from,
                to: from + Double(Int.random(in: 0...4, using: &random)) * 5,
                product: ["a", "b"][Int.random(in: 0..<2, using: &random)]
            ) {
                $0.revocationDate = isRevoked ? Story.day(day - 3) : nil
                $0.additionalTransactionReason = isAddition ? "SEAT_ADDITION" : nil
                if isUndated { $0.signedDate = nil }
            }
            let renewal = Story.Renewal(
                on: Bool.random(using: &random),
                renews: Double(Int.random(in: 0...80, using: &random)),
                grace: Int.random(in: 0..<4, using: &random) == 0 ? day + 6 : nil
            )
            story.tell(
                type,
                subtype,
                at: day,
                status: status == 0 ? nil : status,
                Int.random(in: 0..<5, using: &random) == 0 ? nil : transaction,
                Int.random(in: 0..<3, using: &random) == 0 ? nil : renewal
            )
        }
        return story
    }
}

@Suite("What holds for every history")
struct DerivationPropertyTests {
    @Test("no order of the input changes the outcome", arguments: 0..<60 as Range<UInt64>)
    func orderFree(seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ 1_000)
        let history = Story.random(seed: seed, records: 4 + Int(seed % 20)).history
        let expected = Derivation.derive(history)
        for _ in 0..<4 {
            var shuffled = history
            shuffled.transactions.shuffle(using: &random)
            shuffled.renewals.shuffle(using: &random)
            shuffled.notifications.shuffle(using: &random)
            #expect(Derivation.derive(shuffled) == expected)
        }
    }

    @Test(
        "intervals and lapses part all time between them, and a state is the span it falls in",
        arguments: 0..<60 as Range<UInt64>
    )
    func partition(seed: UInt64) {
        let derived = Story.random(seed: seed, records: 4 + Int(seed % 20)).derived
        #expect(derived.isPartitioned, "\(derived.timeline)")
        for interval in derived.intervals {
            let state = derived.state(at: interval.start, horizon: nil)
            #expect(state.kind == (interval.origin == .grace ? .gracePeriod : .active))
            #expect(state.transactionId == interval.transactionId)
            if let end = interval.end {
                #expect(derived.state(at: end - 1, horizon: nil).since == interval.start)
                #expect(derived.state(at: end, horizon: nil).since == end)
            }
        }
        for lapse in derived.lapses {
            #expect(derived.state(at: lapse.start, horizon: nil).kind.rawValue == lapse.state.rawValue)
        }
        let starts = derived.intervals.map(\.start) + derived.lapses.map(\.start)
        if let first = starts.min() { #expect(derived.state(at: first - 1, horizon: nil).kind == .none) }
    }

    @Test(
        "the self-check in one sweep finds what deriving anew for each of statuses 1 to 3 finds",
        arguments: 0..<60 as Range<UInt64>
    )
    func sweepEqualsRederivation(seed: UInt64) {
        let history = Story.random(seed: seed, records: 3 + Int(seed % 6)).history
        let codes: Set<Discrepancy.Code> = [.statusDisagreement, .statusLag, .accessAfterRevocation]
        let found = Set(
            Derivation.derive(history).discrepancies.filter { codes.contains($0.code) }
                .compactMap(\.notificationUUID)
        )
        for fact in history.notifications {
            guard let saidAt = fact.saidAt, let status = fact.status, (1...3).contains(status) else { continue }
            // Contradictions of one instant have no order that could be right.
            guard history.notifications.filter({ $0.saidAt == saidAt }).count == 1 else { continue }
            let byThen = Derivation.derive(history.known(by: saidAt))
            let state = byThen.state(at: saidAt, horizon: saidAt)
            let held = state.kind == .active || state.kind == .gracePeriod
            let isExpected =
                switch status {
                case 1: state.kind == .active
                default: !held
                }
            #expect(
                found.contains(fact.notificationUUID) != isExpected,
                "\(fact.type) \(status) at \(state) in \(byThen.timeline)"
            )
        }
    }
}
