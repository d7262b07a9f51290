import CorpusForge
import Foundation

/// An archive written into a folder of its own, which is removed again, and what lies in it.
struct WrittenArchive {
    /// A line of the truth as a test compares it.
    struct Line: Decodable, Hashable, Comparable {
        var source: String
        var index: Int?
        var fate: String
        var reason: String?
        var innerReason: String?
        var notificationUUID: String?

        /// The line without the place: what does not depend on files.
        var placeless: Line {
            var copy = self
            copy.source = ""
            copy.index = nil
            return copy
        }

        private var key: String { "\(source) \(index ?? -1) \(notificationUUID ?? "") \(fate) \(reason ?? "")" }

        static func < (left: Line, right: Line) -> Bool { left.key < right.key }
    }

    /// An item of a page, or a line.
    struct Item: Decodable, Hashable {
        struct Attempt: Decodable, Hashable {
            var attemptDate: Int64
            var sendAttemptResult: String
        }

        var signedPayload: String?
        var sendAttempts: [Attempt]?
        var firstSendAttemptResult: String?

        private enum Key: CodingKey {
            case signedPayload, sendAttempts, firstSendAttemptResult
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            // An altered record may have a number there.
            signedPayload = try? members.decode(String.self, forKey: .signedPayload)
            sendAttempts = try members.decodeIfPresent([Attempt].self, forKey: .sendAttempts)
            firstSendAttemptResult = try members.decodeIfPresent(String.self, forKey: .firstSendAttemptResult)
        }
    }

    struct Page: Decodable {
        var notificationHistory: [Item]
        var hasMore: Bool
        var paginationToken: String?
    }

    let report: WritingReport
    let truth: [Line]
    /// The bytes of each file, by path under the folder.
    let files: [String: [UInt8]]

    /// Writes the hand-told accounts, again and again.
    init(
        _ notifications: Int,
        _ change: (inout WritingOptions) -> Void = { _ in },
        state: HistoryWriter.StateWriting? = nil
    ) throws {
        var options = WritingOptions()
        change(&options)
        let history = StoriesHistory(seed: options.seed, notifications: notifications)
        let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        report = try HistoryWriter(history, options).write(to: folder, state: state)
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            files[path] = try Array(Data(contentsOf: file))
        }
        self.files = files
        truth = try Self.lines(files["truth.jsonl"] ?? [])
    }

    /// The archive's files in byte-wise order of their paths, the damaged ones left out: `archive/` is cut off.
    var wholeFiles: [(path: String, text: [UInt8])] {
        get throws {
            try files.keys.filter { $0.hasPrefix("archive/") && !$0.contains("damaged") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { path in
                    let decoded = try Self.encoding(path).decode(files[path] ?? [])
                    return (String(path.dropFirst(8)), decoded.content)
                }
        }
    }

    /// The items of whole files that hold pages, each with its line of the truth.
    var items: [(line: Line, item: Item)] {
        get throws {
            let lines = Dictionary(grouping: truth, by: \.source)
            return try wholeFiles.flatMap { path, text in
                let items = try Self.pages(text).flatMap(\.notificationHistory)
                return zip(lines[path] ?? [], items).map { ($0, $1) }
            }
        }
    }

    static func pages(_ text: [UInt8]) throws -> [Page] {
        try text.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Page.self, from: Data($0)) }
    }

    static func lines(_ text: [UInt8]) throws -> [Line] {
        try text.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Line.self, from: Data($0)) }
    }

    static func encoding(_ path: String) -> ArchiveEncoding {
        path.hasSuffix(".lz4") ? .lz4 : path.hasSuffix(".gz") ? .gzip : path.hasSuffix(".zst") ? .zstd : .none
    }

    /// The payload with every inner JWS replaced by its own payload; nil where there is no JWS.
    static func payload(_ text: String) -> String? {
        OpenedJWS(text).map { jws in
            String(decoding: jws.payload, as: UTF8.self).replacing(/"(signed[A-Za-z]*Info)":"([^"]+)"/) { match in
                "\"\(match.output.1)\":" + (payload(String(match.output.2)) ?? "no JWS")
            }
        }
    }
}
