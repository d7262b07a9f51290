import NotificationLedger
import Testing

/// Input far larger than the hand-off between reader, workers and consumer.
struct HandOffTests {
    @Test(arguments: [1, 7])
    func documentsLargerThanTheHandOffComeThroughInOrder(jobs: Int) throws {
        let bench = try Workbench()
        let filler = String(repeating: " ", count: 20 << 20)
        let lines = (0..<8).map { "{\"foreign\":\($0)\($0 % 2 == 0 ? filler : "")}\n" }.joined()
        try bench.folder.write("a", lines)
        let found = try bench.verify(["a"], jobs: jobs).lines
        #expect(found.map(\.index) == Array(0..<8))
        #expect(found.allSatisfy { $0.reason == "not-a-notification" })
    }
}
