/// Where the team's grants come from, and what they are written in.
package enum EntitlementSource {
    private static let databaseMagic = Array("SQLite format 3\0".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Opens a source; its form is told by its first bytes unless one is given.
    ///
    /// - Throws: ``LedgerRunError`` for a source that is not there, is empty, or is of no form that can be read.
    package static func open(path: String, format: AuditOptions.SourceFormat?, query: String?) throws -> any RowSource {
        let feed = try ByteFeed(path: path, option: "--entitlements")
        try feed.lookAhead(databaseMagic.count)
        let beginning = Array(feed.chunk.prefix(databaseMagic.count))
        if beginning == databaseMagic {
            guard format == nil else {
                throw LedgerRunError(
                    .impossibleValue,
                    "\(feed.name) is an SQLite database; leave --entitlements-format out"
                )
            }
            guard path != "-", feed.isRegularFile else {
                throw LedgerRunError(.impossibleValue, "an SQLite database cannot be read from a pipe; name its file")
            }
            guard let query else {
                throw LedgerRunError(
                    .impossibleValue,
                    "\(feed.name) is an SQLite database; --query names the SELECT that gives the grants"
                )
            }
            // Closed before SQLite opens it: closing a file drops all locks that the process holds on it.
            feed.end()
            return try QueryRows(path: path, sql: query)
        }
        guard query == nil else {
            throw LedgerRunError(.impossibleValue, "\(feed.name) is no SQLite database, which --query needs")
        }
        return try rows(feed, beginning, format)
    }

    /// Opens a text file of rows that are no grants.
    static func openTable(path: String, option: String) throws -> any RowSource {
        let feed = try ByteFeed(path: path, option: option)
        try feed.lookAhead(databaseMagic.count)
        return try rows(feed, Array(feed.chunk.prefix(databaseMagic.count)), nil)
    }

    private static func rows(
        _ feed: ByteFeed,
        _ beginning: [UInt8],
        _ format: AuditOptions.SourceFormat?
    ) throws -> any RowSource {
        if let other = foreignForm(beginning) {
            throw LedgerRunError(.impossibleValue, "\(feed.name) is \(other); expected CSV or JSON lines in UTF-8")
        }
        if beginning.starts(with: byteOrderMark) { feed.position = byteOrderMark.count }
        if let format { return format == .csv ? try CSVRows(feed) : JSONRows(feed) }
        guard let first = try firstSign(feed) else {
            throw LedgerRunError(
                .impossibleValue,
                "\(feed.name) is empty; expected CSV with a header row, or JSON lines. Grants may be none: as CSV that has its "
                    + "header row, or with --entitlements-format jsonl"
            )
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? JSONRows(feed) : try CSVRows(feed)
    }

    /// The first byte that is no white space.
    ///
    /// - Throws: ``LedgerRunError`` where more of it than a row may have goes before: that never ends.
    private static func firstSign(_ feed: ByteFeed) throws -> UInt8? {
        var passed = 0
        while true {
            passed += feed.chunk.count - feed.position
            if let sign = feed.chunk[feed.position...].first(where: { $0 > 0x20 }) { return sign }
            // Nothing but white space so far, which neither form needs.
            guard passed <= GrantCells.limit else {
                throw LedgerRunError(
                    .failed,
                    "\(feed.name) begins with more than \(GrantCells.limit) bytes of white space or NUL; expected CSV with a "
                        + "header row, or JSON lines"
                )
            }
            guard try feed.refill() else { return nil }
        }
    }

    private static func foreignForm(_ beginning: [UInt8]) -> String? {
        switch Array(beginning.prefix(4)) {
        case let bytes where bytes.starts(with: [0x1F, 0x8B]): "compressed (gzip)"
        case [0x28, 0xB5, 0x2F, 0xFD]: "compressed (Zstandard)"
        case [0x04, 0x22, 0x4D, 0x18]: "compressed (LZ4)"
        case [0x50, 0x4B, 0x03, 0x04]: "a ZIP archive or a spreadsheet"
        case let bytes where bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]): "text in UTF-16"
        case Array(databaseMagic[..<4]): "an SQLite database"
        default: nil
        }
    }
}
