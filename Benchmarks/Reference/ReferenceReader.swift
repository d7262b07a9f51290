internal import ByteParsing
internal import Foundation
package import HistoryArchive
package import NotificationModel
package import SignatureVerification

/// Reads files one after another, record by record, on one thread.
///
/// The plain way is for what archives mostly are: LZ4 frames or bare text, a page a line. A file with anything else in
/// it is taken apart by the product's reader and scanner, whose verdicts on damage are not the reference's business;
/// ``filesReadByProduct`` tells how many were.
package struct ReferenceReader: ~Copyable {
    /// What a record came to: the row's position in the batch, or why there is none.
    package enum Record {
        case accepted(row: Int, attempts: [SendAttempt])
        case rejected(Rejection)
    }

    private var verifier: PlainVerifier
    private var page = PlainPage()
    private var scanner = RecordScanner()
    private var batch = RowBatch()
    /// Files that the plain way does not know.
    package private(set) var filesReadByProduct = 0
    /// The decompressed bytes of the other files.
    package private(set) var decompressedBytes = 0
    /// How many signatures were checked.
    package var signatureChecks: Int { verifier.signatureChecks }

    /// A reader under these anchors, with nothing cached.
    package init(anchors: [TrustAnchor]) {
        verifier = PlainVerifier(anchors: anchors)
    }

    /// Reads one source.
    ///
    /// - Parameters:
    ///   - source: a file, as the product lists it.
    ///   - take: called for every record in the input's order with the record, its number in the source, and the
    ///     batch that holds its row until the call returns.
    /// - Throws: what `take` throws.
    package mutating func read(
        _ source: ArchiveSource,
        _ take: (Record, _ index: Int?, RowBatch) throws -> Void
    ) throws {
        guard let text = try plainText(of: source) else { return try readByProduct(source, skipping: 0, take) }
        var index = 0
        var start = 0
        while start < text.count {
            let end = Bytes.firstIndex(of: UInt8(ascii: "\n"), in: text, start..<text.count) ?? text.count
            let line = text.span.extracting(start..<end)
            start = end + 1
            guard let items = page.items(of: line) else {
                return try readByProduct(source, skipping: index, take)
            }
            clear()
            for item in items {
                if let rejection = verifier.verify(line.extracting(item.payload), into: &batch) {
                    try take(.rejected(rejection), index, batch)
                } else {
                    try take(.accepted(row: batch.rows.count - 1, attempts: item.attempts), index, batch)
                }
                index += 1
            }
        }
        decompressedBytes += text.count
    }

    /// A file's text; nil for a form that the plain way does not know, or for a damaged file.
    private func plainText(of source: ArchiveSource) throws -> [UInt8]? {
        guard source.kind == .file, let data = FileManager.default.contents(atPath: source.path.text) else {
            return nil
        }
        let file = [UInt8](data)
        if file.starts(with: PlainLZ4.magic) { return PlainLZ4.decompress(file) }
        return file.first == UInt8(ascii: "{") ? file : nil
    }

    private mutating func readByProduct(
        _ source: ArchiveSource,
        skipping known: Int,
        _ take: (Record, _ index: Int?, RowBatch) throws -> Void
    ) throws {
        filesReadByProduct += 1
        var reader = ArchiveReader([source])
        var scanned = ScannedRecords()
        var index = 0
        while let slab = reader.next() {
            for entry in slab.entries {
                switch entry {
                case .sourceBegan, .sourceEnded: break
                case .fault(let fault, _): try take(.rejected(Rejection(fault.reason, fault.detail)), nil, batch)
                case .document(let document):
                    scanned.removeAll()
                    scanner.scan(document, of: slab.bytes.span, into: &scanned)
                    for record in scanned.records {
                        defer { index += 1 }
                        guard index >= known else { continue }
                        clear()
                        let rejection =
                            record.rejection
                            ?? scanned.withBytes(record.signedPayload, of: slab.bytes.span) { token in
                                verifier.verify(token, into: &batch)
                            }
                        if let rejection {
                            try take(.rejected(rejection), index, batch)
                        } else {
                            try take(
                                .accepted(row: 0, attempts: Array(scanned.attempts[record.attempts])),
                                index,
                                batch
                            )
                        }
                    }
                }
            }
        }
    }

    private mutating func clear() {
        batch.arena.removeAll(keepingCapacity: true)
        batch.values.removeAll(keepingCapacity: true)
        batch.rows.removeAll(keepingCapacity: true)
    }
}
