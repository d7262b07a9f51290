import COpenSSL
import CP256Lanes
import TestSupport
import Testing

@Suite(
    "SHA-256 in any number of streams gives OpenSSL's digests",
    .enabled(if: sha256_stream_count() > 0, "this processor has no instructions for SHA-256")
)
struct SHA256StreamsTests {
    /// A message in memory that ends at a closed page, of which a part may be taken in beforehand.
    struct Message {
        let bytes: [UInt8]
        /// The bytes to be taken in beforehand, rounded down to whole blocks; nil to begin without a state.
        let before: Int?
    }

    static let streams = Array(1...Int32(SHA256_MAXIMUM_STREAMS))

    static func expected(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(done == 1, "OpenSSL cannot hash")
        return digest
    }

    /// Hashes all messages in one call.
    static func hash(_ messages: [Message], _ streams: Int32) -> [[UInt8]] {
        let memories = messages.map { GuardedBytes(atLeast: $0.bytes.count) }
        let digests = GuardedBytes(atLeast: 32 * messages.count)
        let output = unsafe digests.last(32 * messages.count)
        var states = [sha256_state](repeating: sha256_initial_state(), count: messages.count)
        unsafe states.withUnsafeMutableBufferPointer { states in
            let descriptions = unsafe messages.indices.map { index in
                let bytes = messages[index].bytes
                let memory = unsafe memories[index].last(bytes.count)
                _ = unsafe memory.update(from: bytes)
                var taken = 0
                let state = unsafe states.baseAddress.map { unsafe $0 + index }
                if let before = messages[index].before {
                    taken = unsafe sha256_absorb(state, memory.baseAddress, before)
                    #expect(taken == before / 64 * 64)
                }
                return unsafe sha256_message(
                    state: messages[index].before == nil ? nil : state.map { unsafe UnsafePointer($0) },
                    bytes: memory.baseAddress.map { unsafe UnsafePointer($0 + taken) },
                    count: bytes.count - taken,
                    digest: output.baseAddress.map { unsafe $0 + 32 * index }
                )
            }
            unsafe sha256_hash(descriptions, descriptions.count, streams)
        }
        return messages.indices.map { index in unsafe Array(output[32 * index..<32 * index + 32]) }
    }

    @Test("all lengths to 300, one by one and all together", arguments: streams)
    func lengths(_ streams: Int32) {
        var generator = SeededGenerator(seed: 6)
        let messages = (0...300).map { Message(bytes: generator.bytes($0), before: nil) }
        let expected = messages.map { Self.expected($0.bytes) }
        #expect(Self.hash(messages, streams) == expected)
        for index in messages.indices { #expect(Self.hash([messages[index]], streams) == [expected[index]]) }
    }

    @Test("any part may be taken in before, up to all of it", arguments: streams)
    func states(_ streams: Int32) {
        var generator = SeededGenerator(seed: 7)
        for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 192, 300] {
            let bytes = generator.bytes(count)
            let messages = (0...count).map { Message(bytes: bytes, before: $0) }
            let expected = Self.expected(bytes)
            #expect(Self.hash(messages, streams).allSatisfy { $0 == expected })
        }
    }

    @Test("messages of very different length, in any order and number", arguments: streams)
    func schedules(_ streams: Int32) {
        var generator = SeededGenerator(seed: 8)
        for count in [0, 1, 2, 3, 4, 5, 6, 7, 9, 63, 64, 65, 66, 130] {
            let messages = (0..<count).map { index in
                let length = Int(generator.next() % (index % 5 == 0 ? 9_000 : 150))
                let before = generator.next() % 2 == 0 ? nil : Int(generator.next() % UInt64(length + 1))
                return Message(bytes: generator.bytes(length), before: before)
            }
            #expect(Self.hash(messages, streams) == messages.map { Self.expected($0.bytes) }, "\(count) messages")
        }
    }

    @Test("a state taken in bit by bit is the state of the whole, and is left as it was by hashing")
    func absorbing() {
        var generator = SeededGenerator(seed: 9)
        let bytes = generator.bytes(640)
        var whole = sha256_initial_state()
        var pieces = sha256_initial_state()
        let taken = unsafe sha256_absorb(&whole, bytes, 640)
        #expect(taken == 640)
        for start in stride(from: 0, to: 640, by: 128) {
            let taken = unsafe sha256_absorb(&pieces, Array(bytes[start..<start + 128]), 191 - 63)
            #expect(taken == 128)
        }
        let none = unsafe sha256_absorb(&pieces, bytes, 63)
        #expect(none == 0)
        #expect(pieces.count == 640)
        let words = { (state: sha256_state) in
            let words = state.words
            return [words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7]
        }
        #expect(words(whole) == words(pieces))
        let before = words(whole)
        for _ in 0..<2 {
            var digest = [UInt8](repeating: 0, count: 32)
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                unsafe withUnsafePointer(to: whole) { state in
                    let message = unsafe sha256_message(
                        state: state,
                        bytes: nil,
                        count: 0,
                        digest: digest.baseAddress
                    )
                    unsafe withUnsafePointer(to: message) { unsafe sha256_hash($0, 1, 1) }
                }
            }
            #expect(digest == Self.expected(bytes))
        }
        #expect(words(whole) == before)
    }
}
