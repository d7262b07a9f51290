/// A run that could not be carried out: what and where, in one line, and what to do next.
public struct LedgerRunError: Error, Sendable, Equatable {
    /// What sort of failure it is; it decides the exit code.
    public enum Kind: Sendable {
        /// A path that was named is not there.
        case missingPath
        /// An option's value is impossible.
        case impossibleValue
        /// The run failed: a disk, a lock, a ledger that is not ours.
        case failed
        /// What was asked for is not in the ledger.
        case notFound
        /// The program contradicts itself; nothing is committed from then on.
        case internalFault
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// The line for people.
    public let message: String

    /// A failure with its line.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
