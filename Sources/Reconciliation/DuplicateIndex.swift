package import NotificationModel

/// Tells copies of notifications apart while no ledger is at hand.
///
/// Identity is (environment, notification UUID); offer accepted records only. The first of an identity is `new`, one
/// with a content digest already seen under the identity `duplicate`, one with another digest `conflicting`. So the
/// count of each verdict does not depend on the order of the records. Memory: 24 bytes an entry in flat arrays that
/// are filled between 57 and 85 per cent and grow one shard at a time, so at most 43 bytes a distinct record.
package struct DuplicateIndex: Sendable {
    /// What a record is in the light of those offered before it.
    package enum Verdict: String, Sendable {
        case new
        case duplicate
        case conflicting
    }

    private static let shardBits = 8
    private var shards: [DuplicateShard]
    /// What ``expect(_:)`` read: kept, lest the reading be left out.
    private var touched: UInt64 = 0

    /// The number of distinct (identity, digest) entries.
    package private(set) var count = 0

    /// An index that knows nothing yet.
    package init() {
        shards = Array(repeating: DuplicateShard(), count: 1 << Self.shardBits)
    }

    /// Touches the places of records that will be offered soon, so that their memory is waited for side by side.
    ///
    /// Changes no verdict. Some hundred records at once are best.
    ///
    /// - Complexity: O(1) for each record.
    package mutating func expect(_ rows: [NotificationRow]) {
        var sum: UInt64 = 0
        for index in rows.indices {
            let identity = rows[index].notificationUUID
            let hash = Self.hash(high: identity.high, low: identity.low)
            sum &+= shards[Int(hash >> UInt64(64 - Self.shardBits))].firstWord(hash)
        }
        touched = sum
    }

    /// Judges a record and remembers it.
    ///
    /// - Complexity: O(1) on average.
    package mutating func offer(
        _ notificationUUID: Identity128,
        environment: StoreEnvironment,
        contentDigest: Digest256
    ) -> Verdict {
        let hash = Self.hash(high: notificationUUID.high, low: notificationUUID.low)
        let entry = DuplicateShard.Entry(
            high: notificationUUID.high,
            low: notificationUUID.low,
            tag: Self.tag(environment, contentDigest)
        )
        let verdict = shards[Int(hash >> UInt64(64 - Self.shardBits))].offer(entry, hash: hash)
        if verdict != .duplicate { count += 1 }
        return verdict
    }

    /// Mixes the identity; UUIDs are mostly random, but nothing promises it.
    static func hash(high: UInt64, low: UInt64) -> UInt64 {
        var value = high ^ (low &* 0x9E37_79B9_7F4A_7C15)
        value ^= value >> 32
        value &*= 0xD6E8_FEB8_6659_FD93
        value ^= value >> 32
        value &*= 0xD6E8_FEB8_6659_FD93
        return value ^ value >> 32
    }

    /// Sixteen bits of environment, 47 of the digest, and a last bit that marks a used slot.
    private static func tag(_ environment: StoreEnvironment, _ digest: Digest256) -> UInt64 {
        code(environment) << 48 | (digest.words.0 >> 16) & ~1 | 1
    }

    /// A code of the environment: small for the known ones, a hash of the text with the top bit set for others.
    private static func code(_ environment: StoreEnvironment) -> UInt64 {
        switch environment {
        case .production: 1
        case .sandbox: 2
        case .xcode: 3
        case .localTesting: 4
        case .unknown(let text):
            0x8000 | text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } >> 49
        }
    }
}

/// One part of a ``DuplicateIndex``: open addressing with linear probing over a flat array of words.
struct DuplicateShard: Sendable {
    struct Entry {
        let high: UInt64
        let low: UInt64
        /// Environment and digest; its last bit is set, so an empty slot's zero is never a tag.
        let tag: UInt64

        /// The bits of the tag that belong to the identity.
        var environment: UInt64 { tag >> 48 }
    }

    private static let wordsPerSlot = 3
    /// Three words a slot; a third word of zero marks an empty slot.
    private var words: [UInt64] = []
    private var used = 0

    private var capacity: Int { words.count / Self.wordsPerSlot }

    /// The word at which probing for a hash starts; 0 of an empty shard.
    func firstWord(_ hash: UInt64) -> UInt64 {
        words.isEmpty ? 0 : words[start(hash)]
    }

    mutating func offer(_ entry: Entry, hash: UInt64) -> DuplicateIndex.Verdict {
        // At most 85 of 100 slots are used, so probing ends.
        if (used + 1) * 100 > capacity * 85 { grow() }
        var verdict = DuplicateIndex.Verdict.new
        var slot = start(hash)
        while words[slot + 2] != 0 {
            if words[slot] == entry.high, words[slot + 1] == entry.low,
                words[slot + 2] >> 48 == entry.environment
            {
                if words[slot + 2] == entry.tag { return .duplicate }
                verdict = .conflicting
            }
            slot += Self.wordsPerSlot
            if slot == words.count { slot = 0 }
        }
        words[slot] = entry.high
        words[slot + 1] = entry.low
        words[slot + 2] = entry.tag
        used += 1
        return verdict
    }

    /// The word index at which probing starts: the hash's lower half, scaled to the capacity.
    private func start(_ hash: UInt64) -> Int {
        Int(((hash & 0xFFFF_FFFF) &* UInt64(capacity)) >> 32) * Self.wordsPerSlot
    }

    /// Makes room for half as many slots again and puts every entry in its new place.
    private mutating func grow() {
        let former = words
        words = Array(repeating: 0, count: max(8, capacity + capacity / 2) * Self.wordsPerSlot)
        for old in stride(from: 0, to: former.count, by: Self.wordsPerSlot) where former[old + 2] != 0 {
            var slot = start(DuplicateIndex.hash(high: former[old], low: former[old + 1]))
            while words[slot + 2] != 0 {
                slot += Self.wordsPerSlot
                if slot == words.count { slot = 0 }
            }
            for word in 0..<Self.wordsPerSlot { words[slot + word] = former[old + word] }
        }
    }
}
