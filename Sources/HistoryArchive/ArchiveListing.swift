/// The sources behind the paths of a command line, in order, and what was passed over.
///
/// A directory stands for its regular files at any depth, in byte-wise order of the names in each directory; names
/// that begin with a dot are passed over, links in it are not followed. A path that is named explicitly may be a link.
package struct ArchiveListing: Equatable, Sendable {
    /// An entry of a directory that is no source.
    package struct Skipped: Equatable, Sendable {
        /// Why an entry is no source.
        package enum Reason: String, Sendable {
            case hidden = "name begins with a dot"
            case symbolicLink = "symbolic link"
            case socket = "socket"
            case fifo = "FIFO inside a directory"
            case device = "device inside a directory"
            case vanished = "gone before it was read"
        }

        /// The entry.
        package let path: ArchivePath
        /// Why it is no source.
        package let reason: Reason
    }

    /// A path of the command line that leads nowhere.
    package struct MissingPath: Error, Equatable, Sendable, CustomStringConvertible {
        /// The path as it was given.
        package let path: ArchivePath
        /// What the system says of it.
        package let cause: String

        package var description: String { "\(path.text): \(cause)" }
    }

    /// The sources, in the order in which they are read.
    package private(set) var sources: [ArchiveSource] = []
    /// The entries passed over, in the order in which they were met.
    package private(set) var skipped: [Skipped] = []

    /// Looks up the paths; throws for the first that leads nowhere or to a socket.
    ///
    /// - Complexity: linear in the entries of all directories, but for sorting their names.
    package init(_ paths: [ArchivePath]) throws(MissingPath) {
        for path in paths {
            guard path != ArchivePath("-") else {
                sources.append(ArchiveSource(path: path, kind: .standardInput))
                continue
            }
            let status: FileStatus
            do throws(SystemFault) {
                status = try SystemCalls.status(path, followingLinks: true)
            } catch {
                throw MissingPath(path: path, cause: error.text)
            }
            switch status.kind {
            case .regular: append(path, status, isListed: false)
            case .directory: appendDirectory(path)
            case .fifo, .characterDevice, .blockDevice: sources.append(ArchiveSource(path: path, kind: .stream))
            case .socket, .symbolicLink: throw MissingPath(path: path, cause: "a socket cannot be read")
            }
        }
    }

    private mutating func append(_ path: ArchivePath, _ status: FileStatus, isListed: Bool) {
        sources.append(
            ArchiveSource(
                path: path,
                kind: .file,
                size: status.size,
                modified: status.modified,
                isListed: isListed
            )
        )
    }

    private mutating func appendDirectory(_ directory: ArchivePath) {
        let names: [[UInt8]]
        do throws(SystemFault) {
            names = try SystemCalls.names(in: directory)
        } catch {
            // Read as a file it fails again, and so becomes a fault of the run instead of a silent gap.
            sources.append(ArchiveSource(path: directory, kind: .file))
            return
        }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            appendEntry(directory.appending(name), isHidden: name.first == UInt8(ascii: "."))
        }
    }

    private mutating func appendEntry(_ path: ArchivePath, isHidden: Bool) {
        guard !isHidden else {
            skipped.append(Skipped(path: path, reason: .hidden))
            return
        }
        guard let status = try? SystemCalls.status(path, followingLinks: false) else {
            skipped.append(Skipped(path: path, reason: .vanished))
            return
        }
        switch status.kind {
        case .regular: append(path, status, isListed: true)
        case .directory: appendDirectory(path)
        case .symbolicLink: skipped.append(Skipped(path: path, reason: .symbolicLink))
        case .socket: skipped.append(Skipped(path: path, reason: .socket))
        case .fifo: skipped.append(Skipped(path: path, reason: .fifo))
        case .characterDevice, .blockDevice: skipped.append(Skipped(path: path, reason: .device))
        }
    }
}
