internal import NotificationLedger

/// How the command ended, for scripts.
enum ExitCode: Int32 {
    /// Done.
    case success = 0
    /// Failed, or not found.
    case failure = 1
    /// Wrong usage, an impossible value, or a path that is not there.
    case usage = 2
    /// Done, but the input was not whole.
    case inputNotWhole = 3
    /// Done, with findings.
    case findings = 4
    /// An internal error; nothing is committed from then on.
    case internalError = 70
    /// Stopped by SIGINT.
    case interrupted = 130
    /// Stopped by SIGTERM.
    case terminated = 143

    /// How a command ends whose run failed.
    init(_ kind: LedgerRunError.Kind) {
        self =
            switch kind {
            case .missingPath, .impossibleValue: .usage
            case .failed, .notFound: .failure
            case .internalFault: .internalError
            }
    }
}
