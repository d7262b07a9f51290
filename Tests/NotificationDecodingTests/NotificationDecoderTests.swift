import NotificationDecoding
import NotificationModel
import Testing

/// The rules for a whole notification: identity, classification, container.
@Suite struct NotificationDecoderTests {
    @Test func `identity, type, app, dates and parts are read`() throws {
        let payload = try Payload(
            #"{"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY",\#(Payload.uuid),"version":"2.0","#
                + #""signedDate":1700000000000,"data":{\#(Payload.dataApp),"appAppleId":1,"status":1,"#
                + #""signedTransactionInfo":"a.b.c","signedRenewalInfo":"d\u002ee.f"}}"#
        )
        #expect(payload.row.notificationUUID.description == "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9")
        #expect(payload.row.pair == 0)
        #expect(payload.row.container == .data)
        #expect(payload.signedDate == 1_700_000_000_000)
        #expect(payload.text(payload.row.bundleId) == "com.example.app")
        #expect(payload.text(payload.row.environment) == "Sandbox")
        #expect(payload.text(payload.row.leafSerial) == "1f2e")
        #expect(payload.parts.map(\.part) == [.transaction, .renewal])
        #expect(payload.parts.map { payload.text($0.token) } == ["a.b.c", "d.e.f"])
        #expect(payload.row.notes.isEmpty)
    }

