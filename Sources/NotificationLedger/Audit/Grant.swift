internal import NotificationModel

/// What one row of the team's export says.
struct Grant {
    /// An id that the row gives.
    struct ID {
        let column: GrantColumn
        let number: PurchaseID
        let position: Int
    }

    /// A row that cannot be compared, and what was expected.
    struct Unusable: Error, Equatable {
        let reason: String
    }

    /// The ids given, in the order in which they are tried.
    var ids: [ID] = []
    var product: String?
    /// Milliseconds since 1970; `.max` for a grant without end.
    var expires: Int64?
    /// What the row itself says; nil where it says nothing.
    var isActive: Bool?
    var app: String?
    var environment: String?
    var account: String?
    var ownership: String?

    /// Reads a row.
    mutating func read(_ cells: borrowing GrantCells, _ plan: ColumnPlan) throws(Unusable) {
        ids.removeAll(keepingCapacity: true)
        for column in GrantColumn.ids {
            guard let position = plan.position(of: column) else { continue }
            if column != .appAccountToken, cells.withBytes(at: position, PurchaseID.isDecimal) ?? false {
                throw Unusable(
                    reason:
                        "an id as a decimal number, like 4.1E+14 or 410000000000001.0, as spreadsheets and data frames "
                        + "write it: its digits may be lost; export the column as text"
                )
            }
            guard let number = cells.withBytes(at: position, { PurchaseID($0, isToken: column == .appAccountToken) }),
                let number
            else { continue }
            ids.append(ID(column: column, number: number, position: position))
        }
        func text(_ column: GrantColumn) -> String? { plan.position(of: column).flatMap { cells.text(at: $0) } }
        product = text(.product)
        app = text(.app)
        account = text(.account)
        ownership = text(.ownership)?.uppercased()
        environment = text(.environment).map(Self.environment)
        expires = nil
        isActive = nil
        guard !ids.isEmpty else { throw Unusable(reason: "no id") }
        if let text = text(.expires) {
            guard let instant = GrantValues.instant(text) else {
                throw Unusable(
                    reason: "expires is no instant; expected ISO 8601, or seconds or milliseconds since 1970"
                )
            }
            expires = instant
        }
        if let text = text(.active) {
            guard let value = GrantValues.truth(text) else {
                throw Unusable(reason: "active is neither true nor false; expected true, false, 1, 0, t, f, yes or no")
            }
            isActive = value
        }
    }

    private static func environment(_ text: String) -> String {
        switch text.lowercased() {
        case "production", "prod": StoreEnvironment.production.text
        case "sandbox": StoreEnvironment.sandbox.text
        case "xcode": StoreEnvironment.xcode.text
        case "localtesting": StoreEnvironment.localTesting.text
        default: text
        }
    }
}
