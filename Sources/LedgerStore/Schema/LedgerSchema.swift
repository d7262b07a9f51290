internal import NotificationModel

/// The ledger's schema: its version, its mark, and all statements that make it.
package enum LedgerSchema {
    /// The version in `PRAGMA user_version`.
    package static let version = 1

    /// The mark in `PRAGMA application_id`: the letters `slgr`.
    package static let applicationID: UInt32 = 0x736C_6772

    /// The tables whose rows a fresh ledger's load tells apart without their indexes.
    static let loadedTables = [FactTables.notifications, FactTables.sendAttempts]

    static let tables = FactTables.all + DerivedTables.all + BookTables.all

    /// The statements that make the tables, in order; run inside one transaction.
    ///
    /// The indexes by which rows are found are made by the first derivation.
    static var definition: String {
        tables.map(\.definition).joined() + Views.definitions
            + "\nPRAGMA application_id = \(applicationID);\nPRAGMA user_version = \(version);"
    }

    /// The statements that make what is missing of the indexes over tables of a kind.
    static func searchIndexes(of kind: Table.Kind) -> String {
        tables.filter { $0.kind == kind }.map(\.searchIndexes).joined()
    }
}
