import Foundation
import HistoryArchive
import NotificationModel
import Testing

@Suite("Records of a document")
struct RecordScannerTests {
    static func scan(_ text: String, form: SlabDocument.Form = .json) -> ScannedRecords {
        let bytes = Array("  \(text) ".utf8)
        var scanner = RecordScanner()
        var output = ScannedRecords()
        let document = SlabDocument(range: 2..<bytes.count - 1, form: form)
        scanner.scan(document, of: bytes.span, into: &output)
        return output
    }

    static func reasons(_ text: String, form: SlabDocument.Form = .json) -> [RejectionReason?] {
        scan(text, form: form).records.map(\.rejection?.reason)
    }

    @Test(
        "an item without a JWS is one malformed record",
        arguments: [
            #"{"notificationHistory":[{}]}"#, #"{"notificationHistory":[{"signedPayload":null}]}"#,
            #"{"notificationHistory":[{"signedPayload":7}]}"#, #"{"notificationHistory":["ey"]}"#,
            #"{"notificationHistory":[null]}"#, #"{"sendAttempts":[]}"#, #"{"signedPayload":["ey"]}"#,
            #"{"notificationHistory":{}}"#, #"{"notificationHistory":[],"signedPayload":"ey"}"#,
        ]
    )
    func malformedItems(_ text: String) {
        #expect(Self.reasons(text) == [.malformedRecord])
    }

    @Test("items of a whole page are judged one by one")
    func oneByOne() {
        let text = #"{"notificationHistory":[{"signedPayload":"ey1"},{"x":1},{"signedPayload":"ey3"}],"hasMore":true}"#
        #expect(Self.reasons(text) == [nil, .malformedRecord, nil])
    }

