internal import ByteParsing
internal import NotificationModel

/// A JSON value as a tree of copies, for the few objects that are read on demand.
indirect enum JSONTree {
    /// A member of an object: its name with escapes resolved, its value, and `"name":value` as it came.
    struct Member {
        let name: String
        let value: JSONTree
        let literal: String
    }

    case object([Member])
    case array([JSONTree])
    case string(String)
    /// The exact 64-bit integer; nil for a fraction and for what does not fit.
    case number(Int64?)
    case boolean(Bool)
    case null

    /// Reads JSON text in a batch's arena; nil when it is none.
    init?(_ text: ByteSlice, in batch: borrowing RowBatch) {
        self.init(batch.arena.span.extracting(text.range))
    }

    private init?(_ bytes: Span<UInt8>) {
        var parser = JSONParser()
        guard (try? parser.parse(bytes)) != nil else { return nil }
        self.init(node: 0, of: parser, bytes)
    }

    /// Copies the value at a node of the tape, with all it contains; the parser has bounded its depth.
    private init(node index: Int, of parser: borrowing JSONParser, _ bytes: Span<UInt8>) {
        let node = parser[index]
        switch node.kind {
        case .object:
            var members: [Member] = []
            var name = index + 1
            while name < node.next {
                let key = parser[name]
                let value = parser[name + 1]
                members.append(
                    Member(
                        name: JSONText.string(key, of: bytes),
                        value: JSONTree(node: name + 1, of: parser, bytes),
                        literal: Self.literal(key, bytes) + ":" + Self.literal(value, bytes)
                    )
                )
                name = value.next
            }
            self = .object(members)
        case .array:
            var elements: [JSONTree] = []
            var element = index + 1
            while element < node.next {
                elements.append(JSONTree(node: element, of: parser, bytes))
                element = parser[element].next
            }
            self = .array(elements)
        case .string:
            self = .string(JSONText.string(node, of: bytes))
        case .number:
            if case .integer(let value) = JSONNumber(bytes.extracting(node.range)) {
                self = .number(value)
            } else {
                self = .number(nil)
            }
        case .true: self = .boolean(true)
        case .false: self = .boolean(false)
        case .null: self = .null
        }
    }

    private static func literal(_ node: JSONNode, _ bytes: Span<UInt8>) -> String {
        var copy: [UInt8] = []
        Bytes.append(bytes.extracting(node.literalRange), to: &copy)
        return String(decoding: copy, as: UTF8.self)
    }
}
