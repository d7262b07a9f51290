/// Where a row came from.
package struct Provenance: Sendable, Equatable {
    /// The source's id, from ``Ledger/sourceID(of:)``.
    package var sourceID: Int64
    /// The record's number in its source, from 0.
    package var recordIndex: Int64
    /// The place of its document in the source's decompressed bytes.
    package var streamOffset: Int64
    /// The run's id, from ``Ledger/beginRun(startedAt:)``.
    package var runID: Int64

    package init(sourceID: Int64, recordIndex: Int64, streamOffset: Int64, runID: Int64) {
        self.sourceID = sourceID
        self.recordIndex = recordIndex
        self.streamOffset = streamOffset
        self.runID = runID
    }
}

/// What became of an accepted record.
package enum IngestFate: Sendable, Equatable {
    /// The first of its identity.
    case new
    /// Its content is stored under its identity already, shown or as a conflict.
    case duplicate
    /// Another content than all those stored under its identity; both are kept.
    case conflicting
}