    @Test(
        "other JSON is no notification, and the detail says what it is",
        arguments: [
            (#"{"errorCode":4040010,"errorMessage":"m"}"#, "error body"),
            (#"{"notification_type":"CANCEL","unified_receipt":{}}"#, "version 1"),
            (#"{"signedTransactions":[],"hasMore":false,"revision":"r"}"#, "transaction history"),
            ("{}", "object"), ("7", "number"), ("true", "true"), ("null", "null"),
        ]
    )
    func others(_ text: String, _ kind: String) {
        let record = Self.scan(text).records.first
        #expect(record?.rejection?.reason == .notANotification)
        #expect(record?.rejection?.detail.contains(kind) == true)
    }

    @Test(
        "a repeated known member rejects its unit",
        arguments: [
            #"{"signedPayload":"ey1","signedPayload":"ey2"}"#, #"{"signedPayload":"ey1","signed\u0050ayload":"ey2"}"#,
            #"{"hasMore":true,"hasMore":true}"#, #"{"notificationHistory":[],"notificationHistory":[]}"#,
            #"{"notificationHistory":[{"signedPayload":"ey","sendAttempts":[],"sendAttempts":[]}]}"#,
        ]
    )
    func repeated(_ text: String) {
        #expect(Self.reasons(text) == [.repeatedMember])
        #expect(Self.reasons(#"{"signedPayload":"ey","x":1,"x":2}"#) == [nil])
    }

    @Test("limits of size and nesting have their reason")
    func limits() {
        let long = String(repeating: "a", count: 1 << 20)
        #expect(Self.reasons("\"\(long)\"") == [nil])
        #expect(Self.reasons("\"\(long)a\"") == [.limitExceeded])
        #expect(Self.reasons("ey\(long)", form: .text) == [.limitExceeded])
        #expect(
            Self.reasons(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)) == [.limitExceeded]
        )
    }

    @Test("text that is neither JSON nor a JWS is malformed, with the place")
    func text() {
        let record = Self.scan("{\"a\":tru}").records.first
        #expect(record?.rejection?.reason == .malformedJSON)
        #expect(record?.rejection?.detail.contains("byte 5") == true)
        #expect(Self.reasons("hello", form: .text) == [.malformedJSON])
        #expect(Self.reasons("12", form: .text) == [.notANotification])
        #expect(Self.reasons("eyJ.x.y", form: .text) == [nil])
    }

    @Test("odd attempts never reject; what can be read of them is kept")
    func attempts() {
        let text = """
            {"signedPayload":"ey","firstSendAttemptResult":"OTHER","sendAttempts":[
            {"attemptDate":5,"sendAttemptResult":"NEW_RESULT"},{"sendAttemptResult":"SUCCESS"},{"attemptDate":1},7,
            {"attemptDate":"x","sendAttemptResult":"TIMED_OUT"},{"attemptDate":1e3,"sendAttemptResult":"OTHER"},
            {"attemptDate":1.5,"sendAttemptResult":"OTHER"},{"attemptDate":1,"sendAttemptResult":9}]}
            """
        #expect(
            Self.attempts(of: Self.scan(text)) == [
                SendAttempt(attemptDate: 5, result: "NEW_RESULT"), SendAttempt(attemptDate: nil, result: "SUCCESS"),
                SendAttempt(attemptDate: nil, result: "TIMED_OUT"), SendAttempt(attemptDate: 1000, result: "OTHER"),
                SendAttempt(attemptDate: nil, result: "OTHER"),
            ]
        )
        let old = Self.scan(#"{"signedPayload":"ey","firstSendAttemptResult":"SUCCESS","sendAttempts":null}"#)
        #expect(Self.attempts(of: old) == [SendAttempt(attemptDate: nil, result: "SUCCESS")])
    }

    @Test("each record has its own attempts, and one that is refused has none")
    func attemptsOfEachRecord() {
        func item(_ payload: String, _ result: String) -> String {
            #"{"signedPayload":"\#(payload)","sendAttempts":[{"sendAttemptResult":"\#(result)"}]}"#
        }
        let tooLong = "ey" + String(repeating: "a", count: 1 << 20)
        let output = Self.scan("[\(item("ey1", "A")),\(item(tooLong, "B")),\(item("ey3", "C"))]")
        #expect(output.records.map { output.attempts[$0.attempts].map(\.result) } == [["A"], [], ["C"]])
    }

    /// The attempts of the first record.
    private static func attempts(of output: ScannedRecords) -> [SendAttempt]? {
        output.records.first.map { Array(output.attempts[$0.attempts]) }
    }

    @Test("a quarantine line is scanned for what it holds, once")
    func quarantine() {
        func line(_ text: String) -> String {
            let bytes = Data(text.utf8).base64EncodedString()
            return #"{"source":"a","index":0,"reason":"x","detail":"y","bytesBase64":"\#(bytes)"}"#
        }
        let item = #"{"signedPayload":"ey1.a.b","sendAttempts":[{"attemptDate":5,"sendAttemptResult":"OTHER"}]}"#
        let output = Self.scan(line(item))
        #expect(output.records.map(\.rejection) == [nil])
        #expect(output.records.first?.attempts.count == 1)
        let payload = output.records.first?.signedPayload
        #expect(payload?.origin == .scratch)
        #expect(payload.map { String(decoding: output.scratch[$0.range], as: UTF8.self) } == "ey1.a.b")
        #expect(Self.reasons(line("ey2.a.b")) == [nil])
        #expect(Self.reasons(line("{")) == [.malformedJSON])
        #expect(Self.reasons(line(line(item))) == [.notANotification])
        #expect(Self.reasons(#"{"bytesBase64":"*"}"#) == [.malformedRecord])
        #expect(Self.reasons(#"{"bytesBase64":""}"#) == [.malformedJSON])
    }

    @Test("the literal of a record is its bytes as they stand")
    func literal() throws {
        let item = #"{ "signedPayload" : "e\u0079" }"#
        let text = #"{"notificationHistory":[ \#(item) ]}"#
        let output = Self.scan(text)
        let record = try #require(output.records.first)
        let bytes = Array("  \(text) ".utf8)
        #expect(record.literal.origin == .slab)
        #expect(String(decoding: bytes[record.literal.range], as: UTF8.self) == item)
        #expect(String(decoding: output.scratch[record.signedPayload.range], as: UTF8.self) == "ey")
    }
}
