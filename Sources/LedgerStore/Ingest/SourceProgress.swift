package import NotificationModel

/// How far an input was read, as of the commit that wrote it.
package struct SourceProgress: Sendable, Equatable {
    /// The input's path as bytes.
    package var path: [UInt8]
    /// Size and modification time when it was last opened.
    package var size: Int64
    package var modifiedNanoseconds: Int64
    /// SHA-256 of the input's beginning; which part is the caller's choice.
    package var prefixDigest: Digest256?
    /// Decompressed bytes whose documents are committed.
    package var streamOffset: Int64
    /// The number that the next record gets.
    package var nextRecordIndex: Int64
    package var isFinished: Bool
    /// The options that its records were judged under, in the caller's words.
    package var policy: String

    package init(
        path: [UInt8],
        size: Int64,
        modifiedNanoseconds: Int64,
        prefixDigest: Digest256? = nil,
        streamOffset: Int64 = 0,
        nextRecordIndex: Int64 = 0,
        isFinished: Bool = false,
        policy: String = ""
    ) {
        self.path = path
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.prefixDigest = prefixDigest
        self.streamOffset = streamOffset
        self.nextRecordIndex = nextRecordIndex
        self.isFinished = isFinished
        self.policy = policy
    }
}

/// Something that was not accepted, for the log of rejects.
package struct Reject: Sendable, Equatable {
    /// SHA-256 of its bytes; for a file fault, of whatever identifies it.
    package var digest: Digest256
    package var reason: RejectionReason
    /// Shapes, sizes and offsets; nothing of a customer's.
    package var detail: String
    package var sourceID: Int64
    /// nil for a fault of the file.
    package var recordIndex: Int64?
    package var runID: Int64

    package init(
        digest: Digest256,
        reason: RejectionReason,
        detail: String,
        sourceID: Int64,
        recordIndex: Int64?,
        runID: Int64
    ) {
        self.digest = digest
        self.reason = reason
        self.detail = detail
        self.sourceID = sourceID
        self.recordIndex = recordIndex
        self.runID = runID
    }
}
