import CorpusForge
import Foundation

/// The checkout's own frozen archive.
struct FrozenCorpus {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "corpus")
    static let archive = folder.appending(path: "archive").path

    /// What a reader should make of one record.
    struct Truth: Decodable {
        let source: String
        let index: Int?
        let fate: String
        let reason: String?
        let innerReason: String?
        let notificationUUID: String?
    }

    static func root() throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: "root.pem")))
    }

    static func truth() throws -> [Truth] {
        let text = try Data(contentsOf: folder.appending(path: "truth.jsonl"))
        return try text.split(separator: 0x0A).map { try JSONDecoder().decode(Truth.self, from: $0) }
    }

    /// The files whose records are all well signed, in byte-wise order of their paths.
    static func wholeFiles() throws -> [String] {
        try ["meadow", "repeated", "tidepool"].flatMap { part in
            try FileManager.default.contentsOfDirectory(atPath: archive + "/" + part).sorted().map { part + "/" + $0 }
        }
    }

    /// The items of those files, each as JSON text.
    static func items() throws -> [String] {
        try wholeFiles().flatMap { name in
            let stored = Array(try Data(contentsOf: URL(filePath: archive + "/" + name)))
            let encoding: ArchiveEncoding =
                switch URL(filePath: name).pathExtension {
                case "lz4": .lz4
                case "gz": .gzip
                case "zst": .zstd
                default: .none
                }
            return try texts(in: encoding.decode(stored).content)
        }
    }

    private static func texts(in content: [UInt8]) throws -> [String] {
        let lines = content.first == UInt8(ascii: "[") ? [content[...]] : content.split(separator: 0x0A)
        return try lines.flatMap { try items(in: JSONSerialization.jsonObject(with: Data($0))) }.map { item in
            let data = try JSONSerialization.data(withJSONObject: item, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
    }

    private static func items(in value: Any) -> [Any] {
        if let list = value as? [Any] { return list.flatMap(items) }
        if let page = value as? [String: Any], let items = page["notificationHistory"] as? [Any] { return items }
        return [value]
    }
}
