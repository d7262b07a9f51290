/// Where a reconciliation writes, and what it is asked.
public struct ReconciliationOptions: Sendable {
    /// Where rejected records are kept.
    public enum Quarantine: Sendable, Equatable {
        /// A directory beside the ledger, named like it with `.rejected`.
        case besideLedger
        case directory(String)
        case none
    }

    /// The ledger's path.
    public var ledger: String
    /// Where rejected records are kept.
    public var quarantine = Quarantine.besideLedger
    /// The instant of the summary's states; nil for each app's horizon.
    public var asOf: Int64?
    /// Leaves out of the summary's states what was said later.
    public var knownBy: Int64?
    /// Reads sources again that were finished before.
    public var rereads = false

    /// The directory of rejected records; nil if none are kept.
    var quarantineDirectory: String? {
        switch quarantine {
        case .none: nil
        case .besideLedger: ledger + ".rejected"
        case .directory(let path): path
        }
    }

    /// A reconciliation into this ledger.
    public init(ledger: String) {
        self.ledger = ledger
    }
}
