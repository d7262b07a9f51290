internal import LedgerStore
internal import Reconciliation

/// Monthly payments under a commitment, as far as they are told at an instant.
///
/// Turning auto-renewal off stops only what follows the commitment: its payments go on, each told by DID_RENEW.
struct Commitment {
    /// Which payment it is, from 1, and of how many.
    let payment: Int64?
    let payments: Int64?
    /// For display: a late payment moves it.
    let expires: Int64?
    /// Whether something follows; nil where it is not told.
    let goesOn: Bool?

    /// The commitment of a state's transaction, else of the latest one bought by an instant; nil where that one is paid
    /// otherwise.
    ///
    /// - Parameters:
    ///   - rows: the notifications in the order of their being said.
    ///   - state: the state that is told.
    ///   - asOf: its instant.
    init?(_ rows: [NotificationStory], state: EntitlementState, asOf: Int64) {
        let bought = rows.filter { $0.transactionId != nil && ($0.purchaseDate ?? .max) <= asOf }
        let latest = bought.max { ($0.purchaseDate ?? .min) < ($1.purchaseDate ?? .min) }?.transactionId
        let id = state.transactionId ?? latest
        guard let row = rows.last(where: { $0.transactionId == id && $0.purchaseDate != nil }), row.isCommitment
        else { return nil }
        payment = row.billingPeriodNumber
        payments = row.totalBillingPeriods
        expires = row.commitmentExpiresDate
        let told = rows.last { ($0.saidAt ?? .max) <= asOf && $0.commitmentAutoRenewStatus != nil }
        goesOn = told.map { $0.commitmentAutoRenewStatus != 0 }
    }

    init(_ row: NotificationStory) {
        payment = row.billingPeriodNumber
        payments = row.totalBillingPeriods
        expires = row.commitmentExpiresDate
        goesOn = row.commitmentAutoRenewStatus.map { $0 != 0 }
    }

    /// Whether no payment of the commitment is left.
    var isLast: Bool {
        guard let payment, let payments else { return false }
        return payment >= payments
    }

    /// The payment with its commitment, as in `payment 4 of 12 of a commitment to 2027-05-04T08:00:00Z`.
    var phrase: String {
        let number = payment.map { payment in "payment \(payment)" + (payments.map { " of \($0)" } ?? "") }
        return (number ?? "a monthly payment") + " of a commitment" + (expires.map { " to \(Instant.text($0))" } ?? "")
    }

    /// Payments in a row, as in `payments 2 to 4 of 12 of a commitment to 2027-05-04T08:00:00Z`.
    static func phrase(_ first: Commitment, to last: Commitment) -> String {
        guard let from = first.payment, last.payment != nil else { return "monthly payments of a commitment" }
        return "payments \(from) to \(last.phrase.dropFirst("payment ".count))"
    }
}
