/// Turns what was said about a key into what held; pure, without input, output or clock.
package enum Derivation {
    /// The rules' version; it opens every fingerprint, and a ledger of other rules is derived anew.
    package static let rulesVersion = 1

    /// Derives a key's purchases, whatever order its snapshots come in.
    package static func derive(_ history: PurchaseHistory) -> DerivedPurchases {
        DerivedPurchases(key: history.key)
    }
}

extension DerivedPurchases {
    /// The state at an instant; `horizon` bounds how far an access without a known end may be trusted.
    package func state(at instant: Int64, horizon: Int64?) -> EntitlementState {
        EntitlementState(.none)
    }
}

extension ConsentOutcome {
    /// Joins a consent with the histories that share its app transaction id or an account token with one that does.
    package static func resolve(_ consent: Consent, among histories: [PurchaseHistory]) -> ConsentOutcome {
        ConsentOutcome(consent: consent, joins: [], returnedAt: nil, returnEvidence: nil)
    }
}
