import NotificationModel

/// Tokens of external purchases.
extension Stories {
    static func tokens(_ seed: UInt64) -> [Story] {
        [
            story("token-reported", .meadow, seed) {
                let token = $0.token(created: "2025-10-01 10:00", lasts: .days(365), type: "ACQUISITION")
                $0.tell(.externalPurchaseToken, .created, at: "2025-10-01 10:00", content: token)
                $0.tell(.externalPurchaseToken, .activeTokenReminder, at: "2025-11-01 10:00", content: token)
                $0.tell(.externalPurchaseToken, .activeTokenReminder, at: "2025-12-01 10:00", content: token)
            },
            story("token-forgotten", .meadow, seed) {
                let token = $0.token(created: "2024-05-01 10:00")
                $0.tell(.externalPurchaseToken, .unreported, at: "2024-06-16 10:00", content: token)
            },
            story("token-in-sandbox", .meadow, isSandbox: true, seed) {
                let token = $0.token(created: "2025-10-02 10:00", lasts: .days(365), type: "SERVICES")
                $0.tell(.externalPurchaseToken, .created, at: "2025-10-02 10:00", content: token)
            },
        ]
    }
}

extension Story {
    mutating func token(
        created: Moment,
        lasts: Length? = nil,
        type: String? = nil
    ) -> ForgedNotification.Content {
        let id = (isSandbox ? "SANDBOX_" : "") + numbers.uuid()
        return .externalPurchaseToken(
            ForgedToken {
                $0.externalPurchaseId = id
                $0.tokenCreationDate = created
                $0.appAppleId = app.appAppleId
                $0.bundleId = app.bundleId
                $0.tokenType = type
                $0.tokenExpirationDate = lasts.map { created + $0 }
            }
        )
    }
}
