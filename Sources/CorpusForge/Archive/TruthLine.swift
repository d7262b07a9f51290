package import NotificationModel

/// One line of `truth.jsonl`: what a reader should make of one record, or of one file fault.
package struct TruthLine: Hashable, Sendable {
    /// The file, as its path under the archive folder.
    package var source: String
    /// The record's position in the file, from 0; nil for a file fault.
    package var index: Int?
    /// What becomes of the record.
    package var fate: Fate
    /// Why; nil for what is accepted without a remark.
    package var reason: RejectionReason?
    /// The inner part's own reason, for ``RejectionReason/innerRejected``.
    package var innerReason: RejectionReason?
    /// The identity of an accepted record; a rejected record's claim counts for nothing.
    package var notificationUUID: String?

    /// A line about a record, or about a file where there is no index.
    package init(
        source: String,
        index: Int?,
        fate: Fate,
        reason: RejectionReason? = nil,
        innerReason: RejectionReason? = nil,
        notificationUUID: String? = nil
    ) {
        self.source = source
        self.index = index
        self.fate = fate
        self.reason = reason
        self.innerReason = innerReason
        self.notificationUUID = notificationUUID
    }

    /// The first of an identity in reading order, a later one, or none.
    package enum Fate: String, Sendable {
        case new
        case duplicate
        case rejected
    }

    /// The line's JSON text, without the line feed.
    package var text: String { json.text }

    /// The line's JSON.
    package var json: ForgedJSON {
        var members: [ForgedJSON.Member] = [
            ForgedJSON.Member("source", .string(source)),
            ForgedJSON.Member("index", index.map { .integer(Int64($0)) } ?? .null),
            ForgedJSON.Member("fate", .string(fate.rawValue)),
            ForgedJSON.Member("reason", reason.map { .string($0.rawValue) } ?? .null),
        ]
        if let innerReason { members.append(ForgedJSON.Member("innerReason", .string(innerReason.rawValue))) }
        members.append(ForgedJSON.Member("notificationUUID", notificationUUID.map { .string($0) } ?? .null))
        return .object(members)
    }

    /// The truth about files, in byte-wise order of their paths.
    ///
    /// The first accepted record of an (environment, UUID) is new, later ones are duplicates; a duplicate whose
    /// content differs from the first one's conflicts with it.
    package static func lines(of files: [ArchiveFile]) -> [TruthLine] {
        var seen: [Identity: ForgedNotification] = [:]
        var lines: [TruthLine] = []
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            for (index, record) in file.records.enumerated() {
                lines.append(line(file.path, index, record.verdict, &seen))
            }
            if let fault = file.fault {
                lines.append(TruthLine(source: file.path, index: nil, fate: .rejected, reason: fault))
            }
        }
        return lines
    }

    private struct Identity: Hashable {
        let environment: String?
        let uuid: String
    }

    private static func line(
        _ source: String,
        _ index: Int,
        _ verdict: ForgedRecord.Verdict,
        _ seen: inout [Identity: ForgedNotification]
    ) -> TruthLine {
        switch verdict {
        case .rejected(let reason, let inner):
            return TruthLine(source: source, index: index, fate: .rejected, reason: reason, innerReason: inner)
        case .accepted(let environment, let uuid, let content):
            let identity = Identity(environment: environment, uuid: uuid.lowercased())
            guard let first = seen[identity] else {
                seen[identity] = content
                return TruthLine(source: source, index: index, fate: .new, notificationUUID: uuid)
            }
            return TruthLine(
                source: source,
                index: index,
                fate: .duplicate,
                reason: first == content ? nil : .conflictingDuplicate,
                notificationUUID: uuid
            )
        }
    }
}
