import NotificationModel

/// Genuine records of unusual shape: tests, unknown names, unknown containers, a renewal that is null.
extension Stories {
    static func oddities(_ seed: UInt64) -> [Story] {
        [
            story("tests", .meadow, seed) {
                $0.tell("TEST", nil, at: "2024-03-01 12:00") { _, _ in }
                $0.tell("TEST", nil, at: "2025-03-13 12:00") { _, _ in }
            },
            story("tests-in-sandbox", .tidepool, isSandbox: true, seed) {
                $0.tell("TEST", nil, at: "2025-09-25 12:00") { _, _ in }
            },
            story("a-type-of-the-future", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2025-03-25 10:00")
                $0.tell("MIGRATE", nil, at: "2025-03-26 10:00") { parts, data in
                    data.transaction = .fields(parts.0)
                    data.renewal = .fields(parts.1)
                    data.status = 1
                }
                $0.tell("DID_RENEW", "SOLAR_ECLIPSE", at: "2025-04-25 10:00") { parts, data in
                    data.transaction = .fields(parts.0)
                    data.renewal = .fields(parts.1)
                    data.status = 1
                }
            },
            story("a-pair-nobody-documents", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2025-05-25 10:00")
                $0.tell(.refundDeclined, .voluntary, at: "2025-05-26 10:00", status: 1)
            },
            story("values-and-members-nobody-knows", .meadow, seed) {
                $0.begin(.monthly, at: "2026-09-01 10:00", offer: nil)
                $0.transaction.offerType = 5
                $0.transaction.others = [
                    ForgedJSON.Member("bundleProductId", "com.example.meadow.suite"),
                    ForgedJSON.Member("futureList", [1, "zwei", nil, ["drei": 3]]),
                ]
                $0.tell(.subscribed, .initialBuy, at: "2026-09-01 10:01", status: 1)
                $0.amend { $0.others = [ForgedJSON.Member("correlation", ["trace": "Grüße 🌾"])] }
            },
            story("containers-nobody-knows", .meadow, seed) {
                $0.tell(
                    .test,
                    at: "2026-08-01 10:00",
                    content: .other(
                        "weatherInfo",
                        ["environment": "Production", "bundleId": .string($0.app.bundleId)]
                    )
                )
                $0.amend { $0.type = "WEATHER_CHANGED" }
                $0.tell(.test, at: "2026-08-02 10:00", content: .other("weatherInfo", ["sky": "blue"]))
                $0.amend { $0.type = "WEATHER_CHANGED" }
            },
            story("a-renewal-that-is-null", .tidepool, isSandbox: true, seed) {
                $0.setPurchase("coins.100", "Consumable", 1990, at: "2025-08-01 10:00")
                $0.tellTransaction(.oneTimeCharge, at: "2025-08-01 10:01")
                $0.amend {
                    guard case .data(var data) = $0.content else { return }
                    data.renewal = .text("null")
                    $0.content = .data(data)
                }
            },
        ]
    }
}
