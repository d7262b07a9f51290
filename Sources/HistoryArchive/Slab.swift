package import NotificationModel

/// A run of documents with the bytes they stand in: the unit of hand-off.
package struct Slab: Sendable {
    /// The slab's number in its run, from 0.
    package var sequence = 0
    /// The decompressed bytes.
    package var bytes: [UInt8] = []
    /// Documents, faults and the borders of sources, in input order.
    package var entries: [SlabEntry] = []
    /// Bytes read of all sources so far, as they are stored.
    package var rawBytesRead: UInt64 = 0

    /// An empty slab.
    package init() {}
}

/// One thing met while reading, in input order.
package enum SlabEntry: Equatable, Sendable {
    /// A source was opened; its number in the reader's list.
    case sourceBegan(Int)
    /// One document.
    case document(SlabDocument)
    /// The source is damaged; nothing more comes of it but its end.
    case fault(SourceFault, sourceIndex: Int)
    /// A source is done, whole or not.
    case sourceEnded(Int, SourceSummary)
}

/// A document's place in a slab and in its source.
package struct SlabDocument: Equatable, Sendable {
    /// What the text looks like from outside.
    package enum Form: Equatable, Sendable {
        /// A JSON value, unparsed.
        case json
        /// A line of text that is no JSON object, array or string: a bare JWS, or anything.
        case text
    }

    /// What is wrong with the document's place; such a document is one rejected unit, whatever it holds.
    package enum Flaw: Equatable, Sendable {
        /// The input ended before the document did. The bytes may be none: an array that was not closed.
        case incomplete
        /// It stands where the grammar of a streamed array has no value: no comma before it, or a stray comma.
        case misplaced
    }

    /// The bytes in the slab.
    package var range: Range<Int>
    /// The number of the source in the reader's list.
    package var sourceIndex: Int
    /// Where the document begins in the decompressed source.
    package var streamOffset: UInt64
    /// Where it ends there; a later run may skip what ends at or before this.
    package var endOffset: UInt64
    /// What the text looks like.
    package var form: Form
    /// What is wrong with it as a whole, nil if nothing is known to be.
    package var flaw: Flaw?

    /// True if the input ended before the document did.
    package var isIncomplete: Bool { flaw == .incomplete }

    /// A document.
    package init(
        range: Range<Int>,
        sourceIndex: Int = 0,
        streamOffset: UInt64 = 0,
        endOffset: UInt64 = 0,
        form: Form = .json,
        flaw: Flaw? = nil
    ) {
        self.range = range
        self.sourceIndex = sourceIndex
        self.streamOffset = streamOffset
        self.endOffset = endOffset
        self.form = form
        self.flaw = flaw
    }
}

/// What was read of a source.
package struct SourceSummary: Equatable, Sendable {
    /// Bytes read of the file as stored.
    package var rawBytes: UInt64 = 0
    /// The time of the last modification of the file that was read, nanoseconds since 1970; nil for no regular file.
    package var modified: Int64?
    /// Its size when it was opened.
    package var openedSize: UInt64?
    /// SHA-256 of the bytes that were read, if all were and no fault was met.
    package var digest: Digest256?
    /// Bytes behind the decompressor.
    package var decodedBytes: UInt64 = 0
    /// Documents found, the skipped ones included.
    package var documents = 0
    /// Documents not delivered because they end at or before the offset to resume from.
    package var skippedDocuments = 0

    /// Nothing read.
    package init() {}
}
