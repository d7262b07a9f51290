import NotificationModel

/// Lists what was revoked, and what that took away.
enum RevocationFold {
    /// One row per revocation of a transaction, and one per refund of seats or items that left the transaction standing; sorted
    /// by (instant, transaction id).
    ///
    /// - Complexity: O(n log n); `lapses` is the finished timeline.
    static func revocations(
        of folded: [FoldedTransaction],
        _ supersession: Supersession,
        lapses: [AccessLapse]
    ) -> [Revocation] {
        let ends = periodEnds(supersession)
        var paidLines = Set<String>()
        var result: [Revocation] = []
        for (index, transaction) in folded.enumerated() {
            for episode in transaction.episodes {
                var row = row(kind(of: episode.snapshot.value), episode.instant, episode.snapshot.value)
                row.reversedAt = episode.reversedAt
                row.reversal = episode.reversedAt.map { _ in episode.isReversalTold ? "told" : "inferred" }
                row.purchaseSeen = episode.isPurchaseSeen
                // Two transactions of one billing line were paid once.
                let line = transaction.newest.webOrderLineItemId.map { "\($0) \(episode.instant)" }
                if line.map({ paidLines.insert($0).inserted }) ?? true { money(of: episode.snapshot.value, &row) }
                if let (start, end) = ends[index] {
                    let from = max(start, episode.instant)
                    let until = min(end, episode.reversedAt ?? Instant.open)
                    if from < until { removed(from, until, lapses, &row) }
                }
                result.append(row)
            }
            result += partialRefunds(of: transaction)
        }
        return result.sorted { ($0.instant, $0.transactionId ?? "") < ($1.instant, $1.transactionId ?? "") }
    }

    /// The kind that a revoked snapshot names, else the one that its circumstances tell.
    static func kind(of snapshot: TransactionSnapshot) -> Revocation.Kind {
        switch snapshot.revocationType {
        case "REFUND_FULL": return .refundFull
        case "REFUND_PRORATED": return .refundProrated
        case "FAMILY_REVOKE": return .familyRevoke
        case "ASSIGNMENT_REVOKE": return .assignmentRevoke
        default: break
        }
        if snapshot.ownership == "ASSIGNED" { return .assignmentRevoke }
        if snapshot.ownership == "FAMILY_SHARED" || snapshot.notification.knownType == .revoke {
            return .familyRevoke
        }
        if snapshot.notification.knownSubtype == .seats { return .refundSeats }
        return snapshot.advancedCommerceInfo == nil ? .refund : .refundItems
    }

    private static func row(
        _ kind: Revocation.Kind,
        _ instant: Int64,
        _ snapshot: TransactionSnapshot
    ) -> Revocation {
        var row = Revocation(kind: kind, instant: instant)
        row.transactionId = snapshot.transactionId
        row.productId = snapshot.productId
        row.reason = snapshot.revocationReason
        row.percentage = snapshot.revocationPercentage
        return row
    }

    /// Refunds of some seats or items on a transaction that stays valid for the others.
    private static func partialRefunds(of transaction: FoldedTransaction) -> [Revocation] {
        var heard = Set<Identity128>()
        return itemRefunds(of: transaction)
            + transaction.snapshots.compactMap { snapshot in
                guard snapshot.notification.knownType == .refund, snapshot.revocationDate == nil,
                    snapshot.itemRefunds.allSatisfy({ $0.instant == nil }),
                    let instant = snapshot.notification.saidAt ?? snapshot.signedDate
                else { return nil }
                let isOfSeats = snapshot.notification.knownSubtype == .seats
                guard isOfSeats || snapshot.advancedCommerceInfo != nil,
                    heard.insert(snapshot.notification.notificationUUID).inserted
                else { return nil }
                var row = row(isOfSeats ? .refundSeats : .refundItems, instant, snapshot.value)
                row.purchaseSeen = true
                return row
            }
    }

    /// One row an item and instant, with what was paid back for it; later snapshots tell of earlier refunds again.
    private static func itemRefunds(of transaction: FoldedTransaction) -> [Revocation] {
        struct Item: Hashable {
            var sku: String?
            var instant: Int64
        }
        var rows: [Item: Revocation] = [:]
        for snapshot in transaction.snapshots where snapshot.revocationDate == nil {
            var told: [Item: Revocation] = [:]
            for refund in snapshot.itemRefunds {
                guard let instant = refund.instant else { continue }
                let item = Item(sku: refund.sku, instant: instant)
                var row = told[item] ?? row(.refundItems, instant, snapshot.value)
                row.purchaseSeen = true
                if let amount = refund.amount, amount >= 0 {
                    let (sum, isTooLarge) = (row.amount ?? 0).addingReportingOverflow(amount)
                    row.amount = isTooLarge ? .max : sum
                    row.currency = snapshot.currency
                }
                told[item] = row
            }
            rows.merge(told) { _, newer in newer }
        }
        return rows.sorted { ($0.key.instant, $0.key.sku ?? "") < ($1.key.instant, $1.key.sku ?? "") }.map(\.value)
    }

    /// The refunded amount in milliunits, rounded half up: the price's share that the percentage names.
    ///
    /// Only the purchaser was paid back. The price of a multiseat purchase is an average, so nothing is told from it.
    private static func money(of snapshot: TransactionSnapshot, _ row: inout Revocation) {
        guard snapshot.ownership == nil || snapshot.ownership == "PURCHASED", snapshot.multiSeatInfo == nil,
            let price = snapshot.price, price >= 0
        else { return }
        switch row.kind {
        case .refundFull, .refund, .refundProrated: break
        case .refundItems, .refundSeats, .familyRevoke, .assignmentRevoke, .consentRescinded: return
        }
        guard let share = row.percentage ?? (row.kind == .refundProrated ? nil : 100_000), (0...100_000).contains(share)
        else { return }
        let (high, low) = price.multipliedFullWidth(by: share)
        let (whole, rest) = Int64(100_000).dividingFullWidth((high, low))
        row.amount = rest >= 50_000 ? whole + 1 : whole
        row.currency = snapshot.currency
    }

    /// Notes the part of [from, until) that ended up without access because of a revocation.
    private static func removed(_ from: Int64, _ until: Int64, _ lapses: [AccessLapse], _ row: inout Revocation) {
        var index = lapses.partitioningIndex { ($0.end ?? Instant.open) > from }
        while index < lapses.count, lapses[index].start < until {
            let lapse = lapses[index]
            if lapse.state == .revoked {
                row.removedAccess = true
                row.removedFrom = row.removedFrom ?? max(from, lapse.start)
                let end = min(until, lapse.end ?? Instant.open)
                row.removedUntil = end == Instant.open ? nil : end
            }
            index += 1
        }
    }

    private static func periodEnds(_ supersession: Supersession) -> [Int: (Int64, Int64)] {
        var result: [Int: (Int64, Int64)] = [:]
        for period in supersession.line + supersession.beside {
            result[period.transaction] = (period.start, period.end)
        }
        return result
    }
}
