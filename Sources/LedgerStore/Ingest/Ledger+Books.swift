extension Ledger {
    /// Opens a run's entry in the books and returns its id; the instant is the caller's.
    package func beginRun(startedAt: Int64) throws -> Int64 {
        let statement = try Statement(
            "INSERT INTO runs SELECT coalesce(max(id), 0) + 1, ?, NULL, NULL FROM runs RETURNING id",
            on: connection
        )
        try statement.bind(startedAt, at: 0)
        var id: Int64 = 0
        while try statement.step() { id = statement.integer(at: 0) ?? id }
        return id
    }

    /// Closes a run's entry with its counts as JSON.
    package func finishRun(_ id: Int64, finishedAt: Int64, counts: String) throws {
        let statement = try Statement("UPDATE runs SET finished_at = ?, counts = ? WHERE id = ?", on: connection)
        try statement.bind(finishedAt, at: 0)
        try statement.bind(counts, at: 1)
        try statement.bind(id, at: 2)
        try statement.run()
    }

    /// Notes a reject; true when its bytes are to be written to this quarantine, which then has them once.
    ///
    /// Seen before is not kept before: an earlier run may have kept nothing, or elsewhere.
    package func recordReject(_ reject: Reject, keptIn quarantine: String?) throws -> Bool {
        try books.record(reject, keptIn: quarantine)
    }

    /// What is known of a quarantine file; nil for one that this ledger never wrote to.
    package func quarantine(_ file: String) throws -> QuarantineMark? {
        let statement = try Statement("SELECT generation, length FROM quarantines WHERE file = ?", on: connection)
        try statement.bind(file, at: 0)
        guard try statement.step(), let generation = statement.integer(at: 0), let length = statement.integer(at: 1)
        else { return nil }
        return QuarantineMark(file: file, generation: generation, length: length)
    }

    /// Notes a quarantine file's length; part of the present transaction.
    package func save(_ mark: QuarantineMark) throws {
        let statement = try Statement(
            """
            INSERT INTO quarantines VALUES (?, ?, ?)
            ON CONFLICT(file) DO UPDATE SET generation = excluded.generation, length = excluded.length
            """,
            on: connection
        )
        try statement.bind(mark.file, at: 0)
        try statement.bind(mark.generation, at: 1)
        try statement.bind(mark.length, at: 2)
        try statement.run()
    }

    /// The id of an input, which is entered on first sight.
    package func sourceID(of path: [UInt8]) throws -> Int64 {
        if let id = try books.sourceID(of: path) { return id }
        try books.addSource(path)
        return try books.sourceID(of: path) ?? connection.lastInsertedID
    }

    /// How far an input was read; nil for one never seen.
    package func progress(of path: [UInt8]) throws -> SourceProgress? {
        try books.progress(of: path)
    }

    /// Notes how far an input was read; part of the present transaction.
    package func save(_ progress: SourceProgress) throws {
        _ = try sourceID(of: progress.path)
        try books.save(progress)
    }

    /// Notes what an archive covers, [start, end), as its fetch manifest tells it.
    package func recordCoverage(
        app: String,
        environment: String,
        from start: Int64,
        until end: Int64,
        isComplete: Bool
    ) throws {
        let table = BookTables.coverage
        let row = try RowStatement(table.insertionOfMissing, count: table.columns.count, on: connection)
        try row.add(app)
        try row.add(environment)
        try row.add(start)
        try row.add(end)
        try row.add(isComplete)
        try row.run()
    }

    private var books: BookWriter {
        get throws {
            if let bookWriter { return bookWriter }
            let writer = try BookWriter(on: connection)
            bookWriter = writer
            return writer
        }
    }
}
