/// Signs notifications with the leaf that a store would have used at their instant.
///
/// One forge holds one authority and its leaves; keys are random for each forge. Comfortable in tests:
///
/// ```swift
/// let forge = try Forge()
/// let payload = try forge.notification(
///     type: "DID_RENEW", uuid: "6b3ba8a2-0f5d-4a7c-9d55-5f5f6a7d1c10", signedDate: "2024-03-05 10:15",
///     data: ForgedData {
///         $0.environment = "Production"
///         $0.bundleId = "com.example.meadow"
///         $0.transaction = .fields(ForgedTransaction { $0.transactionId = "2000000000000001" })
///     })
/// // payload: the text of `signedPayload`; trust forge.authority.rootPEM or forge.authority.rootDER
/// ```
package struct Forge: Sendable {
    /// The authority over all leaves.
    package let authority: TestAuthority
    /// The leaves' recipes, oldest first.
    package let leaves: [CertificateRecipe]
    private let signers: [JWSSigner]

    /// Three leaves that follow each other like the store's, with weeks of overlap: 2021 to 2027.
    package static let rotation: [CertificateRecipe] = [
        .leaf(serial: 101, from: "2021-08-25 02:50:34", until: "2023-09-24 02:50:33"),
        .leaf(serial: 102, from: "2023-09-11 19:20:00", until: "2025-10-11 19:19:59"),
        .leaf(serial: 103, from: "2025-09-19 19:44:51", until: "2027-10-13 17:47:23"),
    ]

    /// A forge under a new authority, or under one given.
    ///
    /// - Precondition: there is at least one leaf.
    package init(authority: TestAuthority? = nil, leaves: [CertificateRecipe] = Forge.rotation) throws {
        precondition(!leaves.isEmpty, "a forge signs with a leaf")
        let authority = try authority ?? TestAuthority()
        self.authority = authority
        self.leaves = leaves
        signers = try leaves.map { try authority.signer($0) }
    }

    /// The signer of an instant: the newest leaf that has begun, or the first of all.
    package func signer(at moment: Moment) -> JWSSigner {
        signers[leafIndex(at: moment)]
    }

    /// The recipe of the leaf that signs at an instant.
    package func leaf(at moment: Moment) -> CertificateRecipe {
        leaves[leafIndex(at: moment)]
    }

    /// The text of `signedPayload` for a notification.
    ///
    /// `signedAt` chooses the leaf where the notification itself names no instant.
    package func signedPayload(_ notification: ForgedNotification, signedAt: Moment? = nil) throws -> String {
        let moment = signedAt ?? notification.signedDate ?? Moment(milliseconds: 0)
        return try notification.signedPayload(by: signer(at: moment))
    }

    /// The text of `signedPayload` for a notification that carries `data`.
    package func notification(
        type: String,
        subtype: String? = nil,
        uuid: String,
        signedDate: Moment,
        data: ForgedData
    ) throws -> String {
        try signedPayload(
            ForgedNotification(type, subtype, uuid: uuid, signedDate: signedDate, content: .data(data))
        )
    }

    /// The number of the leaf that signs at an instant.
    func leafIndex(at moment: Moment) -> Int {
        leaves.lastIndex { $0.notBefore <= moment } ?? 0
    }
}
