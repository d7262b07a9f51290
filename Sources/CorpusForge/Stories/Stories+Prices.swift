import NotificationModel

/// Price increases, answered and unanswered.
extension Stories {
    static func prices(_ seed: UInt64) -> [Story] {
        [
            story("agreed-to-the-new-price", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-08-07 10:00")
                $0.renewal.priceIncreaseStatus = 0
                $0.renewal.renewalPrice = 5990
                $0.tell(.priceIncrease, .pending, at: "2025-08-20 06:00", status: 1)
                $0.renewal.priceIncreaseStatus = 1
                $0.tell(.priceIncrease, .accepted, at: "2025-08-21 18:12", status: 1)
                $0.renew(times: 2)
            },
            story("did-not-answer", .meadow, seed) {
                $0.subscribe(.monthly, at: "2025-08-09 10:00")
                $0.renewal.priceIncreaseStatus = 0
                $0.renewal.renewalPrice = 5990
                $0.tell(.priceIncrease, .pending, at: "2025-08-20 06:01", status: 1)
                $0.expire(.priceIncrease, intent: 3)
            },
            story("left-after-the-price-notice", .meadow, seed) {
                $0.subscribe(.monthly, at: "2023-04-08 10:00")
                $0.renewal.priceIncreaseStatus = 0
                $0.tell(.priceIncrease, .pending, at: "2023-04-20 06:00", status: 1)
                $0.renewal.autoRenewStatus = 0
                $0.tell(.didChangeRenewalStatus, at: "2023-04-22 12:00", status: 1)
                $0.expire(.voluntary, intent: 1)
            },
            story("told-of-a-small-increase", .tidepool, seed) {
                $0.subscribe(.yearly, at: "2023-12-01 10:00")
                $0.renewal.priceIncreaseStatus = 1
                $0.renewal.renewalPrice = 52_990
                $0.tell(.priceIncrease, .accepted, at: "2024-11-02 06:00", status: 1)
                $0.renew()
            },
        ]
    }
}
