import NotificationDecoding
import NotificationModel
import Testing

@Suite struct PartsAgreementTests {
    private static let app = #""bundleId":"com.example.app","environment":"Sandbox""#

    private static func rejection(
        _ outer: String = Payload.data(""),
        transaction: String? = nil,
        renewal: String? = nil,
        appTransaction: String? = nil
    ) throws -> Rejection? {
        let payload = try Payload(outer, transaction: transaction, renewal: renewal, appTransaction: appTransaction)
        return PartsAgreement.rejection(payload.row, payload.batch)
    }

    @Test func `parts of one app, environment and subscription belong together`() throws {
        #expect(
            try Self.rejection(
                transaction: "{\(Self.app),\"transactionId\":\"2\",\"originalTransactionId\":\"1\"}",
                renewal: #"{"environment":"Sandbox","originalTransactionId":"1"}"#
            ) == nil
        )
    }

    @Test func `what a side lacks is not compared`() throws {
        #expect(try Self.rejection(transaction: "{}", renewal: #"{"originalTransactionId":"1"}"#) == nil)
        #expect(try Self.rejection("{\(Payload.head)}", transaction: "{\(Self.app)}", renewal: "{}") == nil)
        #expect(try Self.rejection() == nil)
    }

    @Test(
        arguments: zip(
            [
                #"{"bundleId":"com.example.other","environment":"Sandbox"}"#,
                #"{"bundleId":"com.example.apps"}"#,
                #"{"bundleId":"com.example.app","environment":"Production"}"#,
                #"{"environment":"sandbox"}"#,
            ],
            ["bundleId", "bundleId", "environment", "environment"]
        )
    )
    func `a transaction of another app or environment is refused`(transaction: String, member: String) throws {
        let rejection = try #require(try Self.rejection(transaction: transaction))
        #expect(rejection.reason == .partsDisagree)
        #expect(rejection.detail == "\(member) of signedTransactionInfo differs from that of another part")
    }

    @Test func `a renewal info of another environment is refused`() throws {
        let rejection = try Self.rejection(renewal: #"{"environment":"Production"}"#)
        #expect(rejection?.reason == .partsDisagree)
    }

    @Test func `two inner parts that contradict each other are refused though the container names none`() throws {
        let rejection = try Self.rejection(
            "{\(Payload.head),\"data\":{}}",
            transaction: #"{"environment":"Sandbox"}"#,
            renewal: #"{"environment":"Production"}"#
        )
        #expect(rejection?.reason == .partsDisagree)
    }

    @Test(arguments: [
        #"{"receiptType":"Production","bundleId":"com.example.app"}"#,
        #"{"receiptType":"Sandbox","bundleId":"com.example.other"}"#,
    ])
    func `an app transaction of another app or environment is refused`(appTransaction: String) throws {
        let outer = "{\(Payload.head),\"appData\":{\(Payload.dataApp)}}"
        #expect(try Self.rejection(outer, appTransaction: appTransaction)?.reason == .partsDisagree)
        let own = #"{"receiptType":"Sandbox","bundleId":"com.example.app"}"#
        #expect(try Self.rejection(outer, appTransaction: own) == nil)
    }

    @Test(
        arguments: zip(
            ["1", "0", "2", "3", ""],
            [nil, nil, .partsDisagree, .partsDisagree, .partsDisagree] as [RejectionReason?]
        )
    )
    func `a renewal names the original transaction or the one before it`(id: String, reason: RejectionReason?) throws {
        let transaction = #"{"transactionId":"2","originalTransactionId":"1","previousOriginalTransactionId":"0"}"#
        let rejection = try Self.rejection(
            transaction: transaction,
            renewal: "{\"originalTransactionId\":\"\(id)\"}"
        )
        #expect(rejection?.reason == reason)
    }

    @Test func `without a previous id only the original one will do`() throws {
        let rejection = try Self.rejection(
            transaction: #"{"originalTransactionId":"1"}"#,
            renewal: #"{"originalTransactionId":"0"}"#
        )
        #expect(rejection?.reason == .partsDisagree)
    }
}
