internal import NotificationModel

/// One column of a ledger table.
struct Column: Sendable {
    enum Storage: String, Sendable {
        case integer = "INTEGER"
        case text = "TEXT"
        case blob = "BLOB"
        case any = "ANY"
    }

    let name: String
    let storage: Storage
    let isRequired: Bool
    /// False for where a row came from and how often it was seen: such columns are in no fingerprint.
    let isLogical: Bool

    static func text(_ name: String, required: Bool = false, logical: Bool = true) -> Column {
        Column(name: name, storage: .text, isRequired: required, isLogical: logical)
    }

    static func integer(_ name: String, required: Bool = false, logical: Bool = true) -> Column {
        Column(name: name, storage: .integer, isRequired: required, isLogical: logical)
    }

    static func blob(_ name: String, required: Bool = false, logical: Bool = true) -> Column {
        Column(name: name, storage: .blob, isRequired: required, isLogical: logical)
    }

    static func any(_ name: String) -> Column {
        Column(name: name, storage: .any, isRequired: true, isLogical: false)
    }

    /// The column of a wire object's member; nil for a JWS, which is never stored.
    init?(_ field: WireField) {
        switch field.form {
        case .identifier, .text, .json: storage = .text
        case .instant, .integer, .integerIdentifier, .boolean: storage = .integer
        case .signed: return nil
        }
        name = field.column
        isRequired = false
        isLogical = true
    }

    private init(name: String, storage: Storage, isRequired: Bool, isLogical: Bool) {
        self.name = name
        self.storage = storage
        self.isRequired = isRequired
        self.isLogical = isLogical
    }

    var definition: String {
        "\(name) \(storage.rawValue)" + (isRequired ? " NOT NULL" : "")
    }
}
