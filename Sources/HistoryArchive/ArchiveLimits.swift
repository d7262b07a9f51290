/// The bounds that no input can talk a run out of.
package struct ArchiveLimits: Sendable, Equatable {
    /// The largest document in bytes; also the most white space between two.
    package var maximumDocumentBytes: Int
    /// The largest signedPayload in bytes.
    package var maximumPayloadBytes = 1 << 20
    /// The size that a slab is filled to.
    package var slabBytes = 2 << 20
    /// How many times its compressed size a stream may grow to, once more than ``ratioFreeBytes`` came out of it.
    package var maximumRatio: UInt64 = 1000
    package var ratioFreeBytes: UInt64 = 16 << 20

    package init(maximumDocumentBytes: Int = 64 << 20) {
        self.maximumDocumentBytes = maximumDocumentBytes
    }
}
