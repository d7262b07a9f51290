internal import Glibc

/// Why a ledger could not be opened or used; the file is as it was before.
package enum LedgerError: Error, Equatable, Sendable {
    /// No file at the path.
    case missing(path: String)
    /// The system refused the file: its error number.
    case unusable(path: String, errno: Int32)
    /// Another run holds the ledger; the holder where the kernel tells it.
    case held(path: String, holder: LedgerHolder?)
    /// The file is something else.
    case notALedger(path: String, found: String)
    /// A newer storeledger wrote the file.
    case newerVersion(path: String, found: Int, supported: Int)
    /// The file is a ledger with damage.
    case damaged(path: String, finding: String)
    /// A run into the ledger was cut short, and its journal must be applied by a run that may write.
    case interrupted(path: String)
    /// The ledger was made under other trust anchors: their fingerprints.
    case otherAnchors(path: String, recorded: [String])
    /// The ledger was made with the other answer about unsigned test environments.
    case otherUnsignedRule(path: String, recorded: Bool)
}

extension LedgerError: CustomStringConvertible {
    /// One line for people, with what to do next.
    package var description: String {
        switch self {
        case .missing(let path):
            return "\(path): there is no ledger"
        case .unusable(let path, let errno):
            // Safe: the C library owns the text until the next call; it is copied at once.
            let reason = unsafe String(cString: strerror(errno))
            return "\(path): \(reason)"
        case .held(let path, let holder):
            let who = holder.map { "process \($0.processID)" + ($0.command.map { " (\($0))" } ?? "") }
            return "\(path): in use by \(who ?? "another process"); wait for it to end"
        case .notALedger(let path, let found):
            return "\(path): not a storeledger ledger (\(found)); name another file"
        case .newerVersion(let path, let found, let supported):
            return
                "\(path): written by a newer storeledger (schema \(found), this one knows \(supported)); update first"
        case .damaged(let path, let finding):
            return "\(path): the ledger is damaged (\(finding)); restore a copy, or rebuild it from the archives"
        case .interrupted(let path):
            return "\(path): a run into this ledger was interrupted; run storeledger reconcile on it again, then ask"
        case .otherAnchors(let path, let recorded):
            let names = recorded.joined(separator: ", ")
            return "\(path): this ledger trusts other roots (\(names)); use those, or another ledger"
        case .otherUnsignedRule(let path, let recorded):
            let word = recorded ? "accepts" : "refuses"
            return "\(path): this ledger \(word) unsigned test environments; use the same option, or another ledger"
        }
    }
}
