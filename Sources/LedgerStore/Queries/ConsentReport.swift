/// The report for a privacy team: one row a withdrawn consent and purchase concerned.
///
/// A query and no view: it reads every ledger of the schema's version, whenever that was made.
enum ConsentReport {
    static let name = "consent_report"

    /// States at each app's horizon; a subscription is still billing unless its end is known.
    ///
    /// Cost: an index look-up of each table per row, and one sort.
    static let query = """
        SELECT c.app, c.environment, c.app_transaction_id, c.notification_uuid, c.withdrawn_at, c.returned_at,
            c.return_evidence, coalesce(c.match, 'orphan') AS match, c.original_transaction_id, c.product_type,
            c.product_id, c.in_app_ownership_type, c.account_tokens, c.state, c.still_billing,
            iif(c.still_billing, c.renewal_date, NULL) AS next_billing_at,
            iif(c.still_billing, coalesce(c.auto_renew_product_id, c.product_id), NULL) AS next_product_id,
            iif(c.still_billing, r.renewal_price, NULL) AS next_price,
            iif(c.still_billing, r.currency, NULL) AS next_currency, c.last_seen_at, c.as_of
        FROM (
            SELECT p.*,
                CASE WHEN p.is_subscription THEN p.auto_renew_status = 1
                    AND p.in_app_ownership_type IS NOT 'FAMILY_SHARED' AND p.in_app_ownership_type IS NOT 'ASSIGNED'
                    AND p.state IN ('active', 'grace-period', 'billing-retry', 'unconfirmed')
                END AS still_billing,
                CASE WHEN p.is_subscription THEN (
                    SELECT n.rowid FROM renewal_snapshots n
                    WHERE n.original_transaction_id = p.original_transaction_id AND n.environment = p.environment
                        AND n.app = p.app
                    ORDER BY coalesce(n.signed_date, n.said_at) DESC, n.content_digest LIMIT 1
                ) END AS newest_renewal
            FROM (
                SELECT o.app, o.environment, o.app_transaction_id, o.notification_uuid, o.withdrawn_at, o.returned_at,
                    o.return_evidence, j.match, j.original_transaction_id, t.type AS product_type,
                    coalesce(s.product_id, t.product_id) AS product_id,
                    coalesce(s.in_app_ownership_type, t.in_app_ownership_type) AS in_app_ownership_type,
                    s.original_transaction_id IS NOT NULL AS is_subscription, s.auto_renew_status, s.renewal_date,
                    s.auto_renew_product_id,
                    (
                        SELECT group_concat(k.id, ' ') FROM (
                            SELECT i.id FROM identifiers i
                            WHERE i.original_transaction_id = j.original_transaction_id
                                AND i.environment = j.environment AND i.app = j.app AND i.kind = 'app-account-token'
                            ORDER BY i.id
                        ) k
                    ) AS account_tokens,
                    CASE WHEN j.match IS NOT NULL AND h.horizon IS NOT NULL THEN coalesce(
                        (
                            SELECT CASE a.origin WHEN 'grace' THEN 'grace-period' ELSE 'active' END
                            FROM access_intervals a
                            WHERE a.original_transaction_id = j.original_transaction_id
                                AND a.environment = j.environment AND a.app = j.app AND a.starts_at <= h.horizon
                                AND (a.ends_at IS NULL OR a.ends_at > h.horizon)
                        ),
                        (
                            SELECT l.state FROM access_lapses l
                            WHERE l.original_transaction_id = j.original_transaction_id
                                AND l.environment = j.environment AND l.app = j.app AND l.starts_at <= h.horizon
                                AND (l.ends_at IS NULL OR l.ends_at > h.horizon)
                        ),
                        'none'
                    ) END AS state,
                    (
                        SELECT max(w.said_at) FROM (
                            SELECT x.said_at FROM transaction_snapshots x
                            WHERE x.original_transaction_id = j.original_transaction_id
                                AND x.environment = j.environment AND x.app = j.app
                            UNION ALL
                            SELECT y.said_at FROM renewal_snapshots y
                            WHERE y.original_transaction_id = j.original_transaction_id
                                AND y.environment = j.environment AND y.app = j.app
                        ) w
                    ) AS last_seen_at,
                    h.horizon AS as_of
                FROM consent_outcomes o
                LEFT JOIN consent_joins j ON j.notification_uuid = o.notification_uuid
                    AND j.environment = o.environment AND j.app = o.app AND j.content_digest = o.content_digest
                    AND j.app_transaction_id = o.app_transaction_id
                LEFT JOIN subscriptions s ON s.original_transaction_id = j.original_transaction_id
                    AND s.environment = j.environment AND s.app = j.app
                LEFT JOIN transactions t ON t.rowid = (
                    SELECT z.rowid FROM transactions z
                    WHERE z.original_transaction_id = j.original_transaction_id AND z.environment = j.environment
                        AND z.app = j.app
                    ORDER BY z.purchase_date DESC, z.transaction_id DESC LIMIT 1
                )
                LEFT JOIN horizons h ON h.app = o.app AND h.environment = o.environment
            ) p
        ) c
        LEFT JOIN renewal_snapshots r ON r.rowid = c.newest_renewal
        """
}
