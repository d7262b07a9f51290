package import CSimdjson

/// Parses JSON into a flat tape of nodes: offsets into the caller's bytes, nothing copied, every byte checked.
///
/// Node 0 is the root. The nodes of an object alternate name, value; those of an array are its values; a value's
/// nodes end before its ``JSONNode/next``. Each worker owns one parser; the tape lives until the next parse.
@safe
package struct JSONParser: ~Copyable {
    private let parser: OpaquePointer
    @usableFromInline var nodes: UnsafePointer<CSimdjsonNode>?
    @usableFromInline var base = 0

    /// The number of nodes of the last parse.
    package internal(set) var count = 0

    /// A parser that refuses more nesting and more values than given.
    package init(maximumDepth: Int = 64, maximumNodes: Int = 4_000_000) {
        guard let parser = unsafe CSimdjson_create(UInt32(maximumDepth), UInt32(maximumNodes)) else {
            preconditionFailure("no memory for a JSON parser")
        }
        unsafe self.parser = parser
        unsafe nodes = nil
    }

    deinit {
        unsafe CSimdjson_destroy(parser)
    }

    /// Parses the bytes as exactly one value; offsets of the nodes count from `base`.
    ///
    /// - Complexity: linear in the bytes; no allocation once the parser has seen a document of this size.
    package mutating func parse(_ bytes: Span<UInt8>, base: Int = 0) throws(JSONFault) {
        self.base = base
        count = 0
        var found: UnsafePointer<CSimdjsonNode>?
        var foundCount: UInt32 = 0
        var faultOffset = 0
        let parser = unsafe self.parser
        // Safe: the C side reads only within the buffer and keeps no reference to it.
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { start in
                unsafe CSimdjson_parse(parser, start, buffer.count, &found, &foundCount, &faultOffset)
            } ?? Int32(CSIMDJSON_EMPTY)
        }
        guard Int(status) == CSIMDJSON_OK else {
            switch Int(status) {
            case CSIMDJSON_TOO_DEEP: throw .tooDeep
            case CSIMDJSON_NOT_UTF8: throw .notUTF8
            case CSIMDJSON_TOO_LARGE: throw .tooLarge
            case CSIMDJSON_EMPTY: throw .empty
            default: throw .malformed(offset: base + faultOffset)
            }
        }
        unsafe nodes = found
        count = Int(foundCount)
    }

    /// The node with this number.
    ///
    /// - Precondition: `index` is in `0..<count`.
    @inlinable
    package subscript(index: Int) -> JSONNode {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "no such node")
            guard let nodes = unsafe nodes else { preconditionFailure("nothing parsed") }
            let node = unsafe nodes[index]
            guard let kind = JSONNode.Kind(rawValue: node.kind) else { preconditionFailure("unknown node kind") }
            return JSONNode(
                kind: kind,
                hasEscapes: node.has_escapes != 0,
                offset: base + Int(node.offset),
                length: Int(node.length),
                next: Int(node.next)
            )
        }
    }

    /// The number of the value of the first member with this unescaped name in an object, nil without one.
    ///
    /// - Complexity: linear in the object's members.
    package func value(of name: StaticString, in object: Int, _ bytes: Span<UInt8>) -> Int? {
        let container = self[object]
        guard container.kind == .object else { return nil }
        var index = object + 1
        while index < container.next {
            let key = self[index]
            if JSONText.equals(key, in: bytes, base: base, name) { return index + 1 }
            index = self[index + 1].next
        }
        return nil
    }

    /// The instruction set that the structural scan uses on this machine.
    package static var implementationName: String {
        unsafe CSimdjson_implementation().map { unsafe String(cString: $0) } ?? "none"
    }
}
