/// What an audit compares with what, and how it tells of it.
public struct AuditOptions: Sendable {
    /// How the team's grants are written.
    public enum SourceFormat: String, CaseIterable, Sendable {
        case csv
        case jsonl
    }

    /// How findings are written.
    public enum FindingsFormat: String, CaseIterable, Sendable {
        case table
        case csv
        case jsonl
    }

    /// Whether a customer in a billing grace period is entitled.
    public enum Grace: String, CaseIterable, Sendable {
        case grants
        case denies
    }

    /// A row is compared only if this column has this value.
    public struct Condition: Sendable, Equatable {
        /// The column's name, or the name of what it is mapped to.
        public var column: String
        /// The value; letter case matters.
        public var value: String

        /// A condition.
        public init(column: String, value: String) {
            self.column = column
            self.value = value
        }
    }

    /// The ledger's file.
    public var ledger: String
    /// The grants: a file, or `-` for standard input.
    public var entitlements: String
    /// How they are written; nil lets the first bytes tell.
    public var sourceFormat: SourceFormat?
    /// The SELECT that gives the grants where they are an SQLite database.
    public var query: String?
    /// What the columns are called, by what they mean; an empty name leaves a meaning out.
    public var columns: [String: String] = [:]
    /// All of them must hold for a row to be compared.
    public var conditions: [Condition] = []
    /// A file that gives products their access level and, where they do not renew, their duration.
    public var products: String?
    /// The instant of the comparison, milliseconds since 1970; nil for each app's horizon.
    public var asOf: Int64?
    /// Leaves out what was said later.
    public var knownBy: Int64?
    /// How far two expiries may lie apart and still count as equal.
    public var tolerance = CalendarDuration(milliseconds: 3_600_000)
    /// Whether grace counts as entitled.
    public var grace = Grace.grants
    /// The environment that the grants are meant for.
    ///
    /// nil means Production for rows that name none; `any` lets purchases
    /// of every environment count.
    public var environment: RecordPolicy.Environments?
    /// Only purchases of these apps, if there are any.
    public var bundleIds: Set<String> = []
    /// How findings are written.
    public var findingsFormat = FindingsFormat.table
    /// The classes that are told and decide about the exit status; nil for ``AuditClass/toldByDefault``.
    public var only: Set<AuditClass>?

    /// An audit of a source against a ledger.
    public init(ledger: String, entitlements: String) {
        self.ledger = ledger
        self.entitlements = entitlements
    }
}
