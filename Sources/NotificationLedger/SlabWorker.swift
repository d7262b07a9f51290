internal import ByteParsing
internal import HistoryArchive
internal import NotificationModel
internal import SignatureVerification

/// Turns slabs into outcomes: scans documents for records, verifies and decodes each.
///
/// One worker a thread.
struct SlabWorker: ~Copyable {
    private var scanner: RecordScanner
    private var scanned = ScannedRecords()
    private var verifier: RecordVerifier

    init(store: SigningKeyStore, policy: RecordPolicy) {
        scanner = RecordScanner()
        verifier = RecordVerifier(store: store, policy: policy)
    }

    mutating func process(_ slab: Slab) -> SlabOutcome {
        var outcome = SlabOutcome(slab: slab)
        for entry in slab.entries {
            switch entry {
            case .sourceBegan(let source): outcome.entries.append(.sourceBegan(source))
            case .sourceEnded(let source, let summary): outcome.entries.append(.sourceEnded(source, summary))
            case .fault(let fault, let source): outcome.entries.append(.fault(fault, source: source))
            case .document(let document):
                let first = outcome.records.count
                judge(document, in: slab, into: &outcome)
                if !scanned.pages.isEmpty {
                    outcome.entries.append(.pages(scanned.pages, source: document.sourceIndex))
                }
                outcome.entries.append(.document(document, records: first..<outcome.records.count))
            }
        }
        return outcome
    }

    private mutating func judge(_ document: SlabDocument, in slab: Slab, into outcome: inout SlabOutcome) {
        scanned.removeAll()
        scanner.scan(document, of: slab.bytes.span, into: &scanned)
        for record in scanned.records {
            let rejection =
                record.rejection
                ?? scanned.withBytes(record.signedPayload, of: slab.bytes.span) { token in
                    verifier.verify(token, into: &outcome.batch)
                }
            let verdict: SlabOutcome.Verdict
            if let rejection {
                let bytes = scanned.withBytes(record.literal, of: slab.bytes.span) { span in
                    var copy: [UInt8] = []
                    Bytes.append(span, to: &copy)
                    return copy
                }
                verdict = .rejected(rejection, bytes: bytes)
            } else {
                verdict = .accepted(row: outcome.batch.rows.count - 1)
            }
            outcome.records.append(SlabOutcome.Record(verdict: verdict, attempts: record.attempts))
        }
    }
}
