import Foundation
import HistoryArchive
import NotificationModel

/// All that a reader gives for some sources.
struct Reading {
    struct Document: Equatable {
        var text: [UInt8]
        var source: Int
        var offsets: Range<UInt64>
        var form: SlabDocument.Form
        var flaw: SlabDocument.Flaw?
    }

    var documents: [Document] = []
    var faults: [SourceFault] = []
    var summaries: [SourceSummary] = []
    var slabs = 0
    var largestSlab = 0
    /// The decompressed bytes of the slabs, white space between documents included as far as it was kept.
    var records: [ScannedRecord] = []
    var payloads: [String] = []

    init(
        _ paths: [ArchivePath],
        limits: ArchiveLimits = ArchiveLimits(),
        resumeOffsets: [Int: UInt64] = [:]
    ) throws {
        var reader = ArchiveReader(
            try ArchiveListing(paths).sources,
            limits: limits,
            resumeOffsets: resumeOffsets
        )
        var scanner = RecordScanner(limits: limits)
        while let slab = reader.next() {
            slabs += 1
            largestSlab = max(largestSlab, slab.bytes.count)
            for entry in slab.entries { take(entry, slab, &scanner) }
        }
    }

    private mutating func take(_ entry: SlabEntry, _ slab: Slab, _ scanner: inout RecordScanner) {
        switch entry {
        case .sourceBegan: break
        case .fault(let fault, _): faults.append(fault)
        case .sourceEnded(_, let summary): summaries.append(summary)
        case .document(let document):
            documents.append(
                Document(
                    text: Array(slab.bytes[document.range]),
                    source: document.sourceIndex,
                    offsets: document.streamOffset..<document.endOffset,
                    form: document.form,
                    flaw: document.flaw
                )
            )
            var output = ScannedRecords()
            scanner.scan(document, of: slab.bytes.span, into: &output)
            for record in output.records {
                records.append(record)
                if record.rejection == nil {
                    payloads.append(
                        output.withBytes(record.signedPayload, of: slab.bytes.span) { bytes in
                            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
                        }
                    )
                }
            }
        }
    }

    var texts: [String] { documents.map { String(decoding: $0.text, as: UTF8.self) } }
    var reasons: [RejectionReason] { records.compactMap(\.rejection?.reason) }
    var faultReasons: [RejectionReason] { faults.map(\.reason) }
}

extension Scratch {
    /// Reads one text as one source.
    func read(_ text: String, limits: ArchiveLimits = ArchiveLimits()) throws -> Reading {
        try Reading([write(text.utf8, "input")], limits: limits)
    }
}
