import NotificationModel

/// Family Sharing: members have ids of their own and lose access with the purchaser.
extension Stories {
    static func families(_ seed: UInt64) -> [Story] {
        [
            story("family-purchaser", .meadow, seed) {
                $0.subscribe(.yearly, at: "2026-02-03 10:00")
                $0.revoke(at: "2026-04-02 10:00", kind: "REFUND_PRORATED", percentage: 84_000)
                $0.tell(.refund, at: "2026-04-02 10:01", status: 5)
            },
            story("family-member-of-a-refunded-purchaser", .meadow, seed) {
                $0.share()
                $0.subscribe(.yearly, at: "2026-02-03 10:00")
                $0.revoke(at: "2026-04-02 10:00", kind: "FAMILY_REVOKE")
                $0.tell(.revoke, at: "2026-04-02 10:03", status: 5)
            },
            story("family-member-who-left-and-came-back", .meadow, seed) {
                $0.share()
                $0.subscribe(.monthly, at: "2024-03-09 10:00")
                $0.renew()
                $0.revoke(at: "2024-04-20 10:00", kind: "FAMILY_REVOKE")
                $0.tell(.revoke, at: "2024-04-20 10:01", status: 5)
                $0.resubscribe(.monthly, at: "2024-06-09 10:00")
                $0.renew()
            },
            story("map-through-the-family", .tidepool, seed) {
                $0.share()
                $0.buy("map.pack", "Non-Consumable", 5990, at: "2025-06-09 18:00")
                $0.revoke(at: "2025-09-09 18:00", kind: "FAMILY_REVOKE")
                $0.tellTransaction(.revoke, at: "2025-09-09 18:01")
            },
        ]
    }
}

extension Story {
    /// Makes the account a family member; its purchases carry no account token.
    mutating func share() {
        transaction.inAppOwnershipType = "FAMILY_SHARED"
        transaction.appAccountToken = nil
        renewal.appAccountToken = nil
    }
}
