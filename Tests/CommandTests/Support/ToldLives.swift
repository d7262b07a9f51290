import CorpusForge

/// Notifications of one invented app, told by hand and signed by an authority of their own.
struct ToldLives {
    static let app = "com.example.meadow"
    private static let made = Result { try Forge() }

    private let forge: Forge
    private var items: [String] = []
    private var told = 0
    private var attempts: [String] = []
    private var firstResult: String?

    init() throws {
        forge = try Self.made.get()
    }

    /// History items, one a line.
    var text: String { items.map { $0 + "\n" }.joined() }
    /// The certificate that a reader must trust.
    var rootDER: [UInt8] { forge.authority.rootDER }

    /// One purchase of the app.
    struct Purchase {
        var id: String
        var product = "meadow.monthly"
        var type = "Auto-Renewable Subscription"
        var environment = "Production"
        var ownership = "PURCHASED"
        var token: String?
        var appTransaction: String?
    }

    /// A transaction of a purchase.
    struct Period {
        var id: String
        var from: Moment
        var until: Moment?
    }

    /// The lower-case UUID of the notification told so many calls ago; 0 is the newest one.
    func uuid(_ back: Int = 0) -> String { Self.uuid(told - back) }

    private static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Tells a notification about a purchase; `on` tells the auto-renewal, nil no renewal info at all.
    mutating func tell(
        _ type: String,
        _ subtype: String? = nil,
        at said: Moment,
        _ purchase: Purchase,
        _ period: Period,
        status: Int64? = nil,
        on: Bool? = nil,
        _ change: (inout ForgedTransaction) -> Void = { _ in },
        renewal changeRenewal: (inout ForgedRenewal) -> Void = { _ in }
    ) throws {
        var transaction = ForgedTransaction {
            $0.transactionId = period.id
            $0.originalTransactionId = purchase.id
            $0.bundleId = Self.app
            $0.productId = purchase.product
            $0.purchaseDate = period.from
            $0.originalPurchaseDate = period.from
            $0.expiresDate = period.until
            $0.quantity = 1
            $0.type = purchase.type
            $0.appAccountToken = purchase.token
            $0.inAppOwnershipType = purchase.ownership
            $0.signedDate = said
            $0.environment = purchase.environment
            $0.transactionReason = type == "DID_RENEW" ? "RENEWAL" : "PURCHASE"
            $0.price = 49_990
            $0.currency = "EUR"
            $0.appTransactionId = purchase.appTransaction
        }
        change(&transaction)
        var data = ForgedData {
            $0.environment = purchase.environment
            $0.bundleId = Self.app
            $0.appAppleId = purchase.environment == "Production" ? 6_400_000_001 : nil
            $0.status = status
            $0.transaction = .fields(transaction)
        }
        if let on {
            var renewal = ForgedRenewal {
                $0.originalTransactionId = purchase.id
                $0.productId = purchase.product
                $0.autoRenewProductId = purchase.product
                $0.autoRenewStatus = on ? 1 : 0
                $0.renewalDate = period.until
                $0.signedDate = said
                $0.environment = purchase.environment
            }
            changeRenewal(&renewal)
            data.renewal = .fields(renewal)
        }
        try add(type, subtype, said, .data(data))
    }

    /// Tells that the consent of an app transaction was withdrawn.
    mutating func withdrawConsent(at said: Moment, appTransaction: String) throws {
        let data = ForgedAppData {
            $0.environment = "Production"
            $0.appAppleId = 6_400_000_001
            $0.bundleId = Self.app
            $0.appTransaction = .fields(
                ForgedAppTransaction {
                    $0.receiptType = "Production"
                    $0.appAppleId = 6_400_000_001
                    $0.bundleId = Self.app
                    $0.appTransactionId = appTransaction
                    $0.receiptCreationDate = said
                }
            )
        }
        try add("RESCIND_CONSENT", nil, said, .appData(data))
    }

    /// Tells that the first attempt to deliver the notification that is told next had this result, as older histories
    /// do: without its date, and without the other attempts.
    mutating func firstAttempt(_ result: String) {
        firstResult = result
    }

    /// Tells an attempt to deliver the notification that is told next.
    mutating func attempt(_ result: String, at date: Moment) {
        attempts.append("{\"attemptDate\":\(date.milliseconds),\"sendAttemptResult\":\"\(result)\"}")
    }

    private mutating func add(
        _ type: String,
        _ subtype: String?,
        _ said: Moment,
        _ content: ForgedNotification.Content
    ) throws {
        told += 1
        let notification = ForgedNotification(
            type,
            subtype,
            uuid: Self.uuid(told),
            signedDate: said,
            content: content
        )
        let tried = attempts.isEmpty ? "" : ",\"sendAttempts\":[\(attempts.joined(separator: ","))]"
        let first = firstResult.map { ",\"firstSendAttemptResult\":\"\($0)\"" } ?? ""
        attempts.removeAll()
        firstResult = nil
        items.append("{\"signedPayload\":\"\(try forge.signedPayload(notification))\"\(tried)\(first)}")
    }
}
