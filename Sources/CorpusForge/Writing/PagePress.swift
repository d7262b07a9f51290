import NotificationModel
import Synchronization

/// Up to 20 records of a file that are signed and laid out together.
struct PlannedPage: Sendable {
    /// The records in their order.
    var records: [PlannedRecord]
    /// The stream they belong to.
    var plan: WritingPlan.StreamPlan
    /// The file's name in the truth.
    var source: String
    /// The number of the first record in the file.
    var firstIndex: Int
    /// When the file was dumped.
    var dump: Moment
    /// Whether another page of the file follows.
    var hasMore: Bool
    /// The token that leads on.
    var token: String
}

/// A page as it was made.
struct PressedPage: Sendable {
    /// The text, with its line feed.
    var text: [UInt8] = []
    /// The lines of the truth.
    var truth: [UInt8] = []
    /// The signatures that will be needed again, by position.
    var tapes: [Int: SignatureTape] = [:]
}

/// Signs pages and lays them out; each lane works with a press of its own.
struct PagePress: Sendable {
    private final class Lane: Sendable {
        let press: Mutex<RecordPress>
        init(_ keys: WritingKeys) throws { press = Mutex(try RecordPress(keys)) }
    }

    private let keys: WritingKeys
    private let deliveries: DeliveryBook
    private let layout: WritingOptions.Layout
    private let lanes: [Lane]

    /// A press for pages in a layout.
    init(_ keys: WritingKeys, _ deliveries: DeliveryBook, _ layout: WritingOptions.Layout, lanes: Int) throws {
        self.keys = keys
        self.deliveries = deliveries
        self.layout = layout
        self.lanes = try (0..<lanes).map { _ in try Lane(keys) }
    }

    /// Makes a page on a lane.
    func press(_ page: PlannedPage, lane: Int) throws -> PressedPage {
        try lanes[lane].press.withLock { press in
            var pressed = PressedPage()
            pressed.text.reserveCapacity(page.records.count * 26_000)
            if layout == .pages { Self.open(page, &pressed.text) }
            for (offset, record) in page.records.enumerated() {
                if layout == .pages, offset > 0 { pressed.text.append(UInt8(ascii: ",")) }
                let tape = try write(record, of: page, press, to: &pressed.text)
                if record.keepsTape { pressed.tapes[record.position] = tape }
                if layout != .pages { pressed.text.append(UInt8(ascii: "\n")) }
                record.truth(page.source, page.firstIndex + offset).json.write(to: &pressed.truth)
                pressed.truth.append(UInt8(ascii: "\n"))
            }
            if layout == .pages { pressed.text.append(contentsOf: "]}\n".utf8) }
            return pressed
        }
    }

    /// The beginning of a page's text, as ``HistoryPage/text`` has it.
    private static func open(_ page: PlannedPage, _ text: inout [UInt8]) {
        let hasMore = page.hasMore ? "true" : "false"
        text.append(
            contentsOf: #"{"paginationToken":"\#(page.token)","hasMore":\#(hasMore),"notificationHistory":["#.utf8
        )
    }

