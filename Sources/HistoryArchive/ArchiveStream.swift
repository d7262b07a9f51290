internal import NotificationModel

/// The decompressed bytes of one source, under the limits of size and ratio.
struct ArchiveStream: ~Copyable {
    /// How a pull ended.
    enum Step: Equatable, Sendable {
        case more
        case end
        case fault(SourceFault)
    }

    private var input: RawInput
    private var decoder: any StreamDecoder & ~Copyable
    private let limits: ArchiveLimits
    /// Bytes delivered.
    private(set) var decodedBytes: UInt64 = 0

    /// How many of the bytes that were appended last must still stand at the end of the array at the next pull.
    private(set) var reach = 0

    /// The most bytes of the next pull: ``ArchiveLimits/pullBytes``, or more if a compressed block needs more.
    private(set) var pullBytes: Int

    /// Bytes of the file that were consumed.
    var rawBytes: UInt64 { input.offset }

    /// The open file's status when it was opened; nil for what is no regular file.
    var status: FileStatus? { input.status }

    /// The digest of the whole file, once its end was reached.
    func finishedDigest() -> Digest256? { input.finishedDigest() }

    /// Opens the source and looks at its first bytes.
    init(_ source: ArchiveSource, _ limits: ArchiveLimits, digest: RawDigest? = nil) throws(SourceFault) {
        self.limits = limits
        pullBytes = limits.pullBytes
        var input = try RawInput(source, digest: digest)
        decoder = try Self.decoder(for: Compression.detect(&input))
        self.input = input
    }

    private static func decoder(for compression: Compression) throws(SourceFault) -> any StreamDecoder & ~Copyable {
        switch compression {
        case .none: PlainDecoder()
        case .lz4: LZ4Decoder()
        case .gzip: GzipDecoder()
        case .zstd: try ZstdDecoder()
        }
    }

    /// Appends the next bytes, at most ``pullBytes``.
    ///
    /// - Precondition: the array ends with the last ``reach`` bytes that were appended.
    mutating func pull(into bytes: inout [UInt8]) -> Step {
        var step = Step.more
        let before = bytes.count
        precondition(before >= reach, "bytes were taken away that are still referred to")
        bytes.append(addingCapacity: pullBytes) { output in
            do throws(SourceFault) {
                // Safe: the room is that behind the array's elements, which end with those within reach.
                if unsafe try decoder.decode(&input, behindReach: &output) { step = .end }
            } catch {
                step = .fault(error)
            }
        }
        reach = decoder.reach
        pullBytes = max(limits.pullBytes, decoder.leastRoom)
        decodedBytes += UInt64(bytes.count - before)
        let allowed = input.offset.multipliedReportingOverflow(by: limits.maximumRatio)
        guard decodedBytes <= limits.ratioFloor || allowed.overflow || decodedBytes <= allowed.partialValue else {
            return .fault(
                SourceFault(
                    .limitExceeded,
                    at: input.offset,
                    "over the size limit: \(decodedBytes) bytes from \(input.offset), more than "
                        + "\(limits.maximumRatio) to 1"
                )
            )
        }
        return step
    }
}
