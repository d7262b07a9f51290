import NotificationModel
import Reconciliation

/// The duplicate index, against a dictionary from identity to digests.
struct Duplicates {
    /// What tells records apart.
    private struct Identity: Hashable {
        let uuid: Identity128
        let environment: StoreEnvironment
    }

    /// The plain twin's memory, kept from pass to pass: how the system hands out pages is not what is measured.
    private final class Known {
        var first: [Identity: Digest256]
        var others: [Identity: [Digest256]] = [:]

        init(_ count: Int) { first = Dictionary(minimumCapacity: count) }
    }

    var scenarios: [Scenario] {
        [
            Scenario(name: "stage/duplicates", isPortable: true) { try trial(5_000) },
            Scenario(name: "duplicates/million", isLong: true) { try trial(1_000_000) },
        ]
    }

    private func trial(_ count: Int) throws -> Trial {
        var numbers = SystemRandomNumberGenerator()
        var records: [(identity: Identity, digest: Digest256)] = []
        for index in 0..<count {
            // One in twelve comes again; one in some hundred of these says something else.
            if index % 12 == 11 {
                let former = records[Int.random(in: 0..<records.count, using: &numbers)]
                let digest = index % 1200 == 1199 ? Digest256(words: (UInt64(index) << 17, 1, 1, 1)) : former.digest
                records.append((former.identity, digest))
            } else {
                let uuid = Identity128(high: numbers.next(), low: numbers.next())
                let environment = index % 10 == 0 ? StoreEnvironment.sandbox : .production
                let digest = Digest256(words: (numbers.next(), numbers.next(), numbers.next(), numbers.next()))
                records.append((Identity(uuid: uuid, environment: environment), digest))
            }
        }
        let all = records
        func fast(_ take: (DuplicateIndex.Verdict) -> Void) {
            var index = DuplicateIndex()
            for (identity, digest) in all {
                take(index.offer(identity.uuid, environment: identity.environment, contentDigest: digest))
            }
        }
        let known = Known(count)
        func plain(_ take: (DuplicateIndex.Verdict) -> Void) {
            known.first.removeAll(keepingCapacity: true)
            known.others.removeAll(keepingCapacity: true)
            for (identity, digest) in all {
                guard let first = known.first[identity] else {
                    known.first[identity] = digest
                    take(.new)
                    continue
                }
                if first == digest || known.others[identity, default: []].contains(digest) {
                    take(.duplicate)
                } else {
                    known.others[identity, default: []].append(digest)
                    take(.conflicting)
                }
            }
        }
        return Trial(
            yardstickName: "dictionary",
            amount: .init(notifications: count),
            compare: {
                var verdicts: [DuplicateIndex.Verdict] = []
                var expected: [DuplicateIndex.Verdict] = []
                fast { verdicts.append($0) }
                plain { expected.append($0) }
                try WrongAnswer.unlessEqual(verdicts, expected, "verdicts on copies")
            },
            yardstick: { plain { _ in } },
            subject: { fast { _ in } }
        )
    }
}
