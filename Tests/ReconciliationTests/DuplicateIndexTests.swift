import NotificationModel
import Reconciliation
import TestSupport
import Testing

@Suite("Duplicates without a ledger")
struct DuplicateIndexTests {
    private func digest(_ word: UInt64) -> Digest256 {
        Digest256(words: (word << 32, word, 0, 0))
    }

    @Test("the first is new, a copy a duplicate at any distance, other content under the same identity a conflict")
    func verdicts() {
        var index = DuplicateIndex()
        let id = Identity128(high: 1, low: 2)
        #expect(index.offer(id, environment: .production, contentDigest: digest(1)) == .new)
        for other in 0..<20_000 as Range<UInt64> {
            #expect(
                index.offer(Identity128(high: other, low: 99), environment: .production, contentDigest: digest(1))
                    == .new
            )
        }
        #expect(index.offer(id, environment: .production, contentDigest: digest(1)) == .duplicate)
        #expect(index.offer(id, environment: .production, contentDigest: digest(2)) == .conflicting)
        #expect(index.offer(id, environment: .production, contentDigest: digest(2)) == .duplicate)
        #expect(index.offer(id, environment: .sandbox, contentDigest: digest(1)) == .new)
        #expect(index.offer(id, environment: .unknown("Moon"), contentDigest: digest(1)) == .new)
        #expect(index.count == 20_004)
    }

    @Test("the number of each verdict does not depend on the order", arguments: 0..<10 as Range<UInt64>)
    func orderFreeCounts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var records = (0..<2_000).map { _ in
            (Identity128(high: 5, low: .random(in: 0..<300, using: &random)), UInt64.random(in: 1...3, using: &random))
        }
        func counts() -> [DuplicateIndex.Verdict: Int] {
            var index = DuplicateIndex()
            return records.reduce(into: [:]) { counts, record in
                counts[index.offer(record.0, environment: .sandbox, contentDigest: digest(record.1)), default: 0] += 1
            }
        }
        let first = counts()
        records.shuffle(using: &random)
        #expect(counts() == first)
        #expect(first[.new] == Set(records.map(\.0)).count)
    }
}
