/// One line of an audit: what a row says, what the ledger says, and how they differ.
struct Finding {
    var auditClass: AuditClass
    /// The number of the row among the data rows, from 1; nil for what no row mentions.
    var row: Int?
    /// The column and the text of the id that was looked up.
    var idColumn: String?
    var id: String?
    var account: String?
    var isGranted: Bool?
    var product: String?
    /// Milliseconds since 1970; nil for none, `.max` for a grant without end.
    var expires: Int64?
    var purchase: LedgerSide?
    var firstRow: Int?
    /// For a row that cannot be used, why.
    var reason: String?
    var isKnownElsewhere = false

    /// What the ledger holds.
    struct LedgerSide {
        var app: String
        var environment: String
        var originalTransactionId: String
        var state: String
        var cause: String?
        var product: String?
        var since: Int64?
        /// nil where it is not known, `.max` for access without end.
        var until: Int64?
        var ownership: String?
        var consentWithdrawnAt: Int64?
        var revocationKind: String?
        var refund: String?
        var currency: String?
        var asOf: Int64?
    }
}

extension Finding {
    /// What differs, in one sentence without a full stop.
    var sentence: String {
        guard let purchase else {
            if let reason { return reason }
            return isKnownElsewhere
                ? "the ledger knows this id only for another app or environment"
                : "the ledger knows none of the row's ids"
        }
        let state = Self.state(purchase)
        switch auditClass {
        case .agrees: return "ledger: \(state)"
        case .leak: return "granted, but \(state)\(Self.money(purchase))"
        case .denied: return "not granted, but \(state)"
        case .wrongProduct:
            let isOfAnother = purchase.state == "active" || purchase.state == "grace-period"
            return "granted \(product ?? "-"), but \(isOfAnother ? "" : "its ids lead to no such purchase: ")\(state)"
        case .wrongExpiry:
            return "granted until \(Self.end(expires)), but access ends \(Self.end(purchase.until)) (\(state))"
        case .unconfirmed: return "the ledger is silent: \(state)"
        case .consentWithdrawn:
            let when = purchase.consentWithdrawnAt.map { $0 == 0 ? "" : " at \(Instant.text($0))" } ?? ""
            return "consent was withdrawn\(when) and not given again; \(state)"
        case .sandboxOnly: return "only a purchase of \(purchase.environment) stands behind it: \(state)"
        case .sharedPurchase:
            if let firstRow { return "row \(firstRow) grants the same purchase to another account; \(state)" }
            return "counted as bought, but the ledger says \(purchase.ownership ?? "-"); \(state)"
        case .unknownToYou: return "no grant mentions it: \(state)"
        case .unknownToLedger, .unusable: return reason ?? state
        }
    }

    private static func state(_ purchase: LedgerSide) -> String {
        let product = purchase.product.map { " with \($0)" } ?? ""
        let cause = purchase.cause.map { " (\($0))" } ?? ""
        let since = purchase.since.map { " since \(Instant.text($0))" } ?? ""
        return "\(purchase.state)\(product)\(cause)\(since)"
    }

    private static func money(_ purchase: LedgerSide) -> String {
        guard let refund = purchase.refund else { return "" }
        return "; refunded \(refund)\(purchase.currency.map { " \($0)" } ?? "")"
    }

    private static func end(_ instant: Int64?) -> String {
        guard let instant else { return "at an unknown instant" }
        return instant == .max ? "never" : Instant.text(instant)
    }
}
