internal import LedgerStore
internal import NotificationModel

/// What became of the store's attempts to deliver a notification to the team's server.
struct Delivery {
    enum Outcome: String {
        /// The first attempt succeeded.
        case delivered
        /// An attempt succeeded after others had failed.
        case late
        /// All attempts failed, and none is to come.
        case never
        /// All attempts failed so far.
        case pending
        /// No success, and a result that this version does not know.
        case unknown
    }

    let outcome: Outcome
    private let attempts: [SendAttempt]
    /// Whether the time for retries is over, so that no attempt is to come; of those that were made the archive may lack
    /// some.
    let isPast: Bool

    /// Nil where no archive tells of attempts.
    init?(_ row: NotificationStory) {
        guard let first = row.attempts.first else { return nil }
        attempts = row.attempts
        isPast = Self.isPast(row)
        outcome =
            if row.attempts.contains(where: Self.succeeded) {
                Self.succeeded(first) ? .delivered : .late
            } else if !row.attempts.allSatisfy({ DeliveryRetries.failures.contains($0.result) }) {
                .unknown
            } else {
                Self.isOver(row) ? .never : .pending
            }
    }

    private static func succeeded(_ attempt: SendAttempt) -> Bool { attempt.result == "SUCCESS" }

    /// Whether no attempt is to come: in Sandbox there is one, in Production there are six within a known time.
    private static func isOver(_ row: NotificationStory) -> Bool {
        guard row.environment != StoreEnvironment.sandbox.text else { return true }
        let dates = row.attempts.compactMap(\.attemptDate)
        if dates.count >= DeliveryRetries.productionCount { return true }
        guard let first = dates.min(), let horizon = row.horizon else { return false }
        return first + DeliveryRetries.production < horizon
    }

    private static func isPast(_ row: NotificationStory) -> Bool {
        guard let start = row.attempts.compactMap(\.attemptDate).min() ?? row.saidAt, let horizon = row.horizon
        else { return false }
        return start + DeliveryRetries.production < horizon
    }

    /// Whether the team's server missed it when it was said.
    var isRemarkable: Bool { outcome != .delivered }

    /// What happened, in one clause.
    var phrase: String {
        let failed = attempts.prefix { !Self.succeeded($0) }
        let failures = "\(TextLayout.count(failed.count, "attempt")) failed (\(Self.words(failed)))"
        let last = failed.last?.attemptDate.map { ", the last on \(Instant.text($0))" } ?? ""
        switch outcome {
        case .delivered: return "delivered to your server"
        case .late:
            let success = attempts.first(where: Self.succeeded)?.attemptDate
            return
                "delivered late to your server\(success.map { ", on \(Instant.text($0))" } ?? ""): \(failures) before"
        case .never: return "never delivered to your server: \(failures)\(last); \(Self.origin)"
        case .pending where isPast:
            return
                "not delivered to your server at first: \(failures)\(last); later attempts are not told; \(Self.origin)"
        case .pending: return "not delivered to your server so far: \(failures)\(last); more may follow; \(Self.origin)"
        case .unknown: return "delivery to your server unknown: \(Self.words(failed))\(last)"
        }
    }

    private static let origin = "it is known from Apple's history"

    /// The results, each once, in the order of their first coming.
    private static func words(_ attempts: ArraySlice<SendAttempt>) -> String {
        var words: [String] = []
        for attempt in attempts where !words.contains(attempt.result) { words.append(attempt.result) }
        return words.joined(separator: ", ")
    }
}
