import Foundation

/// One line of `verify`, parsed by another JSON reader than the product's.
struct VerdictLine {
    let members: [String: Any]

    init(_ line: some Sequence<UInt8>) throws {
        members = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
    }

    static func lines(_ bytes: [UInt8]) throws -> [VerdictLine] {
        try bytes.split(separator: 0x0A).map(VerdictLine.init)
    }

    var source: String { text("source") ?? "" }
    var index: Int? { members["index"] as? Int }
    var verdict: String { text("verdict") ?? "" }
    var reason: String? { text("reason") }
    var detail: String? { text("detail") }
    var notes: [String] { members["notes"] as? [String] ?? [] }

    func text(_ name: String) -> String? { members[name] as? String }
    func integer(_ name: String) -> Int64? { (members[name] as? NSNumber)?.int64Value }

    /// A decoded object of `--with-payload`.
    func payload(_ object: String) -> [String: Any]? {
        (members["payload"] as? [String: Any])?[object] as? [String: Any]
    }

    /// The verdict with its reason, as one word.
    var judgement: String { verdict + (reason.map { " " + $0 } ?? "") }
}
