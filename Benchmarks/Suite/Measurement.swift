import CAllocationCount
import CGoogleBenchmark

/// Runs a scenario inside Google Benchmark: compares, counts allocations, then measures yardstick and subject by turns.
///
/// A ratio is taken from each pair of neighbouring passes and the median of them is reported, so that a machine that
/// is busy with other things slows both sides of a ratio alike.
@safe
final class Measurement {
    private let scenario: Scenario
    private let pairs: Int
    /// Becomes true when a scenario could not be measured.
    nonisolated(unsafe) static var hasFailed = false

    init(_ scenario: Scenario, pairs: Int) {
        self.scenario = scenario
        self.pairs = pairs
    }

    /// Registers the scenario; it lives as long as the program.
    func register() {
        // Safe: the object is retained for good, and the library copies the name.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe CGoogleBenchmark_register(
            scenario.name,
            Int64(pairs),
            { state, context in
                guard let state = unsafe state, let context = unsafe context else { return }
                unsafe Unmanaged<Measurement>.fromOpaque(context).takeUnretainedValue().run(state)
            },
            context
        )
    }

    private func run(_ state: OpaquePointer) {
        do {
            let trial = try scenario.prepare()
            try trial.compare()
            try unsafe measure(trial, state)
        } catch {
            unsafe Measurement.hasFailed = true
            unsafe CGoogleBenchmark_skipWithError(state, "\(error)")
            // The library wants its loop to be entered.
            while unsafe CGoogleBenchmark_keepRunning(state) {}
        }
    }

    /// Seconds that an iteration lasts at least: short passes are made more often.
    private static let leastSeconds = 0.1
    private static let mostTurns = 24

    private func measure(_ trial: Trial, _ state: OpaquePointer) throws {
        try trial.resetSubject()
        try trial.subject()
        try trial.resetSubject()
        CAllocationCount_beginOnAllThreads()
        try trial.subject()
        let allocations = Double(CAllocationCount_endOnAllThreads())
        let start = Trial.Clock.wall.now
        _ = try timed(trial, trial.resetYardstick, trial.yardstick)
        _ = try timed(trial, trial.resetSubject, trial.subject)
        let turns = min(Self.mostTurns, max(1, Int(Self.leastSeconds / (Trial.Clock.wall.now - start))))
        var yardsticks: [Double] = []
        var subjects: [Double] = []
        var walls: [Double] = []
        var isTurned = false
        while unsafe CGoogleBenchmark_keepRunning(state) {
            for _ in 0..<turns {
                if isTurned {
                    subjects.append(try timed(trial, trial.resetSubject, trial.subject, &walls))
                    yardsticks.append(try timed(trial, trial.resetYardstick, trial.yardstick))
                } else {
                    yardsticks.append(try timed(trial, trial.resetYardstick, trial.yardstick))
                    subjects.append(try timed(trial, trial.resetSubject, trial.subject, &walls))
                }
                isTurned.toggle()
            }
            // The time of a notification, so that charts do not depend on the corpus's size.
            let seconds = Self.median(Array(subjects.suffix(turns)))
            unsafe CGoogleBenchmark_setIterationTime(state, seconds / Double(trial.amount.notifications))
        }
        let ratios = zip(yardsticks, subjects).map { $0 / $1 }.sorted()
        let seconds = Self.median(subjects)
        let notifications = Double(trial.amount.notifications)
        unsafe CGoogleBenchmark_setLabel(state, trial.yardstickName)
        var counters: [(String, Double)] = [
            ("ratio", Self.median(ratios)), ("ratio_low", ratios[ratios.count / 4]),
            ("ratio_high", ratios[ratios.count * 3 / 4]), ("us_per_notification", seconds * 1e6 / notifications),
            ("yardstick_us_per_notification", Self.median(yardsticks) * 1e6 / notifications),
            ("wall_us_per_notification", Self.median(walls) * 1e6 / notifications),
            ("notifications_per_second", notifications / seconds),
            ("allocations_per_record", allocations / notifications),
        ]
        if trial.amount.signatures > 0 {
            counters.append(("signatures_per_second", Double(trial.amount.signatures) / seconds))
        }
        if trial.amount.bytes > 0 { counters.append(("bytes_per_second", Double(trial.amount.bytes) / seconds)) }
        if trial.amount.slabs > 0 {
            counters.append(("allocations_per_slab", allocations / Double(trial.amount.slabs)))
        }
        for (name, value) in counters { unsafe CGoogleBenchmark_setCounter(state, name, value) }
    }

    private func timed(
        _ trial: Trial,
        _ reset: () throws -> Void,
        _ pass: () throws -> Void,
        _ walls: inout [Double]
    ) throws -> Double {
        try reset()
        let wall = Trial.Clock.wall.now
        let start = trial.clock.now
        try pass()
        let seconds = trial.clock.now - start
        walls.append(Trial.Clock.wall.now - wall)
        return seconds
    }

    private func timed(_ trial: Trial, _ reset: () throws -> Void, _ pass: () throws -> Void) throws -> Double {
        var unused: [Double] = []
        return try timed(trial, reset, pass, &unused)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
