import Dispatch
import Foundation
import Synchronization

/// Compresses and writes what the press has made, in order, on a thread of its own.
///
/// Two hand-overs may wait at a time; a slow disk stops the press, not the memory.
final class ArchiveOutput: Sendable {
    /// One thing to write.
    enum Step: Sendable {
        /// A file of the archive begins.
        case begin(path: String)
        /// More of its text.
        case text([UInt8])
        /// It ends.
        case end
        /// A whole file as it lies on disk.
        case stored(path: String, bytes: [UInt8])
        /// Lines of the truth.
        case truth([UInt8])
    }

    private let queue = DispatchQueue(label: "storeledger-corpus.output")
    private let room = DispatchSemaphore(value: 2)
    private let files: Mutex<OutputFiles>
    private let failure = Mutex<(any Error)?>(nil)

    /// An output into a folder, a stream, or the archive into the stream and the rest into the folder.
    ///
    /// Writes `root.pem` at once, so that a reader of the stream can begin.
    init(folder: URL?, stream: FileHandle?, _ encoding: ArchiveEncoding, rootPEM: String) throws {
        files = Mutex(try OutputFiles(folder: folder, stream: stream, encoding, rootPEM: rootPEM))
    }

    /// Hands steps over; throws what an earlier hand-over failed with.
    func submit(_ steps: [Step]) throws {
        room.wait()
        if let error = failure.withLock({ $0 }) {
            room.signal()
            throw error
        }
        queue.async {
            defer { self.room.signal() }
            guard self.failure.withLock({ $0 == nil }) else { return }
            do {
                try self.files.withLock { files in for step in steps { try files.perform(step) } }
            } catch {
                self.failure.withLock { $0 = error }
            }
        }
    }

    /// Waits for all that was handed over, writes `state.jsonl` if there is one, and ends the set's own files.
    func finish(state: ((_ write: ([UInt8]) throws -> Void) throws -> Void)?) throws {
        queue.sync {}
        if let error = failure.withLock({ $0 }) { throw error }
        if let state {
            try files.withLock { try $0.beginState() }
            try state { bytes in try files.withLock { try $0.writeState(bytes) } }
        }
        try files.withLock { try $0.finish() }
    }
}

/// The files of a set, written one after another.
private struct OutputFiles {
    private let folder: URL?
    private let stream: FileHandle?
    private let encoding: ArchiveEncoding
    private let truth: DigestedFile?
    private let manifest: FileHandle?
    private let rootLine: String?
    private var state: DigestedFile?
    private var file: DigestedFile?
    private var encoder: (any StreamEncoder)?
    private var encoded: [UInt8] = []

    init(folder: URL?, stream: FileHandle?, _ encoding: ArchiveEncoding, rootPEM: String) throws {
        self.folder = folder
        self.stream = stream
        self.encoding = encoding
        let root = try folder.map { try DigestedFile("root.pem", in: $0) }
        try root?.write(Array(rootPEM.utf8))
        rootLine = try root?.close()
        truth = try folder.map { try DigestedFile("truth.jsonl", in: $0) }
        if stream == nil, let folder {
            let archive = folder.appending(path: "archive")
            try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: true)
        }
        manifest = try folder.map { folder in
            let file = folder.appending(path: "manifest.sha256")
            try Data().write(to: file)
            return try FileHandle(forWritingTo: file)
        }
    }

    mutating func perform(_ step: ArchiveOutput.Step) throws {
        switch step {
        case .begin(let path):
            encoder = try encoding.encoder()
            if stream == nil, let folder { file = try DigestedFile("archive/" + path, in: folder) }
        case .text(let text):
            try encoder?.encode(text, to: &encoded)
            if encoded.count >= 1 << 18 { try flush() }
        case .end:
            try encoder?.finish(to: &encoded)
            try flush()
            try close()
        case .stored(let path, let bytes):
            if stream == nil, let folder { file = try DigestedFile("archive/" + path, in: folder) }
            encoded = bytes
            try flush()
            try close()
        case .truth(let lines): try truth?.write(lines)
        }
    }

    mutating func beginState() throws {
        if let folder { state = try DigestedFile("state.jsonl", in: folder) }
    }

    func writeState(_ bytes: [UInt8]) throws {
        try state?.write(bytes)
    }

    mutating func finish() throws {
        if let rootLine { try list(rootLine) }
        if let truth { try list(truth.close()) }
        if let state { try list(state.close()) }
        try manifest?.close()
    }

    private mutating func flush() throws {
        if let file { try file.write(encoded) } else { try stream?.write(contentsOf: Data(encoded)) }
        encoded.removeAll(keepingCapacity: true)
    }

    private mutating func close() throws {
        if let file { try list(file.close()) }
        file = nil
        encoder = nil
    }

    private func list(_ line: String) throws {
        try manifest?.write(contentsOf: Data(line.utf8))
    }
}
