internal import NotificationModel
internal import Reconciliation

/// The notifications of one history, found by content.
struct KnownFacts {
    /// Up to so many facts a look at each is cheaper than a hash table.
    private static let scanLimit = 12

    private(set) var facts: [NotificationFact] = []
    private var positions: [Digest256: Int] = [:]

    mutating func add(_ fact: NotificationFact) {
        facts.append(fact)
        if facts.count == Self.scanLimit + 1 {
            for (index, fact) in facts.enumerated() { positions[fact.contentDigest] = index }
        } else if facts.count > Self.scanLimit {
            positions[fact.contentDigest] = facts.count - 1
        }
    }

    /// The notification of a content digest; of several the last added.
    func fact(of digest: Digest256) -> NotificationFact? {
        guard facts.count > Self.scanLimit else { return facts.last { $0.contentDigest == digest } }
        return positions[digest].map { facts[$0] }
    }
}
