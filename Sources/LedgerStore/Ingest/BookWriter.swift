internal import NotificationModel

/// The statements of the books that a run writes often.
final class BookWriter {
    private let reject: Statement
    private let rejectCopy: Statement
    private let findSource: Statement
    private let insertSource: RowStatement
    private let updateSource: RowStatement
    private let connection: Connection

    init(on connection: Connection) throws(SQLiteError) {
        self.connection = connection
        reject = try Statement(
            """
            INSERT INTO rejects(digest, reason, detail, source_id, record_index, first_run_id, seen_count)
            VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT(digest) DO UPDATE SET seen_count = seen_count + 1
            """,
            on: connection
        )
        rejectCopy = try Statement(
            "INSERT INTO reject_copies VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1",
            on: connection
        )
        findSource = try Statement(
            """
            SELECT id, size, modified_nanoseconds, prefix_digest, stream_offset, next_record_index, is_finished, policy
            FROM sources WHERE path = ?
            """,
            on: connection
        )
        insertSource = try RowStatement(
            """
            INSERT INTO sources SELECT coalesce(max(id), 0) + 1, ?, 0, 0, NULL, 0, 0, 0, '' FROM sources
            """,
            count: 1,
            on: connection
        )
        updateSource = try RowStatement(
            """
            UPDATE sources SET size = ?, modified_nanoseconds = ?, prefix_digest = ?, stream_offset = ?,
            next_record_index = ?, is_finished = ?, policy = ? WHERE path = ?
            """,
            count: 8,
            on: connection
        )
    }

    func record(_ entry: Reject, keptIn quarantine: String?) throws(SQLiteError) -> Bool {
        let digest = IdentityText.bytes(of: entry.digest)
        try reject.bind(blob: digest.span, at: 0)
        try reject.bind(entry.reason.rawValue, at: 1)
        try reject.bind(entry.detail, at: 2)
        try reject.bind(entry.sourceID, at: 3)
        try reject.bind(entry.recordIndex, at: 4)
        try reject.bind(entry.runID, at: 5)
        defer { reject.reset() }
        try reject.run()
        guard let quarantine else { return false }
        try rejectCopy.bind(blob: digest.span, at: 0)
        try rejectCopy.bind(quarantine, at: 1)
        defer { rejectCopy.reset() }
        let isMissing = try rejectCopy.step()
        while try rejectCopy.step() {}
        return isMissing
    }

    func sourceID(of path: [UInt8]) throws(SQLiteError) -> Int64? {
        try findSource.bind(blob: path.span, at: 0)
        defer { findSource.reset() }
        return try findSource.step() ? findSource.integer(at: 0) : nil
    }

    func addSource(_ path: [UInt8]) throws(SQLiteError) {
        try insertSource.add(blob: path.span)
        try insertSource.run()
    }

    func progress(of path: [UInt8]) throws(SQLiteError) -> SourceProgress? {
        try findSource.bind(blob: path.span, at: 0)
        defer { findSource.reset() }
        guard try findSource.step(), let size = findSource.integer(at: 1), let modified = findSource.integer(at: 2),
            let offset = findSource.integer(at: 4), let index = findSource.integer(at: 5)
        else { return nil }
        return SourceProgress(
            path: path,
            size: size,
            modifiedNanoseconds: modified,
            prefixDigest: findSource.digest(at: 3),
            streamOffset: offset,
            nextRecordIndex: index,
            isFinished: findSource.integer(at: 6) == 1,
            policy: findSource.text(at: 7) ?? ""
        )
    }

    func save(_ progress: SourceProgress) throws(SQLiteError) {
        try updateSource.add(progress.size)
        try updateSource.add(progress.modifiedNanoseconds)
        if let digest = progress.prefixDigest {
            try updateSource.add(digest)
        } else {
            try updateSource.add(nil as Int64?)
        }
        try updateSource.add(progress.streamOffset)
        try updateSource.add(progress.nextRecordIndex)
        try updateSource.add(progress.isFinished)
        try updateSource.add(progress.policy)
        try updateSource.add(blob: progress.path.span)
        try updateSource.run()
    }
}
