internal import Dispatch
internal import Glibc
internal import NotificationLedger

/// Turns SIGINT and SIGTERM into a stop request: the run ends at the next safe place.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// Watches until the value goes away.
    init(_ stop: StopRequest) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number,
                queue: DispatchQueue(label: "storeledger.signals")
            )
            source.setEventHandler { stop.request(signal: number) }
            source.resume()
            return source
        }
    }

    /// The exit code of a run that a signal ended.
    static func exitCode(_ stop: StopRequest) -> ExitCode? {
        stop.pending.map { $0 == SIGTERM ? .terminated : .interrupted }
    }
}
