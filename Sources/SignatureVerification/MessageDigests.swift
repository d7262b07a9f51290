internal import CP256Lanes
package import NotificationModel

/// SHA-256 of many messages at once: side by side where the processor has instructions for it, else by OpenSSL.
///
/// Messages are places in one of two byte buffers that are only given when all are hashed: they may grow until then.
/// Each worker owns some; no allocation once one has seen so many messages.
@safe
package struct MessageDigests: ~Copyable {
    /// Which of the two buffers a message stands in.
    package enum Source: UInt8, Sendable {
        case first
        case second
    }

    private struct Message {
        /// The header that the message begins with; nil for any message.
        let header: HeaderSlot?
        let source: Source
        let offset: Int
        let count: Int
    }

    private var messages: [Message] = []
    private var states: [sha256_state] = []
    private var jobs: [sha256_message] = unsafe []
    private var hasher = SHA256Hasher()
    private var one: [UInt8] = []
    private let streams: Int

    /// The digests, 32 bytes a message, in the order of adding.
    private(set) var bytes: [UInt8] = []

    /// No messages.
    package init() {
        self.init(streams: Int(sha256_stream_count()))
    }

    /// No messages; so many are to be hashed side by side, or one by one by OpenSSL for 0.
    init(streams: Int) {
        self.streams = streams
    }

    /// The number of messages.
    package var count: Int { messages.count }

    /// Forgets the messages and keeps the room.
    package mutating func removeAll() {
        messages.removeAll(keepingCapacity: true)
    }

    /// Adds a message; its number counts from 0.
    package mutating func add(_ source: Source, offset: Int, count: Int) {
        messages.append(Message(header: nil, source: source, offset: offset, count: count))
    }

    /// Adds a signing input that begins with a known header and its dot.
    mutating func add(_ header: HeaderSlot, _ source: Source, offset: Int, count: Int) {
        messages.append(Message(header: header, source: source, offset: offset, count: count))
    }

    /// The digest of a message, after hashing.
    package func digest(_ index: Int) -> Digest256 {
        Digest256(bytes: bytes.span.extracting(32 * index..<32 * index + 32))
    }

    /// Appends the 32 bytes of a message's digest, after hashing.
    package func append(_ index: Int, to output: inout [UInt8]) {
        output.append(contentsOf: bytes[32 * index..<32 * index + 32])
    }

    /// Hashes all messages.
    ///
    /// - Complexity: linear in their bytes, without those of known headers.
    package mutating func hash(_ first: Span<UInt8>, _ second: Span<UInt8>) {
        let size = 32 * messages.count
        if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
        if streams > 0 { hashSideBySide(first, second) } else { hashOneByOne(first, second) }
    }

    private mutating func hashSideBySide(_ first: Span<UInt8>, _ second: Span<UInt8>) {
        for message in messages {
            let buffer = message.source == .first ? first.count : second.count
            precondition(message.offset >= 0 && message.count >= 0 && message.offset + message.count <= buffer)
        }
        states.removeAll(keepingCapacity: true)
        for case let header? in messages.lazy.map(\.header) { states.append(header.midstate) }
        unsafe jobs.removeAll(keepingCapacity: true)
        unsafe jobs.reserveCapacity(messages.count)
        // Safe: every message lies within its buffer, every digest has 32 bytes of room, and all addresses are used
        // within these closures only.
        unsafe first.withUnsafeBufferPointer { first in
            unsafe second.withUnsafeBufferPointer { second in
                unsafe states.withUnsafeBufferPointer { states in
                    unsafe bytes.withUnsafeMutableBufferPointer { digests in
                        guard let digest = digests.baseAddress else { return }
                        var state = 0
                        for (index, message) in messages.enumerated() {
                            var midstate: UnsafePointer<sha256_state>?
                            var taken = 0
                            if let header = message.header {
                                unsafe midstate = states.baseAddress.map { unsafe $0 + state }
                                taken = Int(header.midstate.count)
                                state += 1
                            }
                            let buffer = unsafe message.source == .first ? first : second
                            let start = unsafe buffer.baseAddress.map { unsafe $0 + message.offset + taken }
                            unsafe jobs.append(
                                sha256_message(
                                    state: midstate,
                                    bytes: start,
                                    count: message.count - taken,
                                    digest: digest + 32 * index
                                )
                            )
                        }
                        unsafe sha256_hash(jobs, jobs.count, Int32(streams))
                    }
                }
            }
        }
    }

    private mutating func hashOneByOne(_ first: Span<UInt8>, _ second: Span<UInt8>) {
        for (index, message) in messages.enumerated() {
            let buffer = message.source == .first ? first : second
            var range = message.offset..<message.offset + message.count
            if let header = message.header {
                header.resume(&hasher)
                range = range.lowerBound + header.text.count + 1..<range.upperBound
            }
            hasher.update(buffer.extracting(range))
            hasher.finalize(into: &one)
            for place in 0..<32 { bytes[32 * index + place] = one[place] }
        }
    }
}
