/// A table, view or report of the ledger that can be read row by row.
package struct LedgerRelation: Sendable, Equatable {
    /// What its rows are.
    package enum Kind: String, Sendable {
        case fact
        case derived
        case book
        case view
        /// A query of this module's over the other kinds; the file holds nothing of that name.
        case report
    }

    /// The name, which is the table's or the view's in the file.
    package let name: String
    package let kind: Kind
    /// What a row tells, in one sentence.
    package let sentence: String

    /// All of them: facts, derived tables, books, views, reports, each kind in the schema's order.
    package static let all: [LedgerRelation] =
        LedgerSchema.tables.map { LedgerRelation(name: $0.name, kind: Kind($0.kind), sentence: sentence($0.name)) }
        + Views.names.map { LedgerRelation(name: $0, kind: .view, sentence: sentence($0)) }
        + [LedgerRelation(name: ConsentReport.name, kind: .report, sentence: sentence(ConsentReport.name))]

    /// The SQL that stands behind FROM; made of this module's own constants.
    var source: String {
        kind == .report ? "(\(ConsentReport.query))" : name
    }

    private static func sentence(_ name: String) -> String {
        guard let sentence = sentences[name] else { preconditionFailure("\(name) has no sentence") }
        return sentence
    }

    private static let sentences = [
        "notifications": "A notification as Apple said it, once by environment and UUID.",
        "conflicts": "Another content under the identity of a notification.",
        "transaction_snapshots": "What a notification said of a transaction.",
        "renewal_snapshots": "What a notification said of a renewal.",
        "consents": "What a notification said of an app transaction when consent was withdrawn.",
        "external_purchase_tokens": "What a notification said of an external purchase token.",
        "extension_summaries": "What a notification said of a mass extension of renewal dates.",
        "send_attempts": "An attempt of Apple's to deliver a notification.",
        "transactions": "A transaction by its newest snapshot.",
        "subscriptions": "An auto-renewable subscription by its newest word.",
        "access_intervals": "A time with access, what gave it and what ended it.",
        "access_lapses": "A time without access after the first one, and why.",
        "product_changes": "A change of a subscription's product.",
        "revocations": "A revoked transaction, item or seat lot, or a withdrawn consent.",
        "refund_requests": "A refund request with its outcome.",
        "discrepancies": "Something that does not fit together.",
        "identifiers": "An id by which a purchase can be asked for.",
        "consent_outcomes": "A withdrawn consent and what shows a return.",
        "consent_joins": "A purchase that a withdrawn consent concerns.",
        "meta": "A property of the ledger as a whole.",
        "runs": "A run into the ledger.",
        "sources": "A source of a run and how far it was read.",
        "history_pages": "What a source's history pages say of the whole.",
        "coverage": "What fetch manifests say an archive covers.",
        "rejects": "A record or file that was not accepted, once by its bytes.",
        "reject_copies": "Where the bytes of a reject are kept.",
        "quarantines": "A quarantine file and its length at the last commit.",
        "dirty_keys": "A purchase whose derivation is not finished.",
        "horizons": "How far an app's knowledge reaches.",
        "current_entitlements": "A purchase's state at its app's horizon.",
        "account_entitlements": "The same by account token.",
        "revoked_access": "Access that was taken back, and withdrawn consents.",
        "daily_events": "Notifications by day, type and subtype.",
        ConsentReport.name: "A withdrawn consent and one purchase that it concerns, for a privacy team.",
    ]
}

extension LedgerRelation.Kind {
    fileprivate init(_ kind: Table.Kind) {
        switch kind {
        case .fact: self = .fact
        case .derived: self = .derived
        case .book: self = .book
        }
    }
}
