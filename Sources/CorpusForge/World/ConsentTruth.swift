/// What is true of one withdrawn consent: a line of `state.jsonl`.
package struct ConsentTruth: Hashable, Sendable {
    /// How a purchase is tied to the withdrawal.
    package enum Match: String, Sendable {
        /// A record of the purchase names the app transaction.
        case direct
        /// All its records are older than that member; an account token ties it to a direct one.
        case bridged
    }

    /// The account that it belongs to.
    package var account: String
    /// The bundle id.
    package var app: String
    /// True for Sandbox.
    package var isSandbox: Bool
    package var appTransactionId: String
    package var notificationUUID: String
    package var withdrawnAt: Moment
    /// The purchases concerned, by original transaction id.
    package var joins: [String: Match] = [:]
    package var returnedAt: Moment?
    /// The transaction that shows the return.
    package var returnEvidence: String?
    package var traits: Set<String> = []
    package var isIncomplete = false

    /// The line's JSON text, without the line feed.
    package var text: String {
        let joined = joins.sorted { $0.key < $1.key }.map { id, match -> ForgedJSON in
            ["originalTransactionId": .string(id), "match": .string(match.rawValue)]
        }
        let line: ForgedJSON = [
            "subject": "consent", "app": .string(app), "environment": .string(isSandbox ? "Sandbox" : "Production"),
            "appTransactionId": .string(appTransactionId), "notificationUUID": .string(notificationUUID),
            "account": .string(account), "traits": .array(traits.sorted().map { .string($0) }),
            "withdrawnAt": .integer(withdrawnAt.milliseconds), "joins": .array(joined),
            "returnedAt": .optional(returnedAt?.milliseconds), "returnEvidence": .optional(returnEvidence),
            "incomplete": .boolean(isIncomplete),
        ]
        return line.text
    }
}
