/// What became of each notification's delivery: the outages, and beside them a few failures of single attempts.
struct DeliveryBook: Sendable {
    /// The outages of all apps.
    let schedule: DeliverySchedule

    /// What the store notes of a failed attempt.
    static let failures = [
        "TIMED_OUT", "TLS_ISSUE", "CIRCULAR_REDIRECT", "NO_RESPONSE", "SOCKET_ISSUE", "UNSUPPORTED_CHARSET",
        "INVALID_RESPONSE", "PREMATURE_CLOSE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "OTHER",
    ]

    /// The deliveries of apps; each outage has one result, which the seed chooses.
    init(_ outages: [WritingOptions.TimeRange], of bundleIds: Set<String>, seed: UInt64) {
        var numbers = SeededNumbers(seed: seed, name: "outages")
        schedule = DeliverySchedule(
            outages: outages.flatMap { outage in
                let result = Self.failure(&numbers)
                return bundleIds.sorted().map { bundleId in
                    DeliverySchedule.Outage(bundleId, from: outage.start, until: outage.end, result)
                }
            }
        )
    }

    /// The attempts for a record's notification until an instant, oldest first.
    func attempts(of record: PlannedRecord, _ plan: WritingPlan.StreamPlan, until dump: Moment) -> [SendAttempt] {
        attempts(record.told, plan.numbers(.delivery, record.position)).filter { $0.date <= dump }
    }

    /// All attempts for a notification, oldest first; `drawn` are the numbers of its position.
    private func attempts(_ told: ToldNotification, _ drawn: SeededNumbers) -> [SendAttempt] {
        var numbers = drawn
        let delay = Length.milliseconds(400 + Int(numbers.next() % 2000))
        return schedule.attempts(
            first: told.moment + delay,
            bundleId: told.app.bundleId,
            isSandbox: told.isSandbox,
            failures: Self.singleFailures(&numbers)
        )
    }

    /// One notification in fifty fails at first; each further attempt fails with one in four.
    private static func singleFailures(_ numbers: inout SeededNumbers) -> [String] {
        guard numbers.next().isMultiple(of: 50) else { return [] }
        var failures = [failure(&numbers)]
        while failures.count < 6, numbers.next().isMultiple(of: 4) { failures.append(failure(&numbers)) }
        return failures
    }

    private static func failure(_ numbers: inout SeededNumbers) -> String {
        failures[Int(numbers.next() % UInt64(failures.count))]
    }
}
