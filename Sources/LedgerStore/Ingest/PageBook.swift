/// The statements of the book of history pages.
final class PageBook {
    private let insert: RowStatement
    private let delete: RowStatement
    private let connection: Connection

    private static let columns = """
        p.source_id, p.name, p.place, p.is_alone, p.page_count, p.has_more, p.broken_count, p.loss, s.path
        """

    init(on connection: Connection) throws(SQLiteError) {
        self.connection = connection
        let table = BookTables.historyPages
        insert = try RowStatement("INSERT OR REPLACE" + table.insertion.dropFirst(6), count: 8, on: connection)
        delete = try RowStatement("DELETE FROM \(table.name) WHERE source_id = ?", count: 1, on: connection)
    }

    func save(_ pages: SourcePages) throws(SQLiteError) {
        guard !pages.isSilent else {
            try delete.add(pages.sourceID)
            return try delete.run()
        }
        try insert.add(pages.sourceID)
        try insert.add(pages.name)
        try insert.add(blob: pages.place.span)
        try insert.add(pages.isAlone)
        try insert.add(Int64(pages.pageCount))
        try insert.add(pages.hasMore)
        try insert.add(Int64(pages.brokenCount))
        try insert.add(pages.loss.rawValue)
        try insert.run()
    }

    func pages(of path: [UInt8]) throws(SQLiteError) -> SourcePages? {
        let statement = try Statement(
            "SELECT \(Self.columns) FROM history_pages p JOIN sources s ON s.id = p.source_id WHERE s.path = ?",
            on: connection
        )
        try statement.bind(blob: path.span, at: 0)
        return try statement.step() ? Self.row(of: statement)?.pages : nil
    }

    /// Everything known, each with its source's path.
    func all() throws(SQLiteError) -> [(pages: SourcePages, path: [UInt8])] {
        let statement = try Statement(
            "SELECT \(Self.columns) FROM history_pages p JOIN sources s ON s.id = p.source_id ORDER BY p.source_id",
            on: connection
        )
        var result: [(pages: SourcePages, path: [UInt8])] = []
        while try statement.step() {
            if let row = Self.row(of: statement) { result.append(row) }
        }
        return result
    }

    /// Forgets the files of these folders that are not among the paths; true if there were any.
    func forget(inFolders folders: Set<[UInt8]>, but paths: Set<[UInt8]>) throws(SQLiteError) -> Bool {
        let gone = try all().filter {
            !$0.pages.isAlone && folders.contains($0.pages.place) && !paths.contains($0.path)
        }
        for row in gone {
            try delete.add(row.pages.sourceID)
            try delete.run()
        }
        return !gone.isEmpty
    }

    private static func row(of statement: borrowing Statement) -> (pages: SourcePages, path: [UInt8])? {
        guard let id = statement.integer(at: 0), let name = statement.text(at: 1) else { return nil }
        return (
            SourcePages(
                sourceID: id,
                name: name,
                place: statement.bytes(at: 2),
                isAlone: statement.integer(at: 3) == 1,
                pageCount: statement.count(at: 4),
                hasMore: statement.integer(at: 5).map { $0 == 1 },
                brokenCount: statement.count(at: 6),
                loss: statement.integer(at: 7).flatMap(SourcePages.Loss.init) ?? .none
            ),
            statement.bytes(at: 8)
        )
    }
}
