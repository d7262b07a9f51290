internal import LedgerStore
internal import NotificationModel

/// Notifications of a story that are told together: one, or a run of plain renewals.
struct NotificationRun {
    let rows: ArraySlice<NotificationStory>
    /// Whether the newest message about a price increase before these said that consent is awaited.
    let isConsentAwaited: Bool

    /// The fewest plain renewals that are told together.
    private static let shortestRun = 3

    /// Splits a story; with `isFull` every notification stands alone.
    ///
    /// A notification that is asked for by its UUID, or that decides the state, always stands alone.
    static func all(_ rows: [NotificationStory], isFull: Bool, apart: Set<Identity128>) -> [NotificationRun] {
        var runs: [NotificationRun] = []
        var rest = rows[...]
        var isConsentAwaited = false
        while let first = rest.first {
            var count = 1
            if !isFull {
                let length = rest.prefix { isPlainRenewal($0, like: first) && !apart.contains($0.notificationUUID) }
                    .count
                if length >= shortestRun { count = length }
            }
            runs.append(NotificationRun(rows: rest.prefix(count), isConsentAwaited: isConsentAwaited))
            if first.type == NotificationType.priceIncrease.text {
                isConsentAwaited = first.subtype == NotificationSubtype.pending.text
            }
            rest = rest.dropFirst(count)
        }
        return runs
    }

    private static func isPlainRenewal(_ row: NotificationStory, like first: NotificationStory) -> Bool {
        row.type == NotificationType.didRenew.text && row.subtype == nil && row.status ?? 1 == 1 && row.saidAt != nil
            && row.revocationDate == nil && row.autoRenewStatus ?? 1 == 1 && !row.isConflict
            && row.productId == first.productId && row.price == first.price && row.currency == first.currency
            && row.isCommitment == first.isCommitment && Delivery(row)?.isRemarkable != true
    }

    var lines: [String] {
        guard rows.count > 1, let first = rows.first, let last = rows.last, let from = first.saidAt,
            let to = last.saidAt
        else { return rows.flatMap { StoryText.lines($0, isConsentAwaited: isConsentAwaited) } }
        let paid = last.expiresDate.map { ", paid until \(Instant.text($0))" } ?? ""
        let product = first.productId.map { "\($0), " } ?? ""
        let price = StoryText.charged(first).map { "\($0) each, " } ?? ""
        let payments =
            first.isCommitment ? Commitment.phrase(Commitment(first), to: Commitment(last)) + ", " : ""
        let transactions = "transactions \(first.transactionId ?? "?") to \(last.transactionId ?? "?")"
        var lines = TextLayout.lines(
            "\(Instant.text(from)) to \(Instant.text(to))  DID_RENEW \(rows.count) times: renewed",
            first: "    ",
            hanging: 8
        )
        lines += TextLayout.lines(
            PrintableText.escape(product + price + payments + transactions + paid, limit: 600),
            first: "        ",
            hanging: 8
        )
        lines += StoryText.provenance(first, "first ")
        lines += StoryText.provenance(last, "last  ")
        return lines
    }
}
