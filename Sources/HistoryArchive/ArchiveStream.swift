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
    private var decoder: any ByteDecoder & ~Copyable
    private let limits: ArchiveLimits
    /// Bytes delivered.
    private(set) var decodedBytes: UInt64 = 0

    /// Bytes of the file that were consumed.
    var rawBytes: UInt64 { input.offset }

    /// The open file's status when it was opened; nil for what is no regular file.
    var status: FileStatus? { input.status }

    /// The digest of the whole file, once its end was reached.
    func finishedDigest() -> Digest256? { input.finishedDigest() }

    /// Opens the source and looks at its first bytes.
    init(_ source: ArchiveSource, _ limits: ArchiveLimits, digest: RawDigest? = nil) throws(SourceFault) {
        self.limits = limits
        var input = try RawInput(source, digest: digest)
        decoder = try Self.decoder(for: Compression.detect(&input))
        self.input = input
    }

    private static func decoder(for compression: Compression) throws(SourceFault) -> any ByteDecoder & ~Copyable {
        switch compression {
        case .none: PlainDecoder()
        case .lz4: LZ4Decoder()
        case .gzip: GzipDecoder()
        case .zstd: try ZstdDecoder()
        }
    }

    /// Appends the next bytes, at most ``ArchiveLimits/pullBytes``.
    mutating func pull(into bytes: inout [UInt8]) -> Step {
        var step = Step.more
        let before = bytes.count
        bytes.append(addingCapacity: limits.pullBytes) { output in
            do throws(SourceFault) {
                if try decoder.decode(&input, into: &output) { step = .end }
            } catch {
                step = .fault(error)
            }
        }
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
