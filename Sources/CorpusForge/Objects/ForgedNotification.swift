/// A notification before it is signed: the payload of `signedPayload`.
///
/// ```swift
/// let notification = ForgedNotification("DID_RENEW", uuid: uuid, signedDate: "2024-03-05 10:15", content: .data(data))
/// let signedPayload = try notification.signedPayload(by: signer)
/// ```
package struct ForgedNotification: Hashable, Sendable {
    /// The type on the wire; nil leaves the member out.
    package var type: String?
    /// The subtype on the wire; nil leaves the member out.
    package var subtype: String?
    /// The identity; nil leaves the member out.
    package var uuid: String?
    /// `2.0`; nil leaves the member out.
    package var version: String? = "2.0"
    /// The signing instant; nil leaves the member out, as in records of early 2022.
    package var signedDate: Moment?
    /// The object that carries the content.
    package var content: Content
    /// Members beyond these, written last; a second container or a repeated name goes here.
    package var others: [ForgedJSON.Member] = []

    /// The containers of the domain, an unknown one, or none.
    package enum Content: Hashable, Sendable {
        case data(ForgedData)
        case appData(ForgedAppData)
        case summary(ForgedSummary)
        case externalPurchaseToken(ForgedToken)
        /// The members of `unclaimInfo` as JSON.
        case unclaimInfo(ForgedJSON)
        /// A container under a name that Apple has not documented.
        case other(String, ForgedJSON)
        case none
    }

    /// A notification with its container.
    package init(_ type: String?, _ subtype: String? = nil, uuid: String?, signedDate: Moment?, content: Content) {
        self.type = type
        self.subtype = subtype
        self.uuid = uuid
        self.signedDate = signedDate
        self.content = content
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedNotification) -> Void) -> ForgedNotification {
        var copy = self
        change(&copy)
        return copy
    }

    /// The payload's JSON, inner parts signed by the signer.
    package func json(signedBy signer: some PayloadSigner) throws -> ForgedJSON {
        var list = MemberList()
        list.add("notificationType", type)
        list.add("subtype", subtype)
        list.add("notificationUUID", uuid)
        switch content {
        case .data(let data): list.add("data", try data.json(signedBy: signer))
        case .appData(let data): list.add("appData", try data.json(signedBy: signer))
        case .summary(let summary): list.add("summary", summary.json)
        case .externalPurchaseToken(let token): list.add("externalPurchaseToken", token.json)
        case .unclaimInfo(let json): list.add("unclaimInfo", json)
        case .other(let name, let json): list.add(name, json)
        case .none: break
        }
        list.add("version", version)
        list.add("signedDate", signedDate)
        list.add(contentsOf: others)
        return .object(list.members)
    }

    /// The compact JWS: inner parts and the whole signed by the same signer.
    package func signedPayload(by signer: JWSSigner) throws -> String {
        try signer.sign(json(signedBy: signer))
    }
}

/// The `appData` object of a RESCIND_CONSENT notification (2.19).
package struct ForgedAppData: Hashable, Sendable {
    /// `Production`, `Sandbox`.
    package var environment: String?
    /// The app's number in the store.
    package var appAppleId: Int64?
    /// The app.
    package var bundleId: String?
    /// The signed app transaction.
    package var appTransaction: ForgedPart<ForgedAppTransaction>?

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says.
    package init(_ describe: (inout ForgedAppData) -> Void) {
        describe(&self)
    }

    func json(signedBy signer: some PayloadSigner) throws -> ForgedJSON {
        var list = MemberList()
        list.add("appAppleId", appAppleId)
        list.add("bundleId", bundleId)
        list.add("environment", environment)
        try list.add("signedAppTransactionInfo", appTransaction?.jws(signedBy: signer) { $0.json })
        return .object(list.members)
    }
}
