import NotificationModel

/// Finds access that Apple's word proves although no known transaction covers it.
struct AttestationFold {
    private struct Claim {
        var start: Int64
        var end: Int64
        var productId: String?
        var notification: NotificationFact
    }

    let folded: [FoldedTransaction]
    let supersession: Supersession
    let testimony: Testimony

    /// Attested spans, disjoint and sorted; they may lie where a transaction is known, and are to be laid under those.
    ///
    /// A renewal info with a `renewalDate` after its signing, beside status 1 or 4, proves [signedDate, renewalDate).
    /// A renewal signed before its own purchaseDate proves [signedDate, purchaseDate) unless its status denies. A later
    /// word that denies access and the next purchase end the proof; a later proof replaces the former one.
    ///
    /// - Complexity: O(n log n).
    func spans() -> [TimeSpan] {
        let claims = (renewalClaims() + earlyRenewalClaims()).sorted(by: precedes)
        var result: [TimeSpan] = []
        for claim in claims {
            var span = TimeSpan(
                start: claim.start,
                end: claim.end,
                content: .access(.attested, .periodEnd),
                transactionId: nil,
                productId: claim.productId,
                periodStart: claim.start,
                periodEnd: claim.end
            )
            cut(&span)
            guard span.start < span.end else { continue }
            if let last = result.indices.last, result[last].end >= span.start {
                if result[last].productId == span.productId {
                    result[last].end = span.end
                    result[last].content = span.content
                    result[last].periodEnd = span.periodEnd
                    continue
                }
                result[last].end = span.start
                result[last].content = .access(.attested, .superseded)
                if result[last].start == result[last].end { result.removeLast() }
            }
            result.append(span)
        }
        return result
    }

    private func cut(_ span: inout TimeSpan) {
        if let denial = testimony.contraryWord(after: span.start), denial < span.end {
            span.end = denial
            span.content = .access(.attested, .contraryWord)
        }
        if let purchase = supersession.firstStart(after: span.start), purchase < span.end {
            span.end = purchase
            span.content = .access(.attested, .superseded)
        }
    }

    private func renewalClaims() -> [Claim] {
        testimony.renewals.compactMap { renewal in
            guard let start = SnapshotOrder.instant(of: renewal), let end = renewal.renewalDate, end > start,
                renewal.notification.status == 1 || renewal.notification.status == 4
            else { return nil }
            return Claim(start: start, end: end, productId: renewal.productId, notification: renewal.notification)
        }
    }

    private func earlyRenewalClaims() -> [Claim] {
        folded.flatMap { transaction in
            transaction.snapshots.compactMap { snapshot in
                guard let end = Self.provenStart(of: snapshot.value),
                    let start = SnapshotOrder.instant(of: snapshot.value)
                else {
                    return nil
                }
                return Claim(
                    start: start,
                    end: end,
                    productId: snapshot.productId,
                    notification: snapshot.notification
                )
            }
        }
    }

    /// The `purchaseDate` of a renewal that was signed before it: access is proven from the signing up to there.
    static func provenStart(of snapshot: TransactionSnapshot) -> Int64? {
        guard ProductKind(snapshot) == .autoRenewable, isRenewal(snapshot),
            !SnapshotOrder.isRevoked(snapshot),
            snapshot.notification.knownSubtype != .billingRecovery,
            snapshot.notification.status.map({ $0 == 1 || $0 == 4 }) ?? true,
            let signing = SnapshotOrder.instant(of: snapshot), let start = snapshot.purchaseDate, signing < start
        else { return nil }
        return start
    }

    /// Records from before June 2023 have no `transactionReason`; there the notification's type tells.
    private static func isRenewal(_ snapshot: TransactionSnapshot) -> Bool {
        snapshot.transactionReason.map { $0 == "RENEWAL" }
            ?? (snapshot.notification.knownType == .didRenew)
    }

    private func precedes(_ left: Claim, _ right: Claim) -> Bool {
        (left.start, left.end, left.productId ?? "", left.notification.contentDigest)
            < (right.start, right.end, right.productId ?? "", right.notification.contentDigest)
    }
}
