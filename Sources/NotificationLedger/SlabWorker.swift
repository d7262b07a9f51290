internal import ByteParsing
internal import HistoryArchive
internal import NotificationModel
internal import SignatureVerification

/// Turns slabs into outcomes: scans documents for records, verifies and decodes them together.
///
/// One worker a thread.
struct SlabWorker: ~Copyable {
    private var scanner: RecordScanner
    private var scanned = ScannedRecords()
    private var verifier: RecordVerifier
    private var rejections: [Rejection?] = []

    init(store: SigningKeyStore, policy: RecordPolicy) {
        scanner = RecordScanner()
        verifier = RecordVerifier(store: store, policy: policy)
    }

    mutating func process(_ slab: Slab) -> SlabOutcome {
        var outcome = SlabOutcome(slab: slab)
        scan(slab, into: &outcome)
        rejections.removeAll(keepingCapacity: true)
        do throws(KernelDisagreement) {
            try verifier.verify(scanned, of: slab.bytes.span, into: &outcome.batch, rejections: &rejections)
        } catch {
            outcome.failure = error
            return outcome
        }
        conclude(slab, into: &outcome)
        return outcome
    }

    private mutating func scan(_ slab: Slab, into outcome: inout SlabOutcome) {
        scanned.removeAll()
        for entry in slab.entries {
            switch entry {
            case .sourceBegan(let source): outcome.entries.append(.sourceBegan(source))
            case .sourceEnded(let source, let summary): outcome.entries.append(.sourceEnded(source, summary))
            case .fault(let fault, let source): outcome.entries.append(.fault(fault, source: source))
            case .document(let document):
                let first = scanned.records.count
                scanned.pages = PageMarks()
                scanner.scan(document, of: slab.bytes.span, into: &scanned)
                if !scanned.pages.isEmpty {
                    outcome.entries.append(.pages(scanned.pages, source: document.sourceIndex))
                }
                outcome.entries.append(.document(document, records: first..<scanned.records.count))
            }
        }
    }

    private func conclude(_ slab: Slab, into outcome: inout SlabOutcome) {
        outcome.attempts = scanned.attempts
        outcome.records.reserveCapacity(scanned.records.count)
        var row = 0
        for index in scanned.records.indices {
            let verdict: SlabOutcome.Verdict
            if let rejection = rejections[index] {
                let bytes = scanned.withBytes(scanned.records[index].literal, of: slab.bytes.span) { span in
                    var copy: [UInt8] = []
                    Bytes.append(span, to: &copy)
                    return copy
                }
                verdict = .rejected(rejection, bytes: bytes)
            } else {
                verdict = .accepted(row: row)
                row += 1
            }
            outcome.records.append(SlabOutcome.Record(verdict: verdict, attempts: scanned.records[index].attempts))
        }
    }
}
