import CorpusForge
import NotificationModel

/// Short ways to tell a notification of one invented app.
enum Telling {
    static let app = "com.example.meadow"
    static let appAppleId: Int64 = 6_400_000_001

    /// A lower-case UUID that ends in a number.
    static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// The data of a subscription's period of thirty days.
    static func data(
        transaction: String = "2000000000000101",
        original: String = "2000000000000100",
        from purchase: Moment = "2024-03-05 10:00",
        signed: Moment = "2024-03-05 10:15",
        environment: String? = "Production",
        _ change: (inout ForgedTransaction) -> Void = { _ in }
    ) -> ForgedData {
        var told = ForgedTransaction {
            $0.transactionId = transaction
            $0.originalTransactionId = original
            $0.bundleId = app
            $0.productId = "meadow.monthly"
            $0.purchaseDate = purchase
            $0.originalPurchaseDate = "2024-01-05 10:00"
            $0.expiresDate = purchase + .days(30)
            $0.quantity = 1
            $0.type = "Auto-Renewable Subscription"
            $0.inAppOwnershipType = "PURCHASED"
            $0.signedDate = signed
            $0.environment = environment
        }
        change(&told)
        return ForgedData {
            $0.environment = environment
            $0.bundleId = app
            $0.appAppleId = environment == "Production" ? appAppleId : nil
            $0.status = 1
            $0.transaction = .fields(told)
        }
    }

    static func renewal(
        original: String = "2000000000000100",
        signed: Moment = "2024-03-05 10:15",
        environment: String? = "Production"
    ) -> ForgedRenewal {
        ForgedRenewal {
            $0.originalTransactionId = original
            $0.productId = "meadow.monthly"
            $0.autoRenewProductId = "meadow.monthly"
            $0.autoRenewStatus = 1
            $0.renewalDate = "2024-04-04 10:00"
            $0.signedDate = signed
            $0.environment = environment
        }
    }

    static func renewed(_ number: Int, _ data: ForgedData = data()) -> ForgedNotification {
        ForgedNotification(
            "DID_RENEW",
            uuid: uuid(number),
            signedDate: "2024-03-05 10:15",
            content: .data(data)
        )
    }
}

extension Forge {
    /// The text of a signedPayload with one letter of its signature changed.
    func spoilt(_ notification: ForgedNotification) throws -> String {
        let good = try signedPayload(notification)
        return String(good.dropLast(40)) + (good.suffix(40).first == "A" ? "B" : "A") + good.suffix(39)
    }
}

/// History items, one a line.
func itemLines(_ payloads: [String]) -> String {
    payloads.map { HistoryItem($0).json.text + "\n" }.joined()
}

/// One page of the history.
func page(_ payloads: [String]) -> String {
    HistoryPage(payloads.map { HistoryItem($0) }).text
}
