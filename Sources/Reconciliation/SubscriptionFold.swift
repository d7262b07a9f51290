/// Sums up what holds of a subscription without an instant.
enum SubscriptionFold {
    /// The summary; nil where nothing speaks of an auto-renewable subscription.
    static func summary(
        _ folded: [FoldedTransaction],
        _ supersession: Supersession,
        _ testimony: Testimony
    ) -> DerivedPurchases.Subscription? {
        let periods = folded.filter { $0.kind == .autoRenewable }
        let renewal = testimony.renewals.last
        guard !periods.isEmpty || renewal != nil else { return nil }
        let latest = supersession.line.last.map { folded[$0.transaction].newest } ?? periods.last?.newest
        var result = DerivedPurchases.Subscription()
        result.productId = latest?.productId ?? renewal?.productId
        result.subscriptionGroupIdentifier = latest?.subscriptionGroupIdentifier
        result.ownership = latest?.ownership
        result.firstPurchaseDate = periods.lazy.compactMap { $0.newest.originalPurchaseDate ?? $0.newest.purchaseDate }
            .min()
        result.latestExpiresDate = periods.lazy.compactMap { $0.newest.expiresDate }.max()
        result.autoRenewStatus = renewal?.autoRenewStatus
        result.autoRenewProductId = renewal?.autoRenewProductId
        result.renewalDate = renewal?.renewalDate
        result.appAccountToken = latest?.appAccountToken ?? renewal?.appAccountToken
        result.appTransactionId = latest?.appTransactionId ?? renewal?.appTransactionId
        result.previousOriginalTransactionId =
            latest?.previousOriginalTransactionId
            ?? periods.lazy.compactMap { $0.newest.previousOriginalTransactionId }.first
        result.lastSaidAt = testimony.notifications.last?.saidAt
        return result
    }

    /// The moves from one product to another, along the subscription's line.
    static func productChanges(
        _ folded: [FoldedTransaction],
        _ supersession: Supersession
    ) -> [DerivedPurchases.ProductChange] {
        var result: [DerivedPurchases.ProductChange] = []
        var former: String?
        for period in supersession.line {
            let snapshot = folded[period.transaction].newest
            guard let product = snapshot.productId else { continue }
            if let former, former != product {
                result.append(
                    DerivedPurchases.ProductChange(
                        instant: period.start,
                        fromProductId: former,
                        toProductId: product,
                        transactionId: snapshot.transactionId
                    )
                )
            }
            former = product
        }
        return result
    }
}
