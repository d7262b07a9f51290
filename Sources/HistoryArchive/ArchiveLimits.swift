/// The bounds that keep hostile input from taking memory or time.
package struct ArchiveLimits: Equatable, Sendable {
    /// The most bytes of one document, and of white space between two.
    package var maximumDocumentBytes = 64 << 20
    /// The most bytes of one `signedPayload`.
    package var maximumPayloadBytes = 1 << 20
    /// The most levels of nesting in a document.
    package var maximumNesting = 64
    /// The most decoded bytes for one raw byte, once ``ratioFloor`` is passed.
    package var maximumRatio: UInt64 = 1000
    /// The decoded bytes of a source below which its ratio is not looked at.
    package var ratioFloor: UInt64 = 16 << 20
    /// The bytes at which a slab is handed on.
    package var slabBytes = 2 << 20
    /// The most bytes decompressed at a time.
    package var pullBytes = 256 << 10

    /// The limits of the command line's contract.
    package init() {}
}
