/// One input of a run, opened when its turn comes.
package struct ArchiveSource: Hashable, Sendable {
    /// How the source is read.
    package enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A FIFO or a device, named explicitly.
        case stream
        /// Standard input, named `-`.
        case standardInput
    }

    /// Where it is; `-` for standard input.
    package let path: ArchivePath
    /// How it is read.
    package let kind: Kind
    /// The size in bytes when the path was looked up; nil for what has none.
    package let size: UInt64?
    /// The time of the last modification then, in nanoseconds since 1970; nil for what has none.
    package let modified: Int64?
    /// True if it was found in the listing of a directory, false if it was named itself.
    package let isListed: Bool

    /// A source, as found by ``ArchiveListing``.
    package init(
        path: ArchivePath,
        kind: Kind,
        size: UInt64? = nil,
        modified: Int64? = nil,
        isListed: Bool = false
    ) {
        self.path = path
        self.kind = kind
        self.size = size
        self.modified = modified
        self.isListed = isListed
    }
}