    @Test(arguments: [#""subtype":null,"#, #""subtype":"","#, ""])
    func `no subtype, null and empty text are the same`(member: String) throws {
        let payload = try Payload("{\(member)\(Payload.head),\"data\":{}}")
        #expect(payload.row.pair == NotificationTable.index(of: .test, nil))
        #expect(payload.batch.value(.notification, payload.row.notification, "subtype") == .absent)
        #expect(payload.row.notes.isEmpty)
        #expect(payload.model.subtype == nil)
    }

    @Test(
        arguments: zip(
            ["TEST SUMMARY", "TEST NEW", "NEW SUMMARY", "MIGRATE ", "REFUND INCREASE_QUANTITY", "SUBSCRIBED "],
            [
                .undocumentedPair, [.unknownValue, .undocumentedPair], .unknownType, .unknownType, [],
                .undocumentedPair,
            ] as [RecordNotes]
        )
    )
    func `what the table does not pair is accepted with a note`(words: String, notes: RecordNotes) throws {
        let word = words.split(separator: " ", omittingEmptySubsequences: false)
        let payload = try Payload(
            #"{"notificationType":"\#(word[0])","subtype":"\#(word[1])",\#(Payload.uuid),"data":{}}"#
        )
        #expect(payload.row.notes == notes)
        #expect((payload.row.pair == nil) == (notes != []))
    }

    @Test(arguments: [
        "{}", "{\(Payload.uuid)}", #"{"notificationType":"TEST"}"#, #"{"notificationType":null,\#(Payload.uuid)}"#,
        #"{"notificationType":"TEST","notificationUUID":null}"#, #"{"data":{}}"#,
    ])
    func `type and identity are required`(payload: String) {
        #expect(Payload.reason(payload) == .missingField)
    }

    @Test(arguments: [
        #""notificationUUID":"""#, #""notificationUUID":"0a1b2c3d4e5f60718293a4b5c6d7e8f9""#,
        #""notificationUUID":"0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9\u0000""#,
        #""notificationUUID":"0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8\u0000""#, #""notificationUUID":7"#,
    ])
    func `an identity that is no UUID text is refused, also with a NUL in it`(member: String) {
        #expect(Payload.reason("{\"notificationType\":\"TEST\",\(member)}") == .wrongFieldType)
    }

    @Test func `an identity spelt with escapes is the same identity`() throws {
        let payload = try Payload(
            #"{"notificationType":"TEST","notificationUUID":"\u0030a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"}"#
        )
        #expect(payload.row.notificationUUID == Identity128("0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"))
    }

    @Test(arguments: [
        #"{"transactionId":"1","originalTransactionId":"1","bundleId":"b","signedDate":1}"#,
        #"{"originalTransactionId":"1","autoRenewProductId":"p","signedDate":1}"#,
        #"{"originalTransactionId":"1","autoRenewStatus":1}"#,
        #"{"receiptType":"Sandbox","bundleId":"b"}"#,
        #"{"\u0074ransactionId":"1"}"#,
    ])
    func `another signed object in its place is told as such`(payload: String) {
        #expect(Payload.reason(payload) == .notANotification)
    }

    @Test(arguments: ["[]", "null", "1", #""text""#, "true", "[{}]", ""])
    func `a payload that is no object is refused`(payload: String) {
        #expect(Payload.reason(payload) == .payloadNotObject)
    }

    @Test(arguments: [
        "{", "{}{}", "{} x", #"{"a":1,}"#, #"{"a":01}"#, #"{"a":NaN}"#, #"{'a':1}"#, #"{"a":"\ud800"}"#,
        #"{"a":"\udc00\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\x"}"#, "{\"a\":\"\u{1}\"}", "\u{FEFF}{}",
        #"{"a":tru}"#, #"{"\ud800":1}"#,
    ])
    func `text that is not JSON is refused, lone surrogates included`(payload: String) {
        #expect(Payload.reason(payload) == .malformedJSON)
    }

    @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        let outer = Array("{\(Payload.head),\"new\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(Payload.reason { try Payload(outer) } == .malformedJSON)
    }

    @Test func `nesting has a limit`() throws {
        func nested(_ depth: Int) -> String {
            "{\(Payload.head),\"new\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                + "}"
        }
        let deepest = try Payload(nested(63))
        #expect(deepest.text(deepest.row.notification.unknownMembers)?.utf8.count == 2 * 63 + 8)
        #expect(Payload.reason(nested(64)) == .limitExceeded)
        #expect(Payload.reason(nested(100_000)) == .limitExceeded)
    }

    @Test(arguments: [
        #""data":{},"appData":{}"#, #""summary":{},"externalPurchaseToken":{}"#, #""unclaimInfo":{},"data":{}"#,
    ])
    func `two known containers are refused`(members: String) {
        #expect(Payload.reason("{\(Payload.head),\(members)}") == .ambiguousPayload)
    }

    @Test func `a container that is null counts as absent`() throws {
        let payload = try Payload("{\(Payload.head),\"data\":null,\"summary\":{\"succeededCount\":3}}")
        #expect(payload.row.container == .summary)
        #expect(payload.batch.integer(.summary, payload.row.content, "succeededCount") == 3)
    }

    @Test(arguments: ["[]", "1", #""x""#, "true"])
    func `a known container that is no object is refused`(value: String) {
        #expect(Payload.reason("{\(Payload.head),\"data\":\(value)}") == .wrongFieldType)
    }

    @Test func `a missing container is accepted with a note`() throws {
        let payload = try Payload("{\(Payload.head)}")
        #expect(payload.row.container == nil)
        #expect(payload.row.content == nil)
        #expect(payload.row.rawContent == nil)
        #expect(payload.row.bundleId == nil)
        #expect(payload.row.environment == nil)
        #expect(payload.row.notes == [.unknownContainer])
        #expect(payload.model.content == .unknown(nil))
    }

    @Test func `an unknown container is kept raw and gives app and environment`() throws {
        let container = #""seatInfo":{ "bundle\u0049d":"com.example.app","environment":"Production","n":1e400}"#
        let payload = try Payload("{\(Payload.head),\"other\":{\"x\":1},\(container)}")
        #expect(payload.text(payload.row.bundleId) == "com.example.app")
        #expect(payload.text(payload.row.environment) == "Production")
        #expect(payload.row.container == nil)
        #expect(payload.row.notes == [.unknownContainer])
        #expect(payload.text(payload.row.rawContent) == "{\"other\":{\"x\":1},\(container)}")
        #expect(payload.parts.isEmpty)
        #expect(payload.model.content == .unknown("{\"other\":{\"x\":1},\(container)}"))
    }

    @Test func `of an unknown container each member counts by itself`() throws {
        let wrongType = try Payload("{\(Payload.head),\"new\":{\"bundleId\":\"b\",\"environment\":5}}")
        #expect(wrongType.text(wrongType.row.bundleId) == "b")
        #expect(wrongType.row.environment == nil)
        let repeated = try Payload(
            #"{\#(Payload.head),"new":{"bundleId":"b","bundleId":"c","environment":"Moon","appAppleId":"x"}}"#
        )
        #expect(repeated.row.bundleId == nil)
        #expect(repeated.text(repeated.row.environment) == "Moon")
        #expect(repeated.row.notes == [.unknownContainer, .unknownValue])
    }

    @Test func `beside a known container an unknown one is only kept`() throws {
        let payload = try Payload(
            #"{\#(Payload.head),"new":{"bundleId":"other","environment":"Production"},"data":{\#(Payload.dataApp)}}"#
        )
        #expect(payload.text(payload.row.bundleId) == "com.example.app")
        #expect(payload.text(payload.row.environment) == "Sandbox")
        #expect(payload.row.notes.isEmpty)
        #expect(
            payload.text(payload.row.notification.unknownMembers)
                == #"{"new":{"bundleId":"other","environment":"Production"}}"#
        )
    }

    @Test(
        arguments: zip(
            [
                #""externalPurchaseId":"SANDBOX_1""#, #""externalPurchaseId":"\u0053ANDBOX""#,
                #""externalPurchaseId":"1-SANDBOX""#, #""externalPurchaseId":"sandbox_1""#, "",
                #""externalPurchaseId":"SANDBOX\#u{301}""#,
            ],
            ["Sandbox", "Sandbox", "Production", "Production", "Production", "Sandbox"]
        )
    )
    func `a token's environment is told by its id's first bytes`(member: String, environment: String) throws {
        let payload = try Payload("{\(Payload.head),\"externalPurchaseToken\":{\(member)}}")
        #expect(payload.text(payload.row.environment) == environment)
    }

    @Test func `an app transaction is the part of appData`() throws {
        let payload = try Payload(
            #"{"notificationType":"RESCIND_CONSENT",\#(Payload.uuid),"appData":{"signedAppTransactionInfo":"a.b.c","#
                + #""signedTransactionInfo":"d.e.f"}}"#
        )
        #expect(payload.parts.map(\.part) == [.appTransaction])
        #expect(payload.text(payload.row.content?.unknownMembers) == #"{"signedTransactionInfo":"d.e.f"}"#)
    }

    @Test func `a part that is null is no part, one of another type is refused`() throws {
        #expect(try Payload(Payload.data(#""signedTransactionInfo":null"#)).parts.isEmpty)
        #expect(Payload.reason(Payload.data(#""signedTransactionInfo":{}"#)) == .wrongFieldType)
    }

    @Test func `an inner payload that is null counts as absent`() throws {
        let payload = try Payload(Payload.data(""), transaction: #"{"transactionId":"1"}"#, renewal: " null ")
        #expect(payload.row.renewal == nil)
        #expect(payload.row.transaction != nil)
    }

    @Test(arguments: ["[]", "1", "", #""null""#])
    func `an inner payload of another kind is refused`(inner: String) {
        #expect(Payload.reason(Payload.data(""), renewal: inner) == .payloadNotObject)
    }

    @Test func `notes of a refused record do not stay for the next one`() throws {
        var batch = RowBatch()
        var decoder = NotificationDecoder()
        func slice(_ text: String) -> ByteSlice {
            let start = batch.arena.count
            batch.arena.append(contentsOf: text.utf8)
            return ByteSlice(offset: UInt32(start), length: UInt32(text.utf8.count))
        }
        var parts: [NotificationEnvelope.Part] = []
        let refused = slice(Payload.data(#""status":"x","bundleId":"again""#))
        let good = slice(Payload.data(""))
        #expect(throws: Rejection.self) {
            try decoder.envelope(
                refused,
                leafSerial: refused,
                truncatesFractions: false,
                into: &batch,
                parts: &parts
            )
        }
        let envelope = try decoder.envelope(
            good,
            leafSerial: good,
            truncatesFractions: false,
            into: &batch,
            parts: &parts
        )
        #expect(envelope.row.notes.isEmpty)
    }
}
