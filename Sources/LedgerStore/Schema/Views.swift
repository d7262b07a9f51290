/// The views for people who ask the ledger with SQL of their own.
enum Views {
    static let names = ["current_entitlements", "account_entitlements", "revoked_access", "daily_events"]

    static let definitions = """
        CREATE VIEW current_entitlements AS
        SELECT h.app, h.environment, i.original_transaction_id,
            CASE i.origin WHEN 'grace' THEN 'grace-period' ELSE 'active' END AS state, i.origin AS cause,
            i.product_id, i.transaction_id, i.starts_at AS since, i.ends_at AS until, s.app_account_token,
            s.app_transaction_id,
            EXISTS (SELECT 1 FROM consent_joins j JOIN consent_outcomes c USING (notification_uuid, environment,
                content_digest) WHERE j.original_transaction_id = i.original_transaction_id
                AND j.environment = i.environment AND j.app = i.app AND c.returned_at IS NULL) AS consent_withdrawn,
            h.horizon AS as_of
        FROM horizons h JOIN access_intervals i ON i.app = h.app AND i.environment = h.environment
            AND i.starts_at <= h.horizon AND (i.ends_at IS NULL OR i.ends_at > h.horizon)
        LEFT JOIN subscriptions s ON s.original_transaction_id = i.original_transaction_id
            AND s.environment = i.environment AND s.app = i.app
        UNION ALL
        SELECT h.app, h.environment, l.original_transaction_id, l.state, l.cause, s.product_id, NULL, l.starts_at,
            l.ends_at, s.app_account_token, s.app_transaction_id,
            EXISTS (SELECT 1 FROM consent_joins j JOIN consent_outcomes c USING (notification_uuid, environment,
                content_digest) WHERE j.original_transaction_id = l.original_transaction_id
                AND j.environment = l.environment AND j.app = l.app AND c.returned_at IS NULL),
            h.horizon
        FROM horizons h JOIN access_lapses l ON l.app = h.app AND l.environment = h.environment
            AND l.starts_at <= h.horizon AND (l.ends_at IS NULL OR l.ends_at > h.horizon)
        LEFT JOIN subscriptions s ON s.original_transaction_id = l.original_transaction_id
            AND s.environment = l.environment AND s.app = l.app;

        CREATE VIEW account_entitlements AS
        SELECT app, environment, lower(app_account_token) AS app_account_token, original_transaction_id, product_id,
            state, cause, since, until, consent_withdrawn, as_of
        FROM current_entitlements WHERE app_account_token IS NOT NULL;

        CREATE VIEW revoked_access AS
        SELECT app, environment, original_transaction_id, kind, transaction_id, product_id, app_transaction_id,
            revoked_at, reason, percentage, amount, currency, removed_from, removed_until, reversed_at, reversal
        FROM revocations WHERE removed_access = 1 OR kind = 'consent-rescinded';

        CREATE VIEW daily_events AS
        SELECT app, environment, date(said_at / 1000, 'unixepoch') AS day, notification_type, subtype, event,
            count(*) AS notifications
        FROM notifications GROUP BY 1, 2, 3, 4, 5, 6;
        """
}
