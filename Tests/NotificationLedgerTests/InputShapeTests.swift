import CorpusForge
import Foundation
import NotificationLedger
import Testing

/// What people keep in the folders of their archives, and what becomes of each thing.
struct InputShapeTests {
    private let bench: Workbench
    private let forge: Forge
    private let payloads: [String]

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        self.forge = forge
        payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
    }

    private func judge(_ input: some Sequence<UInt8>) throws -> [String] {
        try bench.folder.write("input", input)
        return try bench.verify(["input"]).lines.map(\.judgement)
    }

    private func judge(_ input: String) throws -> [String] { try judge(Array(input.utf8)) }

    private static let accepted = ["accepted"]
    private static let sixAccepted = Array(repeating: "accepted", count: 6)

    // MARK: - Layouts (field report 75)

    @Test func everyLayoutGivesTheSameRecords() throws {
        let pages = stride(from: 0, to: 6, by: 2).map { page(Array(payloads[$0..<$0 + 2])) }
        let quoted: [String] = payloads.map { "\"\($0)\"" }
        let bodies: [String] = payloads.map { "{\"signedPayload\":\"\($0)\"}" }
        let strings: String = "[\(quoted.joined(separator: ","))]"
        let object = try JSONSerialization.jsonObject(with: Data(pages[0].utf8))
        let pretty = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted])
        let prettyPage = String(decoding: pretty, as: UTF8.self).replacing("  ", with: "\t")
        let layouts: [String] = [
            "[\(pages.joined(separator: ",\n"))]", pages.joined(), pages.joined(separator: "\r\n") + "\r\n",
            prettyPage + "\n" + pages[1...].joined(separator: "\n"), strings, payloads.joined(separator: "\n"),
            payloads.joined(separator: "\r\n") + "\r\n", itemLines(payloads),
            bodies.joined(separator: "\n"), "[\(bodies.joined(separator: ","))]",
            "\u{FEFF}" + pages.joined(separator: "\u{FEFF}"),
            pages.joined(separator: " \n\t ") + "\n\n",
        ]
        var fingerprints: Set<String> = []
        for (number, layout) in layouts.enumerated() {
            #expect(try judge(layout) == Self.sixAccepted, "layout \(number)")
            try bench.reconcile(["input"], into: "ledger-\(number)")
            fingerprints.insert(try bench.fingerprint("ledger-\(number)"))
        }
        #expect(fingerprints.count == 1)
    }

    @Test func aRepeatedMemberIsRefusedNotChosen() throws {
        let item = "{\"signedPayload\":\"\(payloads[0])\",\"signedPayload\":\"\(payloads[1])\"}"
        #expect(try judge(item) == ["rejected repeated-member"])
        let escaped = "{\"signedPayload\":\"\(payloads[0])\",\"signed\\u0050ayload\":\"\(payloads[1])\"}"
        #expect(try judge(escaped) == ["rejected repeated-member"])
        let page = "{\"notificationHistory\":[{\"signedPayload\":\"\(payloads[0])\"}],\"notificationHistory\":[]}"
        #expect(try judge(page) == ["rejected repeated-member"])
    }

    @Test func escapedTokensAreTheSameTokens() throws {
        let escaped = payloads[0].replacing(".", with: "\\u002e").replacing("eyJ", with: "\\u0065yJ")
        #expect(try judge("{\"signedPayload\":\"\(escaped)\"}") == Self.accepted)
    }

    // MARK: - Byte-order marks and stray bytes (74)

    @Test func strayBytesAreReportedAndTheRestStands() throws {
        let body = Array(itemLines([payloads[0]]).utf8)
        #expect(try judge([0xEF, 0xBB, 0xBF] + body) == Self.accepted)
        #expect(
            try judge(body + [0xEF, 0xBB, 0xBF] + Array(itemLines([payloads[1]]).utf8)) == ["accepted", "accepted"]
        )
        let stray = try judge(body + [0xFF, 0x00])
        #expect(stray.first == "accepted")
        #expect(stray.count == 2)
        #expect(stray.last?.hasPrefix("rejected") == true)
        let wide = try judge([0xFF, 0xFE] + body.flatMap { [$0, 0] })
        #expect(wide == ["rejected malformed-json"])
    }

    // MARK: - Tokens damaged on their way (18)

    @Test func damagedTokensAreRefusedOneByOne() throws {
        let good = payloads[0]
        let middle = good.index(good.startIndex, offsetBy: good.count - 300)
        let spliced = good[..<middle] + " 2024-05-01T10:00:00Z " + good[middle...]
        let cases: [(String, String)] = [
            (String(spliced), "malformed-base64url"), ("." + good, "malformed-jws"),
            (good + "\r\n", "malformed-base64url"), (String(good.prefix(4096)), "malformed-jws"), ("", "malformed-jws"),
            (good + ".", "malformed-jws"), (good.replacing(".", with: "..", maxReplacements: 1), "malformed-jws"),
            ("eyJ", "malformed-jws"), (" " + good, "malformed-base64url"),
        ]
        for (token, _) in cases {
            let body = try JSONSerialization.data(withJSONObject: ["signedPayload": token])
            let lines = try judge(Array(body) + [0x0A] + Array(itemLines([payloads[1]]).utf8))
            #expect(lines.count == 2, "\(token.suffix(20))")
            #expect(lines.first?.hasPrefix("rejected malformed-") == true, "\(token.suffix(20)): \(lines)")
            #expect(lines.last == "accepted")
        }
        #expect(try judge(payloads[0] + "\r\n") == Self.accepted)
    }

    // MARK: - Signed, but no notification (17)

    @Test func otherSignedObjectsAreCountedAndRefused() throws {
        let signer = forge.signer(at: "2024-03-05 10:15")
        guard case .fields(let told) = Telling.data().transaction else { return }
        let objects: [ForgedJSON] = [
            told.json, Telling.renewal().json, ["receiptType": "Production", "bundleId": .string(Telling.app)],
        ]
        let items = try objects.map { "{\"signedPayload\":\"\(try signer.sign($0))\"}" }
        let page = "{\"notificationHistory\":[\((items + ["{\"signedPayload\":null}"]).joined(separator: ","))]}"
        let expected = Array(repeating: "rejected not-a-notification", count: 3) + ["rejected malformed-record"]
        let found = try judge(page)
        #expect(found == expected)
        #expect(try judge("{\"signedPayload\":\"\(try signer.sign("null"))\"}") == ["rejected payload-not-object"])
        #expect(try judge("{\"signedPayload\":\"\(try signer.sign(""))\"}").allSatisfy { $0.hasPrefix("rejected") })
    }

    // MARK: - Other JSON in the same folder (19)

    @Test func otherDocumentsAreNamedAndStopNothing() throws {
        let files: [(text: String, reason: String)] = [
            ("{\"notification_type\":\"DID_RENEW\",\"unified_receipt\":{}}", "not-a-notification"),
            ("{\"revision\":\"1\",\"hasMore\":false,\"signedTransactions\":[\"eyJ\"]}", "not-a-notification"),
            ("{\"errorCode\":4040010,\"errorMessage\":\"Transaction id not found.\"}", "not-a-notification"),
            ("Rate limit exceeded. Try again later.\n", "malformed-json"), ("{}", "not-a-notification"),
            ("12", "not-a-notification"), ("null", "not-a-notification"), ("", "empty-input"),
            (" \n ", "empty-input"),
        ]
        for (number, file) in files.enumerated() { try bench.folder.write("mixed/\(number)", file.text) }
        try bench.folder.write("mixed/good", page(payloads))
        let (lines, summary, _) = try bench.verify(["mixed"], jobs: 3)
        #expect(lines.prefix(files.count).map(\.reason) == files.map(\.reason))
        #expect(lines.suffix(6).map(\.verdict) == Self.sixAccepted)
        #expect(!summary.inputWasWhole)
    }

    // MARK: - Pages and items (49, 50)

    @Test func oddPagesLoseNothing() throws {
        let empty = "{\"notificationHistory\":[],\"hasMore\":true,\"paginationToken\":\"a\"}"
        let absent = "{\"hasMore\":false}"
        let input = [
            page(Array(payloads[..<4])), empty, absent, page(Array(payloads[3...])), page(Array(payloads[3...])),
        ]
        try bench.folder.write("dump", input.joined(separator: "\n"))
        let summary = try bench.reconcile(["dump"])
        #expect(summary.counts.new == 6)
        #expect(summary.counts.duplicate == 4)
        #expect(summary.counts.rejected == 0)
    }

    @Test func wrappersNeverDecideAVerdict() throws {
        let attempts = (0..<7).map { number in
            "{\"attemptDate\":\(1_709_633_700_000 + number * 60_000),\"sendAttemptResult\":\"TIMED_OUT\"}"
        }
        let wrappers = [
            "", ",\"firstSendAttemptResult\":\"SUCCESS\"", ",\"sendAttempts\":[\(attempts.joined(separator: ","))]",
            ",\"sendAttempts\":[{\"attemptDate\":1709633700000,\"sendAttemptResult\":\"EATEN_BY_DOG\"}]",
            ",\"sendAttempts\":null", ",\"sendAttempts\":\"none\"", ",\"sendAttempts\":[7,null,{}]",
            ",\"sendAttempts\":[{\"attemptDate\":-1,\"sendAttemptResult\":7}],\"other\":[[{}]]",
            ",\"sendAttempts\":[{\"attemptDate\":9223372036854775808,\"sendAttemptResult\":\"SUCCESS\"}]",
        ]
        for (number, wrapper) in wrappers.enumerated() {
            #expect(try judge("{\"signedPayload\":\"\(payloads[0])\"\(wrapper)}") == Self.accepted, "\(wrapper)")
            #expect(try bench.reconcile(["input"], into: "ledger-\(number)").counts.new == 1, "\(wrapper)")
        }
        #expect(try bench.rows("send_attempts", of: "ledger-2").count == 7)
    }

    @Test func aBrokenItemSpoilsNoNeighbour() throws {
        let items = [payloads[0], "x", payloads[1]].map { "{\"signedPayload\":\"\($0)\"}" }
        let page = "{\"notificationHistory\":[\(items.joined(separator: ",")),7,null,{\"sendAttempts\":[]}]}"
        let expected = ["accepted", "rejected malformed-jws", "accepted"]
        #expect(try judge(page) == expected + Array(repeating: "rejected malformed-record", count: 3))
    }

    @Test func aDocumentBeyondTheLimitIsOneFaultAndTheNextFileIsRead() throws {
        try bench.folder.write("big", page(payloads))
        try bench.folder.write("small", itemLines([payloads[0]]))
        let (lines, _, _) = try bench.verify(["big", "small"]) { $0.maximumDocumentBytes = 20_000 }
        #expect(lines.map(\.judgement) == ["rejected limit-exceeded", "accepted"])
        #expect(lines.first?.index == nil)
    }
}
