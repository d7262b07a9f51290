import HistoryArchive
import Testing

@Suite("What documents say of their pages")
struct PageMarksTests {
    private static func marks(_ text: String, flaw: SlabDocument.Flaw? = nil) -> PageMarks {
        let bytes = Array(" \(text) ".utf8)
        var scanner = RecordScanner()
        var output = ScannedRecords()
        let document = SlabDocument(range: 1..<bytes.count - 1, flaw: flaw)
        scanner.scan(document, of: bytes.span, into: &output)
        return output.pages
    }

    private static func marks(_ count: Int, hasMore: Bool? = nil, broken: Int = 0) -> PageMarks {
        var marks = PageMarks()
        marks.count = count
        marks.hasMore = hasMore
        marks.broken = broken
        return marks
    }

    @Test(
        "a page tells whether another follows; only the member hasMore does",
        arguments: [
            (#"{"notificationHistory":[],"hasMore":true,"paginationToken":"t"}"#, true),
            (#"{"hasMore":false,"notificationHistory":[],"paginationToken":"t"}"#, false),
            (#"{"hasMore":true}"#, true), (#"{"notificationHistory":null,"has\u004dore":true}"#, true),
            (#"{"notificationHistory":[],"paginationToken":"t"}"#, nil),
            (#"{"notificationHistory":[],"hasMore":"true"}"#, nil),
            (#"{"notificationHistory":[],"hasMore":null}"#, nil),
        ] as [(String, Bool?)]
    )
    func pages(_ text: String, hasMore: Bool?) {
        #expect(Self.marks(text) == Self.marks(1, hasMore: hasMore))
    }

    @Test("of several pages in a document the last one counts, and a page without a word says nothing")
    func lists() {
        let (more, end) = (
            #"{"notificationHistory":[],"hasMore":true}"#, #"{"notificationHistory":[],"hasMore":false}"#
        )
        #expect(Self.marks("[\(more),\(end)]") == Self.marks(2, hasMore: false))
        #expect(Self.marks("[\(end),\(more)]") == Self.marks(2, hasMore: true))
        #expect(Self.marks("[\(more),{\"notificationHistory\":[]}]") == Self.marks(2))
    }

    @Test(
        "what is no page says nothing",
        arguments: [
            #"{"signedPayload":"ey"}"#, #"["ey1",{"signedPayload":"ey2"}]"#, #""ey""#, "7", "{}",
            #"{"errorCode":4290000}"#, #"{"signedTransactions":[],"hasMore":true,"revision":"r"}"#,
            #"{"signedTransactions":[],"hasMore":tru"#, #"{"signedPayload":"#,
            #"{"source":"s","index":0,"reason":"r","detail":"d","bytesBase64":"eyJoYXNNb3JlIjp0cnVlfQ=="}"#,
        ]
    )
    func others(_ text: String) {
        #expect(Self.marks(text).isEmpty)
    }

    @Test(
        "a page that cannot be taken is a broken page",
        arguments: [
            #"{"notificationHistory":[],"hasMore":tru}"#, #"{"notificationHistory":{},"hasMore":false}"#,
            #"{"hasMore":true,"hasMore":true}"#, #"{"notificationHistory":[],"signedPayload":"ey","hasMore":false}"#,
            #"{"hasMore":true,"paginationTok"#,
        ]
    )
    func broken(_ text: String) {
        #expect(Self.marks(text) == Self.marks(0, broken: 1))
    }

    @Test("what the end of input cuts is a loss, of a page where the text shows one")
    func losses() {
        #expect(Self.marks(#"{"notificationHistory":[{"signed"#, flaw: .incomplete).loss == .page)
        #expect(Self.marks(#"{"signedPayload":"ey"#, flaw: .incomplete).loss == .something)
        #expect(Self.marks(#"{"notificationHistory":[]}"#, flaw: .misplaced) == Self.marks(0, broken: 1))
    }

    @Test("marks follow each other: the last page's word stands, losses and breaks remain")
    func appending() {
        var marks = Self.marks(2, hasMore: true, broken: 1)
        marks.append(PageMarks())
        #expect(marks == Self.marks(2, hasMore: true, broken: 1))
        marks.append(Self.marks(1, hasMore: false))
        #expect(marks == Self.marks(3, hasMore: false, broken: 1))
        marks.append(Self.marks(0, broken: 1))
        #expect(marks == Self.marks(3, broken: 2))
    }
}
