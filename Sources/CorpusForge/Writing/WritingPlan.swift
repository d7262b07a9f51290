import NotificationModel

/// Which records of a history come again and which are damaged, and how.
///
/// Everything is decided block by block of a few positions, as a function of the seed, the stream and the position:
/// neither files nor layout nor threads play a part. Repeats and damage are dealt out evenly: the j-th of n falls at a
/// seeded place of the j-th n-th of the stream, so that their numbers are exact.
struct WritingPlan: Sendable {
    /// The positions that are planned together.
    static let blockLength = 16

    /// A stream and what is dealt out in it.
    struct StreamPlan: Sendable {
        let stream: HistoryStream
        /// The seed of all draws about this stream.
        let key: UInt64
        /// The records that come again.
        let repeats: Int
        /// The damaged and conflicting copies.
        let damages: Int
        /// How many ways of damage must each come once here.
        let guaranteed: Int

        /// The numbers drawn for something numbered; `purpose` keeps the draws for different things apart.
        func numbers(_ purpose: Purpose, _ number: Int) -> SeededNumbers {
            // The multiplier differs from SplitMix64's own step: neighbours must not share their numbers.
            SeededNumbers(seed: key &+ UInt64(number) &* 0xd134_2543_de82_ef95, name: purpose.rawValue)
        }
    }

    /// What numbers are drawn for.
    enum Purpose: String {
        case damage
        case repetition
        case order
        case delivery
    }

    /// What happens to the positions of one block.
    struct BlockPlan: Sendable {
        /// The first record of each position that is not lost, and altered copies, in the order of the file.
        var records: [PlannedRecord] = []
        /// What comes in a later file: repeats, which lack their signatures still, and conflicting copies.
        var later: [PlannedRecord] = []
        /// The damaged files, each with the intact records that stand in it.
        var files: [(slot: Int, damage: DamageWay.FileDamage, intact: [PlannedRecord])] = []
        /// Damage that found no suitable record.
        var homeless: [(slot: Int, way: DamageWay)] = []
        /// First records on which any damage can be shown.
        var suitable: [PlannedRecord] = []
        /// The last first record.
        var last: PlannedRecord?
        /// The instants of the first and the last position, lost or not.
        var ends: (first: Moment, last: Moment)
        /// The stories of the records that were left out.
        var lost: [String] = []
    }

    /// The streams with something in them.
    let streams: [StreamPlan]
    /// The kinds of damage.
    let ways: [DamageWay]
    private let cheap: [DamageWay]
    private let costly: [DamageWay]
    private let isLossy: Bool
    private let leaves: [CertificateRecipe]

    /// The plan for streams.
    init(_ streams: [HistoryStream], _ options: WritingOptions, inOneStream: Bool, leaves: [CertificateRecipe]) {
        let streams = streams.filter { $0.count > 0 }
        let ways =
            options.damage.partsPerMillion > 0
            ? DamageWay.ways(options.damageReasons, inOneStream: inOneStream) : []
        self.ways = ways
        cheap = ways.filter { !$0.isCostly }
        costly = ways.filter(\.isCostly)
        isLossy = options.isLossy
        self.leaves = leaves
        let total = streams.reduce(0) { $0 + $1.count }
        // Every way comes once, in the longest stream; the rest is dealt out by the streams' lengths.
        let beyond = max(0, (ways.isEmpty ? 0 : options.damage.of(total)) - ways.count)
        let longest = streams.indices.max { streams[$0].count < streams[$1].count }
        var before = 0
        self.streams = streams.enumerated().map { index, stream in
            let share = Self.share(of: beyond, before, before + stream.count, total)
            let repeats = Self.share(of: options.repeats.of(total), before, before + stream.count, total)
            before += stream.count
            var numbers = SeededNumbers(seed: options.seed, name: stream.name)
            return StreamPlan(
                stream: stream,
                key: numbers.next(),
                repeats: repeats,
                damages: share + (index == longest ? ways.count : 0),
                guaranteed: index == longest ? ways.count : 0
            )
        }
    }

