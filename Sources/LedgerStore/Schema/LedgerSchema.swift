internal import NotificationModel

/// The ledger's schema: its version, its mark, and all statements that make it.
package enum LedgerSchema {
    /// The version in `PRAGMA user_version`.
    package static let version = 1

    /// The mark in `PRAGMA application_id`: the letters `slgr`.
    package static let applicationID: UInt32 = 0x736C_6772

    static let tables = FactTables.all + DerivedTables.all + BookTables.all

    /// All statements, in order; run inside one transaction.
    static var definition: String {
        tables.map(\.definition).joined() + Views.definitions
            + "\nPRAGMA application_id = \(applicationID);\nPRAGMA user_version = \(version);"
    }
}
