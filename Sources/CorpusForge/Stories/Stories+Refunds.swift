import NotificationModel

/// Refunds: asked for, granted, declined, undone.
extension Stories {
    static func refunds(_ seed: UInt64) -> [Story] {
        [
            story("refunded-in-full", .meadow, seed) {
                $0.subscribe(.yearly, at: "2026-01-10 10:00")
                $0.tell(
                    .consumptionRequest,
                    at: "2026-01-14 09:00",
                    status: 1,
                    reason: "UNSATISFIED_WITH_PURCHASE"
                )
                $0.tell(
                    .consumptionRequest,
                    at: "2026-01-14 21:00",
                    status: 1,
                    reason: "UNSATISFIED_WITH_PURCHASE"
                )
                $0.setAutoRenew(false, at: "2026-01-14 21:30")
                $0.revoke(at: "2026-01-15 08:30", kind: "REFUND_FULL", reason: 1, percentage: 100_000)
                $0.tell(.refund, at: "2026-01-15 08:32", status: 5)
            },
            story("refunded-in-part", .meadow, seed) {
                $0.subscribe(.yearly, at: "2025-12-12 10:00")
                $0.revoke(at: "2026-03-18 14:00", kind: "REFUND_PRORATED", percentage: 73_699)
                $0.tell(.refund, at: "2026-03-18 14:02", status: 5)
            },
            story("refund-declined", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-05-22 10:00")
                $0.tell(.consumptionRequest, at: "2024-05-25 09:00", status: 1, reason: "UNINTENDED_PURCHASE")
                $0.tell(.refundDeclined, at: "2024-05-27 11:00", status: 1)
                $0.renew(times: 2)
            },
            story("refund-undone", .tidepool, seed) {
                $0.subscribe(.yearly, at: "2025-12-20 10:00")
                $0.revoke(at: "2026-02-01 12:00", kind: "REFUND_FULL", percentage: 100_000)
                $0.tell(.refund, at: "2026-02-01 12:05", status: 5)
                $0.clearRevocation()
                $0.tell(.refundReversed, at: "2026-03-05 16:40", status: 1)
            },
            story("an-old-period-refunded", .meadow, seed) {
                $0.subscribe(.monthly, at: "2023-06-28 10:00")
                var first = $0.transaction
                $0.renew()
                first.revocationDate = "2023-08-04 10:00"
                first.revocationReason = 0
                let current = $0.transaction
                $0.transaction = first
                $0.tell(.refund, at: "2023-08-04 10:02", status: 1)
                $0.transaction = current
                $0.renew()
            },
            story("some-coins-refunded", .tidepool, seed) {
                $0.buy("coins.100", "Consumable", 5970, quantity: 3, at: "2026-01-20 17:45")
                $0.tellTransaction(.consumptionRequest, at: "2026-01-22 09:00", reason: "FULFILLMENT_ISSUE")
                $0.revoke(at: "2026-01-24 12:00", kind: "REFUND_PRORATED", reason: 1, percentage: 33_333)
                $0.tellTransaction(.refund, at: "2026-01-24 12:01")
                $0.clearRevocation()
                $0.tellTransaction(.refundReversed, at: "2026-02-24 12:01")
            },
            story("map-refund-declined", .tidepool, seed) {
                $0.setPurchase("map.pack", "Non-Consumable", 5990, at: "2023-10-03 10:00")
                $0.tellTransaction(.refundDeclined, at: "2023-10-08 10:00")
            },
            story("map-refunded-in-2022", .tidepool, seed) {
                $0.setPurchase("map.pack", "Non-Consumable", 5990, at: "2022-09-03 10:00")
                $0.revoke(at: "2022-09-20 10:00", kind: "REFUND_FULL", percentage: 100_000)
                $0.tellTransaction(.refund, at: "2022-09-20 10:01")
            },
        ]
    }
}