    /// Appends a record's item or body; gives the signatures that were made.
    private func write(
        _ record: PlannedRecord,
        of page: PlannedPage,
        _ press: RecordPress,
        to text: inout [UInt8]
    ) throws -> SignatureTape {
        var tape = SignatureTape()
        text.append(UInt8(ascii: "{"))
        let start = text.count
        if case .altered(let alteration) = record.form {
            try writeAltered(record, alteration, press, to: &text)
        } else {
            text.append(contentsOf: #""signedPayload":""#.utf8)
            let (notification, manner) = record.signing
            tape = try press.append(notification, at: record.told.moment, manner, to: &text)
            text.append(UInt8(ascii: "\""))
        }
        if layout != .bodies {
            let made = deliveries.attempts(of: record, page.plan, until: record.dump ?? page.dump)
            if text.count > start { text.append(UInt8(ascii: ",")) }
            Self.write(made, WireStyle.listsAttempts(at: record.told.moment), to: &text)
        }
        text.append(UInt8(ascii: "}"))
        return tape
    }

    private func writeAltered(
        _ record: PlannedRecord,
        _ alteration: Alteration,
        _ press: RecordPress,
        to text: inout [UInt8]
    ) throws {
        var intact: [UInt8] = []
        try press.append(record.told.notification, at: record.told.moment, to: &intact)
        let altering = Altering(
            told: record.told,
            intact: String(decoding: intact, as: UTF8.self),
            forge: keys.forge,
            flawedSigners: keys.flawed
        )
        // An item may lack the member; a body that lacks it would be another document altogether.
        let made = try alteration.alter(altering)
        let absent: ForgedJSON? = layout == .bodies ? ForgedJSON.null : .none
        guard let payload = made ?? absent else { return }
        text.append(contentsOf: #""signedPayload":"#.utf8)
        payload.write(to: &text)
    }

    /// Appends the members that tell the attempts, as ``HistoryItem/json`` has them.
    private static func write(_ attempts: [SendAttempt], _ listsAll: Bool, to text: inout [UInt8]) {
        guard listsAll else {
            text.append(contentsOf: #""firstSendAttemptResult":"\#(attempts.first?.result ?? "OTHER")""#.utf8)
            return
        }
        text.append(contentsOf: #""sendAttempts":["#.utf8)
        for (number, attempt) in attempts.enumerated() {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: #"{"attemptDate":"#.utf8)
            text.append(contentsOf: String(attempt.date.milliseconds).utf8)
            text.append(contentsOf: #","sendAttemptResult":""#.utf8)
            text.append(contentsOf: attempt.result.utf8)
            text.append(contentsOf: #""}"#.utf8)
        }
        text.append(UInt8(ascii: "]"))
    }
}

extension PlannedRecord {
    /// What is signed and how; of an altered record what it is altered from.
    var signing: (ForgedNotification, RecordPress.Manner) {
        var manner = RecordPress.Manner()
        switch form {
        case .intact, .altered: break
        case .again(.identical(let tape)), .again(.laterAttempts(let tape)): manner.tape = tape
        case .again(.signedOutside(let tape)):
            manner.tape = tape
            manner.outer = .reissue
        case .again(.signedThroughout):
            manner.inner = .reissue
            manner.outer = .reissue
        case .conflicting(.otherBuild(let number)):
            return (
                told.notification.withData { $0.bundleVersion = ($0.bundleVersion ?? "1") + ".\(number)" }, manner
            )
        case .conflicting(.spacedOutside): manner.isSpaced = true
        case .conflicting(.spacedInside):
            return (
                told.notification.withData { data in
                    guard case .fields(let transaction) = data.transaction else { return }
                    data.transaction = .text("{ " + transaction.json.text.dropFirst())
                }, manner
            )
        }
        return (told.notification, manner)
    }

    /// What a reader should make of it.
    func truth(_ source: String, _ index: Int) -> TruthLine {
        let uuid = told.notification.uuid
        switch form {
        case .intact: return TruthLine(source: source, index: index, fate: .new, notificationUUID: uuid)
        case .again: return TruthLine(source: source, index: index, fate: .duplicate, notificationUUID: uuid)
        case .conflicting:
            return TruthLine(
                source: source,
                index: index,
                fate: .duplicate,
                reason: .conflictingDuplicate,
                notificationUUID: uuid
            )
        case .altered(let alteration):
            return TruthLine(
                source: source,
                index: index,
                fate: .rejected,
                reason: alteration.reason,
                innerReason: alteration.innerReason
            )
        }
    }
}

extension ForgedNotification {
    /// The same with some of its `data` changed.
    fileprivate func withData(_ change: (inout ForgedData) -> Void) -> ForgedNotification {
        guard case .data(let data) = content else { return self }
        return with { $0.content = .data(data.with(change)) }
    }
}
