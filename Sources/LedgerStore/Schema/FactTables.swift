internal import NotificationModel

/// The tables of what Apple said, one row a verified statement; their columns follow the wire objects' field tables.
enum FactTables {
    static let notificationFields = WireColumns(
        .notification,
        except: ["notificationUUID", "data", "appData", "summary", "externalPurchaseToken", "unclaimInfo"]
    )
    /// The members that containers share; for another container than `data` they are looked up by name.
    static let contentFields = WireColumns(.data, except: ["environment", "bundleId"])
    static let transactionFields = WireColumns(.transaction, except: ["environment"])
    static let renewalFields = WireColumns(.renewal, except: ["environment"])
    static let consentFields = WireColumns(.appTransaction)
    static let tokenFields = WireColumns(.externalPurchaseToken)
    static let summaryFields = WireColumns(.summary, except: ["environment"])

    static let notifications = Table(
        name: "notifications",
        kind: .fact,
        columns: notificationColumns,
        indexes: [
            Table.Index(name: "notifications_by_identity", terms: "notification_uuid, environment", isUnique: true),
            Table.Index(
                name: "notifications_by_key",
                terms: "original_transaction_id, environment, app",
                condition: "original_transaction_id IS NOT NULL"
            ),
            Table.Index(name: "notifications_by_day", terms: "app, environment, said_at"),
        ]
    )

    /// Contents that another content of the same identity outranks; both are the signer's word.
    static let conflicts = Table(
        name: "conflicts",
        kind: .fact,
        columns: notificationColumns,
        indexes: [
            Table.Index(
                name: "conflicts_by_identity",
                terms: "notification_uuid, environment, content_digest",
                isUnique: true
            ),
            Table.Index(
                name: "conflicts_by_key",
                terms: "original_transaction_id, environment, app",
                condition: "original_transaction_id IS NOT NULL"
            ),
        ]
    )

    static let transactionSnapshots = snapshots("transaction_snapshots", transactionFields, isKeyed: true)
    static let renewalSnapshots = snapshots("renewal_snapshots", renewalFields, isKeyed: true)
    static let consents = snapshots("consents", consentFields, isKeyed: false)
    static let externalPurchaseTokens = snapshots("external_purchase_tokens", tokenFields, isKeyed: false)
    static let extensionSummaries = snapshots("extension_summaries", summaryFields, isKeyed: false)

    /// Apple's attempts to deliver; the history pages tell them, no signature covers them.
    static let sendAttempts = Table(
        name: "send_attempts",
        kind: .fact,
        columns: [
            .text("app", required: true), .text("environment", required: true),
            .text("notification_uuid", required: true), .integer("attempt_date"), .text("result", required: true),
        ],
        indexes: [
            Table.Index(
                name: "send_attempts_by_identity",
                terms: "notification_uuid, environment, app, attempt_date IS NULL, coalesce(attempt_date, 0), result",
                isUnique: true
            )
        ]
    )

    static let all = [
        notifications, conflicts, transactionSnapshots, renewalSnapshots, consents, externalPurchaseTokens,
        extensionSummaries, sendAttempts,
    ]

    /// What every statement carries: whose it is, which notification's, which of its contents, and when it was said.
    static let lead: [Column] = [
        .text("app", required: true), .text("environment", required: true),
        .text("notification_uuid", required: true), .blob("content_digest", required: true), .integer("said_at"),
    ]

    private static let notificationColumns: [Column] =
        lead + notificationFields.columns + contentFields.columns + [
            .text("event"), .text("effect"), .text("container"), .text("original_transaction_id"),
            .text("transaction_id"), .text("app_transaction_id"), .text("product_id"),
            .text("leaf_serial", required: true, logical: false), .text("notes"), .text("unknown_members"),
            .text("content_unknown_members"), .text("raw_content"),
            .integer("source_id", required: true, logical: false),
            .integer("record_index", required: true, logical: false),
            .integer("stream_offset", required: true, logical: false),
            .integer("run_id", required: true, logical: false),
        ]

    private static func snapshots(_ name: String, _ fields: WireColumns, isKeyed: Bool) -> Table {
        Table(
            name: name,
            kind: .fact,
            columns: lead + fields.columns + [.text("unknown_members")],
            indexes: isKeyed
                ? [.byKey(of: name)]
                    + (fields.columns.contains { $0.name == "previous_original_transaction_id" }
                        ? [
                            Table.Index(
                                name: "\(name)_by_previous",
                                terms: "previous_original_transaction_id, environment, app",
                                condition: "previous_original_transaction_id IS NOT NULL"
                            )
                        ] : []) : [Table.Index(name: "\(name)_by_uuid", terms: "notification_uuid")]
        )
    }
}
