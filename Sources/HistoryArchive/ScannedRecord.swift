package import NotificationModel

/// Bytes of a record: in the slab, or in the scanner's output where they had to be unescaped or decoded.
package struct ScannedBytes: Equatable, Sendable {
    /// Which bytes the range counts in.
    package enum Origin: Equatable, Sendable {
        /// ``Slab/bytes``.
        case slab
        /// ``ScannedRecords/scratch``.
        case scratch
    }

    /// Which bytes the range counts in.
    package var origin: Origin
    /// The bytes.
    package var range: Range<Int>

    /// A run of bytes.
    package init(_ origin: Origin, _ range: Range<Int>) {
        self.origin = origin
        self.range = range
    }
}

/// One record of a document: something to verify, or the reason why it is none.
package struct ScannedRecord: Equatable, Sendable {
    /// The record as it stands in the input, for the quarantine.
    package var literal: ScannedBytes
    /// The JWS; empty where ``rejection`` tells why there is none.
    package var signedPayload: ScannedBytes
    /// The attempts to deliver it among ``ScannedRecords/attempts``, in the input's order.
    package var attempts: Range<Int>
    /// Why it is rejected before verification.
    package var rejection: Rejection?
}

/// A scanner's output, kept from slab to slab for its capacity.
package struct ScannedRecords: Sendable {
    /// The records, in input order.
    package var records: [ScannedRecord] = []
    /// The attempts to deliver of all records.
    package var attempts: [SendAttempt] = []
    /// Texts that are not in the slab as they stand.
    package var scratch: [UInt8] = []
    /// The pages that the documents were.
    package var pages = PageMarks()

    /// No records.
    package init() {}

    /// Forgets the records and keeps the room.
    package mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        attempts.removeAll(keepingCapacity: true)
        scratch.removeAll(keepingCapacity: true)
        pages = PageMarks()
    }

    mutating func reject(_ literal: ScannedBytes, _ reason: RejectionReason, _ detail: String) {
        reject(literal, Rejection(reason, detail))
    }

    mutating func reject(_ literal: ScannedBytes, _ rejection: Rejection) {
        let none = ScannedBytes(literal.origin, literal.range.lowerBound..<literal.range.lowerBound)
        records.append(
            ScannedRecord(
                literal: literal,
                signedPayload: none,
                attempts: attempts.count..<attempts.count,
                rejection: rejection
            )
        )
    }

    /// Appends a record to verify, unless its JWS is too long; its attempts are those from `first` on.
    mutating func accept(
        _ literal: ScannedBytes,
        payload: ScannedBytes,
        attempts first: Int? = nil,
        _ limits: ArchiveLimits
    ) {
        let told = (first ?? attempts.count)..<attempts.count
        guard payload.range.count <= limits.maximumPayloadBytes else {
            attempts.removeLast(told.count)
            reject(literal, .limitExceeded, "a signedPayload of \(payload.range.count) bytes")
            return
        }
        records.append(ScannedRecord(literal: literal, signedPayload: payload, attempts: told, rejection: nil))
    }

    /// Calls `body` with the bytes.
    package func withBytes<R, E>(
        _ place: ScannedBytes,
        of slab: Span<UInt8>,
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        switch place.origin {
        case .slab: try body(slab.extracting(place.range))
        case .scratch: try body(scratch.span.extracting(place.range))
        }
    }
}
