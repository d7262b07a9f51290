/// The tables of what follows from the facts; every row is replaced when its key's facts change.
enum DerivedTables {
    static let transactions = Table(
        name: "transactions",
        kind: .derived,
        columns: keyColumns + [
            .text("transaction_id", required: true), .text("previous_original_transaction_id"),
            .text("web_order_line_item_id"), .text("product_id"), .text("subscription_group_identifier"),
            .integer("purchase_date"), .integer("original_purchase_date"), .integer("expires_date"),
            .integer("quantity"), .text("type"), .text("app_account_token"), .text("in_app_ownership_type"),
            .integer("signed_date"), .integer("revocation_date"), .integer("revocation_reason"),
            .text("revocation_type"), .integer("revocation_percentage"), .integer("is_upgraded"),
            .text("transaction_reason"), .integer("price"), .text("currency"), .text("app_transaction_id"),
            .text("billing_plan_type"), .text("additional_transaction_reason"), .text("notification_uuid"),
            .text("superseded_by"), .integer("snapshot_count", required: true),
        ],
        indexes: [.byKey(of: "transactions")]
    )

    static let subscriptions = Table(
        name: "subscriptions",
        kind: .derived,
        columns: keyColumns + [
            .text("product_id"), .text("subscription_group_identifier"), .text("in_app_ownership_type"),
            .integer("first_purchase_date"), .integer("latest_expires_date"), .integer("auto_renew_status"),
            .text("auto_renew_product_id"), .integer("renewal_date"), .text("app_account_token"),
            .text("app_transaction_id"), .text("previous_original_transaction_id"), .integer("last_said_at"),
        ],
        indexes: [.byKey(of: "subscriptions")]
    )

    static let accessIntervals = Table(
        name: "access_intervals",
        kind: .derived,
        columns: keyColumns + [
            .integer("starts_at", required: true), .integer("ends_at"), .text("origin", required: true),
            .text("end_cause", required: true), .text("transaction_id"), .text("product_id"),
        ],
        indexes: [.byKey(of: "access_intervals")]
    )

    static let accessLapses = Table(
        name: "access_lapses",
        kind: .derived,
        columns: keyColumns + [
            .integer("starts_at", required: true), .integer("ends_at"), .text("state", required: true),
            .text("cause"),
        ],
        indexes: [.byKey(of: "access_lapses")]
    )

    static let productChanges = Table(
        name: "product_changes",
        kind: .derived,
        columns: keyColumns + [
            .integer("changed_at", required: true), .text("from_product_id"), .text("to_product_id", required: true),
            .text("transaction_id", required: true),
        ],
        indexes: [.byKey(of: "product_changes")]
    )

    /// A withdrawn consent stands here too, without an original transaction id.
    static let revocations = Table(
        name: "revocations",
        kind: .derived,
        columns: looseKeyColumns + [
            .text("kind", required: true), .text("transaction_id"), .text("product_id"), .text("app_transaction_id"),
            .integer("revoked_at"), .integer("reason"), .integer("percentage"), .integer("amount"),
            .text("currency"), .integer("removed_access", required: true), .integer("removed_from"),
            .integer("removed_until"), .integer("reversed_at"), .text("reversal"),
            .integer("purchase_seen", required: true),
        ],
        indexes: [.byKey(of: "revocations")]
    )

    static let refundRequests = Table(
        name: "refund_requests",
        kind: .derived,
        columns: keyColumns + [
            .text("transaction_id", required: true), .integer("first_requested_at", required: true),
            .integer("request_count", required: true), .text("reason"), .text("outcome"), .integer("outcome_at"),
        ],
        indexes: [.byKey(of: "refund_requests")]
    )

    static let discrepancies = Table(
        name: "discrepancies",
        kind: .derived,
        columns: looseKeyColumns + [
            .text("code", required: true), .text("severity", required: true), .text("notification_uuid"),
            .text("transaction_id"), .integer("instant"), .text("sentence", required: true),
        ],
        indexes: [.byKey(of: "discrepancies")],
        fingerprintCondition: "code NOT IN ('incomplete-archive', 'never-delivered')"
    )

    static let consentOutcomes = Table(
        name: "consent_outcomes",
        kind: .derived,
        columns: [
            .text("app", required: true), .text("environment", required: true),
            .text("app_transaction_id", required: true), .text("notification_uuid", required: true),
            .blob("content_digest", required: true), .integer("withdrawn_at"), .integer("returned_at"),
            .text("return_evidence"),
        ]
    )

    /// The purchases that a withdrawn consent concerns.
    static let consentJoins = Table(
        name: "consent_joins",
        kind: .derived,
        columns: keyColumns + [
            .text("app_transaction_id", required: true), .text("notification_uuid", required: true),
            .blob("content_digest", required: true), .text("match", required: true),
        ],
        indexes: [.byKey(of: "consent_joins")]
    )

    /// Every id by which a key can be asked for; account tokens in lower case.
    static let identifiers = Table(
        name: "identifiers",
        kind: .derived,
        columns: keyColumns.reversed() + [.text("kind", required: true), .text("id", required: true)],
        // In the order in which keys are derived: a first derivation only appends.
        primaryKey: ["original_transaction_id", "environment", "app", "kind", "id"],
        indexes: [Table.Index(name: "identifiers_by_id", terms: "id, kind")]
    )

    /// The tables whose rows a key's derivation replaces.
    static let byKey = [
        transactions, subscriptions, accessIntervals, accessLapses, productChanges, revocations, refundRequests,
        discrepancies, identifiers,
    ]

    static let all = byKey + [consentOutcomes, consentJoins]

    private static let keyColumns: [Column] = [
        .text("app", required: true), .text("environment", required: true),
        .text("original_transaction_id", required: true),
    ]

    private static let looseKeyColumns: [Column] = [
        .text("app", required: true), .text("environment", required: true), .text("original_transaction_id"),
    ]
}
