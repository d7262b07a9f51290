package import NotificationModel

/// One file of an archive: its records, its text, and the bytes that lie on disk.
package struct ArchiveFile: Hashable, Sendable {
    /// The path under the archive folder, with `/`.
    package var path: String
    /// The records in the order of the text.
    package var records: [ForgedRecord]
    /// The text before compression.
    package var content: [UInt8]
    /// The bytes on disk.
    package var stored: [UInt8]
    /// What is wrong with the file as a whole.
    package var fault: RejectionReason?

    /// The shapes in which dumps keep records.
    package enum Shape: Sendable {
        /// One page a line.
        case pages
        /// One list of all pages.
        case pageList
        /// One item a line.
        case items
        /// One request body a line: an object with `signedPayload` alone.
        case bodies
    }

    /// A whole file; the path gets the encoding's ending.
    ///
    /// `pageLength` is the number of items a page, at most 20.
    package init(
        _ path: String,
        _ records: [ForgedRecord],
        as shape: Shape,
        _ encoding: ArchiveEncoding,
        pageLength: Int = HistoryPage.greatestCount
    ) throws {
        let text = Self.text(records, as: shape, pageLength: pageLength, name: path)
        try self.init(path, records, text: text, encoding)
    }

    /// A file of any text.
    package init(_ path: String, _ records: [ForgedRecord], text: String, _ encoding: ArchiveEncoding) throws {
        self.path = path + encoding.fileExtension
        self.records = records
        content = Array(text.utf8)
        stored = try encoding.encode(content)
    }

    private static func text(
        _ records: [ForgedRecord],
        as shape: Shape,
        pageLength: Int,
        name: String
    ) -> String {
        switch shape {
        case .pages: lines(pages(records, pageLength, name).map(\.text))
        case .pageList: "[" + pages(records, pageLength, name).map(\.text).joined(separator: ",\n") + "]\n"
        case .items: lines(records.map(\.json.text))
        case .bodies:
            lines(
                records.map { record in
                    ForgedJSON.object([
                        ForgedJSON.Member("signedPayload", record.signedPayload.map { .string($0) } ?? .null)
                    ])
                    .text
                }
            )
        }
    }

    private static func pages(_ records: [ForgedRecord], _ length: Int, _ name: String) -> [HistoryPage] {
        var numbers = SeededNumbers(seed: 0, name: name)
        return stride(from: 0, to: records.count, by: length).map { start in
            let end = min(start + length, records.count)
            return HistoryPage(
                json: records[start..<end].map(\.json),
                hasMore: end < records.count,
                paginationToken: numbers.uuid()
            )
        }
    }

    private static func lines(_ texts: [String]) -> String {
        texts.map { $0 + "\n" }.joined()
    }
}

extension ArchiveFile {
    /// The file with bytes after its frame or member.
    func followed(by bytes: [UInt8]) -> ArchiveFile {
        var copy = self
        copy.stored += bytes
        copy.fault = .trailingBytes
        return copy
    }

    /// The LZ4 file with its content checksum, the last four bytes, spoilt.
    func withBadChecksum() -> ArchiveFile {
        var copy = self
        copy.stored[copy.stored.count - 1] ^= 0x55
        copy.fault = .corruptArchive
        return copy
    }

    /// The LZ4 file of pages cut within its last block: the pages that are whole stand, the one that is cut is one
    /// malformed document.
    ///
    /// Nil where no page is whole before the cut or the cut falls between two pages. The pages are of `pageLength`
    /// items.
    func cut(pageLength: Int) throws -> ArchiveFile? {
        var copy = self
        copy.stored.removeLast(400)
        let readable = try ArchiveEncoding.lz4.decode(copy.stored).content
        let whole = readable.count { $0 == UInt8(ascii: "\n") }
        guard whole > 0, readable.last != UInt8(ascii: "\n"), readable.count < content.count else { return nil }
        copy.records = Array(records.prefix(whole * pageLength))
        copy.records.append(ForgedRecord(json: .null, verdict: .rejected(.malformedJSON, inner: nil)))
        copy.fault = .truncatedArchive
        return copy
    }
}
