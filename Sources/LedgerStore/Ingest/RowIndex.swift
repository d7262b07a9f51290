/// Finds rows of a table by a hash of what sets them apart, in a few bytes a row.
///
/// The hash only proposes rows: whoever asks compares the row itself, so an answer is exact whatever the hash. Memory:
/// 8 bytes an entry in flat arrays that are filled between 57 and 85 per cent and grow one shard at a time, so at most
/// 14 bytes a row.
struct RowIndex {
    private static let shardBits: UInt64 = 8
    private var shards = [RowIndexShard](repeating: RowIndexShard(), count: 1 << Int(shardBits))

    /// The number of entries.
    private(set) var count = 0

    /// The first row entered under a hash that is the one asked for.
    ///
    /// - Complexity: O(1) on average; `isSought` is asked for rows of this hash, seldom of another.
    func row(
        under hash: UInt64,
        where isSought: (Int64) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Int64? {
        try shards[Self.shard(of: hash)].row(under: hash << Self.shardBits, where: isSought)
    }

    /// Enters a row.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ rowID: Int64, under hash: UInt64) {
        shards[Self.shard(of: hash)].insert(rowID, under: hash << Self.shardBits)
        count += 1
    }

    /// Puts a row in the place of another that was entered under the same hash.
    mutating func replace(_ former: Int64, by rowID: Int64, under hash: UInt64) {
        shards[Self.shard(of: hash)].replace(former, by: rowID, under: hash << Self.shardBits)
    }

    private static func shard(of hash: UInt64) -> Int {
        Int(hash >> (64 - shardBits))
    }
}

/// One part of a ``RowIndex``: open addressing with linear probing over words of a tag and a row id.
///
/// A tag is the upper part of a hash and tells the slot where probing starts, so that entries move without it.
private struct RowIndexShard {
    private static let rowBits: UInt64 = 36
    private static let tagBits: UInt64 = 64 - rowBits
    private static let rowMask: UInt64 = 1 << rowBits - 1
    /// Zero marks an empty slot: row ids begin at 1.
    private var slots: [UInt64] = []
    private var used = 0

    func row(
        under hash: UInt64,
        where isSought: (Int64) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Int64? {
        guard !slots.isEmpty else { return nil }
        let tag = hash & ~Self.rowMask
        var slot = start(tag)
        while slots[slot] != 0 {
            let rowID = Int64(slots[slot] & Self.rowMask)
            if slots[slot] & ~Self.rowMask == tag, try isSought(rowID) { return rowID }
            slot = next(slot)
        }
        return nil
    }

    mutating func insert(_ rowID: Int64, under hash: UInt64) {
        // At most 85 of 100 slots are used, so probing ends.
        if (used + 1) * 100 > slots.count * 85 { grow() }
        put(Self.entry(rowID, hash))
        used += 1
    }

    mutating func replace(_ former: Int64, by rowID: Int64, under hash: UInt64) {
        let (sought, entry) = (Self.entry(former, hash), Self.entry(rowID, hash))
        guard !slots.isEmpty else { return }
        var slot = start(sought)
        while slots[slot] != 0 {
            if slots[slot] == sought {
                slots[slot] = entry
                return
            }
            slot = next(slot)
        }
    }

    private static func entry(_ rowID: Int64, _ hash: UInt64) -> UInt64 {
        precondition(rowID > 0 && UInt64(rowID) <= rowMask, "row ids of a table count from 1")
        return hash & ~rowMask | UInt64(rowID)
    }

    private mutating func put(_ entry: UInt64) {
        var slot = start(entry)
        while slots[slot] != 0 { slot = next(slot) }
        slots[slot] = entry
    }

    /// The slot at which probing starts: the tag, scaled to the number of slots.
    private func start(_ entry: UInt64) -> Int {
        Int(((entry >> Self.rowBits) &* UInt64(slots.count)) >> Self.tagBits)
    }

    private func next(_ slot: Int) -> Int {
        slot + 1 == slots.count ? 0 : slot + 1
    }

    /// Makes room for half as many slots again and puts every entry in its new place.
    private mutating func grow() {
        let former = slots
        slots = Array(repeating: 0, count: max(8, former.count + former.count / 2))
        for entry in former where entry != 0 { put(entry) }
    }
}
