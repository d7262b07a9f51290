internal import Dispatch
internal import NotificationLedger

/// Shows how far a run is: a bar on a terminal, a plain line now and then elsewhere.
final class ProgressDisplay {
    enum Mode: String, CaseIterable {
        case auto
        case always
        case never
    }

    private let progress: RunProgress
    private let timer: any DispatchSourceTimer
    private let isTerminal: Bool
    private let tellsEnd: Bool
    private let start = ContinuousClock.now

    /// Starts to show the progress; nil where the mode or `--quiet` says not to.
    static func start(_ progress: RunProgress, _ arguments: CommandArguments) throws -> ProgressDisplay? {
        let mode = try arguments.choice("--progress", default: Mode.auto)
        guard !arguments.has("--quiet"), mode != .never else { return nil }
        return ProgressDisplay(progress, isTerminal: StandardOutput.errorIsTerminal, tellsEnd: mode == .always)
    }

    private init(_ progress: RunProgress, isTerminal: Bool, tellsEnd: Bool) {
        self.progress = progress
        self.isTerminal = isTerminal
        self.tellsEnd = tellsEnd
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "storeledger.progress"))
        let interval = isTerminal ? 0.2 : 10.0
        let start = start
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler {
            let elapsed = ContinuousClock.now - start
            let line = Self.line(progress.reading, seconds: Double(elapsed.components.seconds), bar: isTerminal)
            StandardOutput.writeError(isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
        }
        timer.resume()
    }

    /// Stops and clears the bar; outside of a terminal a last line tells the end where progress was asked for.
    func stop() {
        timer.cancel()
        if isTerminal {
            StandardOutput.writeError("\r\u{1B}[K")
        } else if tellsEnd {
            let elapsed = ContinuousClock.now - start
            let line = Self.line(progress.reading, seconds: Double(elapsed.components.seconds), bar: false)
            StandardOutput.writeError("\(line)\n")
        }
    }

    /// One reading in words: stage, records, rate, and the time left where the size of the input is known.
    static func line(_ reading: RunProgress.Reading, seconds: Double, bar: Bool) -> String {
        let rate = seconds > 0 ? Int(Double(reading.records) / seconds) : 0
        var line = "\(reading.stage.rawValue): \(reading.records) records"
        if rate > 0 { line += ", \(rate)/s" }
        guard reading.totalBytes > 0, reading.stage == .reading else { return line }
        let share = min(1, Double(reading.bytes) / Double(reading.totalBytes))
        if share > 0.01, seconds >= 1 {
            line += ", \(Int(seconds / share - seconds)) s left"
        }
        guard bar else { return "\(line) (\(Int(share * 100)) %)" }
        let width = 24
        let filled = Int(share * Double(width))
        let cells = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(cells)] \(Int(share * 100)) % \(line)"
    }
}
