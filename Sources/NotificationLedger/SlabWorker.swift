internal import HistoryArchive
internal import NotificationModel
internal import SignatureVerification

/// Turns slabs into outcomes: scans documents for records, verifies and decodes each. One worker a thread.
struct SlabWorker: ~Copyable {
    private var scanner: RecordScanner
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
                outcome.entries.append(
                    .document(
                        source: document.sourceIndex, endOffset: document.endOffset,
                        records: first..<outcome.records.count))
            }
        }
        return outcome
    }

    private mutating func judge(_ document: SlabDocument, in slab: Slab, into outcome: inout SlabOutcome) {
        scanner.scan(document, in: slab)
        for index in 0..<scanner.records.count {
            let record = scanner.records[index]
            let verdict: SlabOutcome.Verdict
            if let rejection = record.rejection {
                verdict = .rejected(rejection)
            } else {
                let rejection = scanner.withSignedPayload(of: record, in: slab) { token in
                    verifier.verify(token, into: &outcome.batch)
                }
                verdict = rejection.map { .rejected($0) } ?? .accepted(row: outcome.batch.rows.count - 1)
            }
            outcome.records.append(
                SlabOutcome.Record(verdict: verdict, bytes: record.range, attempts: record.attempts))
        }
    }
}
