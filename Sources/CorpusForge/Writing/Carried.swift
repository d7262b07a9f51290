import NotificationModel

/// What a file of a stream leaves for those after it.
struct Carried {
    /// Records for the head of the next file.
    var records: [PlannedRecord] = []
    /// Damaged files to be written beside this one.
    var files: [DamagedFilePlan] = []
    private var homeless: [(slot: Int, way: DamageWay)] = []
    private var suitable: [PlannedRecord] = []
    private var last: PlannedRecord?

    /// Takes what a block leaves.
    mutating func take(_ block: WritingPlan.BlockPlan) {
        records += block.later
        files += block.files.map { DamagedFilePlan(slot: $0.slot, damage: $0.damage, intact: $0.intact) }
        homeless += block.homeless
        if !block.suitable.isEmpty { suitable = (suitable + block.suitable).suffix(WritingPlan.blockLength) }
        last = block.last ?? last
    }

    /// Gives the repeats the signatures of their first records; identical ones show what those showed.
    mutating func take(_ tapes: [Int: SignatureTape], shownUntil dump: Moment) {
        for index in records.indices {
            guard case .again(let again) = records[index].form, let tape = tapes[records[index].position] else {
                continue
            }
            records[index].form = .again(again.with(tape))
            if case .identical = again { records[index].dump = dump }
        }
    }

    /// The damage that found no record in its own block, on the newest records on which any damage shows.
    ///
    /// A stream without such records shows other ways instead, those that suit its last record.
    func leftOver(_ ways: [DamageWay]) -> (records: [PlannedRecord], files: [DamagedFilePlan]) {
        var result: (records: [PlannedRecord], files: [DamagedFilePlan]) = ([], [])
        guard let last else { return result }
        let places = suitable.isEmpty ? [last] : suitable
        let others = ways.filter { $0.suits(last.told.notification) }
        for (number, one) in homeless.enumerated() {
            var way = one.way
            if suitable.isEmpty, !way.suits(last.told.notification) {
                guard !others.isEmpty else { continue }
                way = others[one.slot % others.count]
            }
            var record = places[number % places.count]
            record.keepsTape = false
            switch way {
            case .alteration(let alteration):
                record.form = .altered(alteration)
                result.records.append(record)
            case .conflict:
                // The record may have a conflict already; another build differs from every other content.
                record.form = .conflicting(.otherBuild(one.slot))
                result.records.append(record)
            case .file(let damage):
                result.files.append(DamagedFilePlan(slot: one.slot, damage: damage, intact: places))
            }
        }
        return result
    }
}

extension DamageWay {
    /// True where the damage shows on a notification that has nothing else in its way.
    fileprivate func suits(_ notification: ForgedNotification) -> Bool {
        switch self {
        case .alteration(let alteration):
            alteration.reason != .certificateNotValidAtSigning && alteration.suits(notification)
        case .conflict: notification.hasData
        case .file: true
        }
    }
}

/// A damaged file before it is made.
struct DamagedFilePlan: Sendable {
    let slot: Int
    let damage: DamageWay.FileDamage
    let intact: [PlannedRecord]

    /// The end of its name; `digits` is the width of the greatest slot.
    func name(_ digits: Int) -> String {
        let number = String(slot)
        return "damaged-\(damage.reason.rawValue)-" + String(repeating: "0", count: digits - number.utf8.count) + number
    }
}