    /// The part of a number that falls to a range of a whole; parts of adjoining ranges add up.
    private static func share(of number: Int, _ start: Int, _ end: Int, _ whole: Int) -> Int {
        number * end / whole - number * start / whole
    }

    /// Plans the positions of a block; `told` are its notifications, at least one, of which the first has
    /// the position `start`.
    func block(at start: Int, of plan: StreamPlan, _ told: ArraySlice<ToldNotification>) -> BlockPlan {
        var block = BlockUnderPlan(start: start, told: Array(told), isLossy: isLossy, leaves: leaves)
        let range = start..<start + told.count
        for slot in Self.slots(plan.damages, in: range, of: plan, .damage) {
            block.damage(at: slot.position, slot.number, way(slot.number, of: plan, slot.numbers))
        }
        for slot in Self.slots(plan.repeats, in: range, of: plan, .repetition) {
            var numbers = slot.numbers
            block.again(at: slot.position, Again(draw: numbers.next() % 100))
        }
        return block.finished(plan.numbers(.order, start))
    }

    /// The way of a slot: each once first, spread over the stream; then mostly the cheap ones.
    private func way(_ slot: Int, of plan: StreamPlan, _ drawn: SeededNumbers) -> DamageWay {
        let place = Self.spread(slot, plan.damages)
        if place < plan.guaranteed { return ways[place] }
        var numbers = drawn
        let isCostly = cheap.isEmpty || !costly.isEmpty && numbers.next() % 200 == 0
        let choice = isCostly ? costly : cheap
        return choice[Int(numbers.next() % UInt64(choice.count))]
    }

    /// A permutation of 0..<count that takes neighbours far apart.
    private static func spread(_ number: Int, _ count: Int) -> Int {
        var step = max(1, Int(Double(count) * 0.618))
        while greatestCommonDivisor(step, count) > 1 { step += 1 }
        return number * step % count
    }

    private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }

    private struct Slot {
        let number: Int
        let position: Int
        /// What else is to be drawn for it.
        let numbers: SeededNumbers
    }

    /// The slots, of so many in the stream, whose positions lie in a range.
    private static func slots(_ total: Int, in range: Range<Int>, of plan: StreamPlan, _ purpose: Purpose) -> [Slot] {
        guard total > 0 else { return [] }
        let count = plan.stream.count
        let first = max(0, range.lowerBound * total / count - 1)
        let last = min(total - 1, range.upperBound * total / count + 1)
        return (first...max(first, last)).compactMap { number in
            var numbers = plan.numbers(purpose, number)
            let lower = number * count / total
            let width = max(1, (number + 1) * count / total - lower)
            let position = lower + Int(numbers.next() % UInt64(width))
            return range.contains(position) ? Slot(number: number, position: position, numbers: numbers) : nil
        }
    }
}

/// A block while its damage and repeats are dealt out.
private struct BlockUnderPlan {
    let start: Int
    let told: [ToldNotification]
    let isLossy: Bool
    let leaves: [CertificateRecipe]
    private var altered: [(offset: Int, alteration: Alteration)] = []
    private var conflicts: [(offset: Int, conflict: DamageWay.Conflict)] = []
    private var repeats: [(offset: Int, again: Again)] = []
    private var fileSlots: [(offset: Int, slot: Int, damage: DamageWay.FileDamage)] = []
    private var homeless: [(slot: Int, way: DamageWay)] = []
    private var lost: Set<Int> = []

    init(start: Int, told: [ToldNotification], isLossy: Bool, leaves: [CertificateRecipe]) {
        self.start = start
        self.told = told
        self.isLossy = isLossy
        self.leaves = leaves
    }

    mutating func damage(at position: Int, _ slot: Int, _ way: DamageWay) {
        switch way {
        case .alteration(let alteration):
            let offset = nearest(position) { offset in
                suits(alteration, offset)
                    && !(isLossy && (lost.contains(offset) || conflicts.contains { $0.offset == offset }))
            }
            guard let offset else { return homeless.append((slot, way)) }
            altered.append((offset, alteration))
            if isLossy { lost.insert(offset) }
        case .conflict(let conflict):
            let offset = nearest(position) { offset in
                conflict.suits(told[offset].notification) && !lost.contains(offset)
                    && !conflicts.contains { $0.offset == offset }
            }
            guard let offset else { return homeless.append((slot, way)) }
            conflicts.append((offset, conflict.numbered(slot)))
        case .file(let damage): fileSlots.append((position - start, slot, damage))
        }
    }

