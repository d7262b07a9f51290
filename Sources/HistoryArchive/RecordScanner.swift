internal import ByteParsing
internal import NotificationModel

/// Takes documents apart into records: pages into their items, anything else into itself or a reason.
///
/// Shapes: a history page; an item `{signedPayload, sendAttempts, firstSendAttemptResult}`, a notification body and
/// the answer on a test notification, which are items too; an array of any of them; a JWS as a JSON string or as a
/// line of text; our quarantine lines, whose bytes are scanned in their turn, once.
///
/// A document that is no JSON is one rejected record, a whole page's items are judged one by one. Each worker owns a
/// scanner.
package struct RecordScanner: ~Copyable {
    private let limits: ArchiveLimits
    private var parser: JSONParser

    /// A scanner with these limits of size and nesting.
    package init(limits: ArchiveLimits = ArchiveLimits()) {
        self.limits = limits
        parser = JSONParser(maximumDepth: limits.maximumNesting)
    }

    /// Appends the records of a document to `output`; `bytes` are those of its slab.
    ///
    /// - Complexity: linear in the document.
    package mutating func scan(
        _ document: SlabDocument,
        of bytes: Span<UInt8>,
        into output: inout ScannedRecords
    ) {
        let literal = ScannedBytes(.slab, document.range)
        switch document.flaw {
        case .incomplete where document.range.isEmpty:
            output.reject(literal, .malformedJSON, "an array is not closed")
            output.pages.loss = .something
        case .incomplete:
            output.reject(
                literal,
                .malformedJSON,
                "cut by the end of input after \(document.range.count) bytes"
            )
            let isPage = PageText.hasMembers(bytes.extracting(document.range))
            output.pages.loss = isPage ? .page : .something
        case .misplaced:
            output.reject(literal, .malformedJSON, "a value or comma where an array has none")
            if PageText.hasMembers(bytes.extracting(document.range)) { output.pages.addBroken() }
        case nil:
            let place = Place(base: document.range.lowerBound, origin: .slab, isQuarantined: false)
            scan(bytes.extracting(document.range), at: place, isText: document.form == .text, into: &output)
        }
    }

    /// Where the bytes being scanned stand: `base` counts in the slab or in the scratch bytes.
    private struct Place {
        let base: Int
        let origin: ScannedBytes.Origin
        let isQuarantined: Bool

        func bytes(_ range: Range<Int>) -> ScannedBytes {
            ScannedBytes(origin, range)
        }
    }

    private mutating func scan(
        _ text: Span<UInt8>,
        at place: Place,
        isText: Bool,
        into output: inout ScannedRecords
    ) {
        let whole = place.bytes(place.base..<place.base + text.count)
        if isText, text.count >= 2, text[0] == UInt8(ascii: "e"), text[1] == UInt8(ascii: "y") {
            output.accept(whole, payload: whole, limits)
            return
        }
        do throws(JSONFault) {
            try parser.parse(text, base: place.base)
        } catch {
            output.reject(whole, rejection(error, base: place.base, count: text.count))
            if !place.isQuarantined, PageText.hasMembers(text) { output.pages.addBroken() }
            return
        }
        scanValue(0, text, at: place, into: &output)
    }

    private func rejection(_ fault: JSONFault, base: Int, count: Int) -> Rejection {
        switch fault {
        case .malformed(let offset):
            Rejection(.malformedJSON, "no JSON from byte \(offset - base) of \(count) on")
        case .notUTF8: Rejection(.malformedJSON, "not UTF-8, in \(count) bytes")
        case .empty: Rejection(.malformedJSON, "nothing but white space")
        case .tooDeep: Rejection(.limitExceeded, "nested deeper than \(limits.maximumNesting) levels")
        case .tooLarge: Rejection(.limitExceeded, "too many values in a document of \(count) bytes")
        }
    }

    private mutating func scanValue(
        _ value: Int,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) {
        let node = parser[value]
        let literal = place.bytes(node.literalRange)
        switch node.kind {
        case .string: acceptPayload(value, literal, output.attempts.count, text, at: place, into: &output)
        case .array:
            var index = value + 1
            while index < node.next {
                scanValue(index, text, at: place, into: &output)
                index = parser[index].next
            }
        case .object: scanObject(value, literal, text, at: place, into: &output)
        case .number, .true, .false, .null:
            output.reject(literal, .notANotification, "a JSON \(node.kind)")
        }
    }

    private mutating func scanObject(
        _ value: Int,
        _ literal: ScannedBytes,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) {
        switch RecordShape(value, parser, text, base: place.base) {
        case .page(let items, let hasMore):
            let isWhole = scanPage(items, literal, text, at: place, into: &output)
            guard !place.isQuarantined else { return }
            if isWhole { output.pages.addPage(hasMore: truth(hasMore)) } else { output.pages.addBroken() }
        case .item(let members): acceptItem(members, literal, text, at: place, into: &output)
        case .quarantineLine(let bytes):
            // Only a whole document: the inner scan puts another tape in the place of this one.
            guard value == 0, !place.isQuarantined else {
                output.reject(literal, .notANotification, "a quarantine line inside of something else")
                return
            }
            scanQuarantined(bytes, literal, text, at: place, into: &output)
        case .other(let kind): output.reject(literal, .notANotification, kind)
        case .repeated(let name):
            output.reject(literal, .repeatedMember, "\(name.text) occurs twice")
            if !place.isQuarantined, name.isOfPage { output.pages.addBroken() }
        case .mixed:
            output.reject(literal, .malformedRecord, "the members of a page and of an item in one object")
            if !place.isQuarantined { output.pages.addBroken() }
        }
    }

    /// A value that is true or false; nil for any other.
    private func truth(_ value: Int?) -> Bool? {
        guard let value else { return nil }
        return switch parser[value].kind {
        case .true: true
        case .false: false
        case .string, .array, .object, .number, .null: nil
        }
    }

    /// Takes a page's items; false for a page that has no items to take.
    private func scanPage(
        _ items: Int?,
        _ literal: ScannedBytes,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) -> Bool {
        guard let items, parser[items].kind != .null else { return true }
        guard parser[items].kind == .array else {
            output.reject(literal, .malformedRecord, "notificationHistory is a JSON \(parser[items].kind)")
            return false
        }
        var index = items + 1
        while index < parser[items].next {
            let node = parser[index]
            let item = place.bytes(node.literalRange)
            if node.kind != .object {
                output.reject(item, .malformedRecord, "a history item is a JSON \(node.kind)")
            } else {
                switch RecordShape(index, parser, text, base: place.base) {
                case .item(let members): acceptItem(members, item, text, at: place, into: &output)
                case .repeated(let name): output.reject(item, .repeatedMember, "\(name.text) occurs twice")
                case .page, .quarantineLine, .other, .mixed:
                    output.reject(item, .malformedRecord, "a history item without a signedPayload")
                }
            }
            index = node.next
        }
        return true
    }

    private func acceptItem(
        _ members: RecordShape.Members,
        _ literal: ScannedBytes,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) {
        guard let payload = members.payload else {
            output.reject(literal, .malformedRecord, "a history item without a signedPayload")
            return
        }
        guard parser[payload].kind == .string else {
            output.reject(literal, .malformedRecord, "signedPayload is a JSON \(parser[payload].kind)")
            return
        }
        let first = output.attempts.count
        SendAttemptReader.append(members, parser, text, base: place.base, to: &output.attempts)
        acceptPayload(payload, literal, first, text, at: place, into: &output)
    }

    private func acceptPayload(
        _ value: Int,
        _ literal: ScannedBytes,
        _ firstAttempt: Int,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) {
        let node = parser[value]
        var payload = place.bytes(node.range)
        if node.hasEscapes, node.length <= limits.maximumPayloadBytes {
            let start = output.scratch.count
            JSONText.append(node, of: text, base: place.base, to: &output.scratch)
            payload = ScannedBytes(.scratch, start..<output.scratch.count)
        }
        output.accept(literal, payload: payload, attempts: firstAttempt, limits)
    }

    private mutating func scanQuarantined(
        _ value: Int,
        _ literal: ScannedBytes,
        _ text: Span<UInt8>,
        at place: Place,
        into output: inout ScannedRecords
    ) {
        let node = parser[value]
        var encoded: [UInt8] = []
        var decoded: [UInt8] = []
        if node.kind == .string { JSONText.append(node, of: text, base: place.base, to: &encoded) }
        guard node.kind == .string, Base64.decode(encoded.span, .standard, appendingTo: &decoded) else {
            output.reject(literal, .malformedRecord, "a quarantine line whose bytesBase64 is no base64")
            return
        }
        let start = output.scratch.count
        output.scratch.append(contentsOf: decoded)
        let inner = Place(base: start, origin: .scratch, isQuarantined: true)
        scan(decoded.span, at: inner, isText: true, into: &output)
    }
}
