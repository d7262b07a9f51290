import NotificationModel

/// Renewals that succeed, fail, recover or end.
extension Stories {
    static func renewals(_ seed: UInt64) -> [Story] {
        [
            story("yearly-through-all-leaves", .meadow, seed) {
                $0.subscribe(.yearly, at: "2022-05-30 22:10")
                $0.renew(times: 4)
            },
            story("grace-then-recovered", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-11-10 14:00")
                $0.renew(times: 2)
                $0.failToRenew(graceDays: 16)
                $0.recover(at: "2025-02-15 03:20")
                $0.renew(times: 2)
            },
            story("grace-ran-out", .meadow, seed) {
                $0.subscribe(.monthly, at: "2023-11-02 10:30")
                $0.renew()
                $0.failToRenew(graceDays: 16)
                $0.endGrace()
                $0.expire(.billingRetry, intent: 2, at: "2024-03-02 10:40")
            },
            story("recovered-without-grace", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2025-01-08 08:08")
                $0.failToRenew()
                $0.recover(at: "2025-02-21 19:45")
                $0.renew(times: 2)
            },
            story("never-paid-again", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2024-08-28 06:30")
                $0.renew()
                $0.failToRenew()
                $0.expire(.billingRetry, intent: 2, at: "2024-12-27 06:40")
            },
            story("product-taken-from-sale", .meadow, seed) {
                $0.subscribe(.plusMonthly, at: "2023-01-12 12:12")
                $0.renew(times: 2)
                $0.expire(.productNotForSale, intent: 4)
            },
            story("expired-for-another-reason", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2023-06-20 16:00")
                $0.expire(nil, intent: 5)
            },
            story("off-and-on-again", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-12-11 11:00")
                $0.setAutoRenew(false, at: "2025-01-02 08:00")
                $0.setAutoRenew(true, at: "2025-01-05 20:00")
                $0.renew(times: 3)
                $0.setAutoRenew(false, at: "2025-03-30 09:00")
                $0.expire(.voluntary, intent: 1)
            },
            story("gone-silent", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-04-01 07:00")
                $0.renew(times: 2)
            },
            story("renewed-during-the-outage", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-01-11 04:00")
                $0.renew(times: 5)
            },
            story("renewed-on-the-outage's-last-day", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-01-13 23:00")
                $0.renew(times: 3)
            },
            story("sandbox-tester", .meadow, isSandbox: true, seed) {
                $0.subscribe(.monthly, at: "2025-05-06 10:00")
                $0.renew(times: 5)
                $0.setAutoRenew(false, at: "2025-05-06 10:27")
                $0.expire(.voluntary, intent: 1)
            },
            story("sandbox-tester-of-2022", .tidepool, isSandbox: true, seed) {
                $0.subscribe(.monthly, at: "2022-03-04 16:00")
                $0.renew(times: 2)
                $0.expire(.billingRetry, intent: 2)
            },
            story("extended-by-a-week", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-06-15 15:15")
                $0.transaction.expiresDate = $0.expiry + .days(7)
                $0.renewal.renewalDate = $0.transaction.expiresDate
                $0.tell(.renewalExtended, at: "2024-07-01 09:00", status: 1)
                $0.tell(
                    .renewalExtension,
                    .summary,
                    at: "2024-07-01 18:30",
                    content: .summary(extensionSummary(.meadow, id: $0.numbers.uuid()))
                )
                $0.renew(times: 2)
            },
            story("not-extended", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-06-03 15:15", offer: .trial)
                $0.tell(.renewalExtension, .failure, at: "2024-07-01 09:30", status: 1)
                $0.renew()
            },
        ]
    }

    private static func extensionSummary(_ app: InventedApp, id: String) -> ForgedSummary {
        ForgedSummary {
            $0.environment = "Production"
            $0.appAppleId = app.appAppleId
            $0.bundleId = app.bundleId
            $0.productId = app.bundleId + ".monthly"
            $0.requestIdentifier = id
            $0.storefrontCountryCodes = ["DEU", "AUT"]
            $0.succeededCount = 1
            $0.failedCount = 1
        }
    }
}