    mutating func again(at position: Int, _ again: Again) {
        if let offset = nearest(position, where: { !lost.contains($0) }) { repeats.append((offset, again)) }
    }

    /// Lays the block out; now and then its records stand in another order than that of time.
    func finished(_ order: SeededNumbers) -> WritingPlan.BlockPlan {
        var plan = WritingPlan.BlockPlan(ends: (told[0].moment, told[told.count - 1].moment))
        for offset in told.indices {
            if !lost.contains(offset) {
                var record = planned(offset, .intact)
                record.keepsTape = repeats.contains { $0.offset == offset }
                plan.records.append(record)
                plan.last = record
                if told[offset].notification.isFullySigned, outlivesFlawedLeaf(offset) {
                    plan.suitable.append(record)
                }
            }
            plan.records += altered.filter { $0.offset == offset }.map { planned(offset, .altered($0.alteration)) }
        }
        var numbers = order
        if numbers.next().isMultiple(of: 8) { plan.records.shuffle(using: &numbers) }
        plan.later = repeats.map { planned($0.offset, .again($0.again)) }
        plan.later += conflicts.map { planned($0.offset, .conflicting($0.conflict)) }
        plan.homeless = homeless
        for slot in fileSlots {
            let intact = (0...slot.offset).filter { !lost.contains($0) }.map { planned($0, .intact) }
            if intact.isEmpty {
                plan.homeless.append((slot.slot, .file(slot.damage)))
            } else {
                plan.files.append((slot.slot, slot.damage, intact))
            }
        }
        plan.lost = lost.sorted().map { told[$0].story }
        return plan
    }

    private func planned(_ offset: Int, _ form: RecordForm) -> PlannedRecord {
        PlannedRecord(position: start + offset, told: told[offset], form: form)
    }

    /// The offset nearest to a position that satisfies something.
    private func nearest(_ position: Int, where isSuitable: (Int) -> Bool) -> Int? {
        told.indices.filter(isSuitable).min { abs($0 + start - position) < abs($1 + start - position) }
    }

    private func suits(_ alteration: Alteration, _ offset: Int) -> Bool {
        guard alteration.suits(told[offset].notification) else { return false }
        return alteration.reason != .certificateNotValidAtSigning || outlivesFlawedLeaf(offset)
    }

    /// True where a leaf that was valid for one day is not any more; a record without an instant would hold at some.
    private func outlivesFlawedLeaf(_ offset: Int) -> Bool {
        guard told[offset].notification.signedDate != nil else { return false }
        let leaf = leaves.last { $0.notBefore <= told[offset].moment } ?? leaves[0]
        return told[offset].moment > leaf.notBefore + .days(2)
    }
}

extension Alteration {
    /// True where the alteration of a notification is rejected for its reason and no other.
    func suits(_ notification: ForgedNotification) -> Bool {
        switch reason {
        case .innerRejected, .partsDisagree: notification.isFullySigned
        case .wrongFieldType, .ambiguousPayload, .unsignedTestEnvironment: notification.hasData
        default: true
        }
    }
}

extension ForgedNotification {
    /// True for a notification that carries `data`.
    var hasData: Bool {
        if case .data = content { true } else { false }
    }

    /// True for one with `data`, transaction and renewal info of one subscription.
    var isFullySigned: Bool {
        guard case .data(let data) = content, data.bundleId != nil, data.environment != nil,
            case .fields(let transaction) = data.transaction, case .fields(let renewal) = data.renewal
        else { return false }
        return transaction.previousOriginalTransactionId == nil && renewal.originalTransactionId != nil
            && transaction.originalTransactionId == renewal.originalTransactionId
    }
}
