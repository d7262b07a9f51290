import CGoogleBenchmark

/// Counts the instructions of one pass of a scenario under callgrind, which writes them as a profile of its name.
///
/// Counts repeat where times do not: they tell a slowdown of the portable path on any machine, however busy.
@safe
final class InstructionCount {
    private let trial: Trial
    private var failure: (any Error)?

    /// Compares the answers and warms up.
    init(_ scenario: Scenario) throws {
        trial = try scenario.prepare()
        try trial.compare()
        try trial.resetSubject()
        try trial.subject()
        try trial.resetSubject()
    }

    /// Counts one pass.
    func run(as name: String) throws {
        // Safe: the object outlives the call that uses the pointer.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe CGoogleBenchmark_countInstructions(
            "\(name) \(trial.amount.notifications)",
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<InstructionCount>.fromOpaque(context).takeUnretainedValue().pass()
            },
            context
        )
        if let failure { throw failure }
    }

    private func pass() {
        do { try trial.subject() } catch { failure = error }
    }
}
