internal import Reconciliation

/// One purchase history in a line: what it is, and its state at its app's instant.
struct PurchaseSummary {
    let key: SubscriptionKey
    let nature: ProductNature
    let productId: String?
    /// `inAppOwnershipType`.
    let ownership: String?
    let asOf: Int64?
    /// Nil where no instant is known to ask for.
    let state: EntitlementState?

    /// The original transaction id under which a migrated subscription goes on.
    let successor: String?

    init(_ derived: DerivedPurchases, asOf: Int64?, horizon: Int64?, successor: String?) {
        key = derived.key
        self.successor = successor
        nature = ProductNature(derived)
        self.asOf = asOf
        let state = asOf.map { derived.state(at: $0, horizon: horizon) }
        self.state = state
        let last = derived.transactions.last?.snapshot
        refundedAt =
            derived.revocations.filter { revocation in
                guard let asOf else { return revocation.reversedAt == nil }
                return revocation.instant <= asOf && revocation.reversedAt.map { $0 > asOf } ?? true
            }.map(\.instant).max()
        productId = state?.productId ?? derived.subscription?.productId ?? last?.productId
        ownership = derived.subscription?.ownership ?? last?.ownership
    }

    /// When the last refund or revocation took effect that stands at the instant.
    let refundedAt: Int64?

    /// Whether it gives access at the instant.
    var isEntitled: Bool {
        state?.kind == .active || state?.kind == .gracePeriod
    }

    /// Whether the subscription left this id by the instant.
    var isMigrated: Bool { state?.kind == .expired && state?.cause == "migrated" }

    /// The state with its dates in a few words.
    var phrase: String {
        guard let state else { return "state not told" }
        if state.kind == .none, nature == .consumable {
            return "none: a consumable gives no lasting access"
                + (refundedAt.map { ", refunded \(Instant.text($0))" } ?? "")
        }
        switch state.kind {
        case .expired where isMigrated && successor != nil:
            let when = state.since.map { " on \(Instant.text($0))" } ?? ""
            return "moved to \(successor ?? "")\(when) (migrated)"
        case .active, .gracePeriod:
            return state.kind.rawValue + (state.until.map { " until \(Instant.text($0))" } ?? ", no known end")
        case .billingRetry, .expired, .revoked, .unconfirmed:
            let cause = state.cause.map { " (\($0))" } ?? ""
            return state.kind.rawValue + cause + (state.since.map { " since \(Instant.text($0))" } ?? "")
        case .none: return "none"
        }
    }

    /// The whole line, made safe for a terminal.
    var line: String {
        let product = productId.map { ", \(PrintableText.escape($0))" } ?? ""
        let share = ownership.map { $0 == "PURCHASED" ? "" : ", \(PrintableText.escape($0))" } ?? ""
        return "\(PrintableText.escape(key.originalTransactionId))  \(StoryText.app(key.app, key.environment)): "
            + "\(phrase)\(product)\(share)"
    }
}

extension PurchaseHistory {
    /// The original transaction id under which the subscription goes on: that of the first purchase that names this one
    /// as its former id.
    var successor: String? {
        transactions.filter { $0.originalTransactionId != key.originalTransactionId }
            .min {
                ($0.purchaseDate ?? .max, $0.originalTransactionId) < (
                    $1.purchaseDate ?? .max, $1.originalTransactionId
                )
            }?
            .originalTransactionId
    }
}
