/// The `data` object of a notification; its inner parts are signed when the notification is.
///
/// Every member is optional and left out where it is nil.
package struct ForgedData: Hashable, Sendable {
    /// `Production`, `Sandbox`; others where a test wants them.
    package var environment: String?
    /// The app's number in the store.
    package var appAppleId: Int64?
    /// The app.
    package var bundleId: String?
    /// The app's build, free text.
    package var bundleVersion: String?
    /// The signed transaction.
    package var transaction: ForgedPart<ForgedTransaction>?
    /// The signed renewal info.
    package var renewal: ForgedPart<ForgedRenewal>?
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked (2.8).
    package var status: Int64?
    /// Why a refund is asked for (2.11).
    package var consumptionRequestReason: String?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedData { $0.bundleId = "com.example.app" }`.
    package init(_ describe: (inout ForgedData) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedData) -> Void) -> ForgedData {
        var copy = self
        change(&copy)
        return copy
    }

    func json(signedBy signer: some PayloadSigner) throws -> ForgedJSON {
        var list = MemberList()
        list.add("appAppleId", appAppleId)
        list.add("bundleId", bundleId)
        list.add("bundleVersion", bundleVersion)
        list.add("environment", environment)
        try list.add("signedTransactionInfo", transaction?.jws(signedBy: signer) { $0.json })
        try list.add("signedRenewalInfo", renewal?.jws(signedBy: signer) { $0.json })
        list.add("status", status)
        list.add("consumptionRequestReason", consumptionRequestReason)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}

/// An inner part of a notification: told in fields and signed along with it, or a JWS taken as it is.
package enum ForgedPart<Fields: Hashable & Sendable>: Hashable, Sendable {
    /// Signed by the notification's own signer.
    case fields(Fields)
    /// Payload text of one's own, signed by the notification's own signer.
    case text(String)
    /// Taken as it is: damaged, signed by somebody else, or no JWS at all.
    case verbatim(String)

    func jws(signedBy signer: some PayloadSigner, json: (Fields) -> ForgedJSON) throws -> String {
        switch self {
        case .fields(let fields): try signer.sign(json(fields))
        case .text(let text): try signer.sign(text)
        case .verbatim(let text): text
        }
    }
}
