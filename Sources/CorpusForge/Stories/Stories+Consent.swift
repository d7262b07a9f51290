import NotificationModel

/// Consent withdrawn by a parent: for a known account, for one that comes back, and for nobody the archive knows.
extension Stories {
    static func consent(_ seed: UInt64) -> [Story] {
        [
            story("consent-withdrawn", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-12-01 10:00")
                $0.renew(times: 2)
                $0.rescindConsent(at: "2026-02-10 19:00")
                $0.setAutoRenew(false, at: "2026-02-12 08:00")
                $0.expire(.voluntary, intent: 1)
            },
            story("consent-withdrawn-and-given-again", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2025-11-15 10:00")
                $0.setAutoRenew(false, at: "2025-11-28 10:00")
                $0.rescindConsent(at: "2025-12-05 10:00")
                $0.expire(.voluntary, intent: 1)
                $0.resubscribe(.monthly, at: "2026-02-14 14:00")
            },
            story("consent-withdrawn-by-a-stranger", .meadow, seed) {
                $0.rescindConsent(at: "2026-03-03 03:03")
            },
            story("consent-withdrawn-in-sandbox", .meadow, isSandbox: true, seed) {
                $0.rescindConsent(at: "2025-11-06 12:00")
            },
        ]
    }
}

extension Story {
    /// RESCIND_CONSENT with the account's app transaction, which began with a download.
    mutating func rescindConsent(at moment: Moment, downloadedAt download: Moment = "2025-10-30 16:00") {
        let data = ForgedAppData { data in
            data.environment = environment
            data.appAppleId = isSandbox ? nil : app.appAppleId
            data.bundleId = app.bundleId
            data.appTransaction = .fields(
                ForgedAppTransaction {
                    $0.receiptType = environment
                    $0.appAppleId = app.appAppleId
                    $0.bundleId = app.bundleId
                    $0.appTransactionId = transaction.appTransactionId
                    $0.originalApplicationVersion = isSandbox ? "1.0" : "3.2"
                    $0.originalPurchaseDate = download
                    $0.originalPlatform = "iOS"
                    $0.receiptCreationDate = moment
                }
            )
        }
        tell(.rescindConsent, at: moment, content: .appData(data))
    }
}
