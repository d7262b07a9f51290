/// The decompressed bytes of a whole file, for files that fit in memory.
package enum ArchiveDecoding {
    /// Decodes a file without framing it; the bytes before a fault stand.
    ///
    /// - Complexity: linear in the decoded bytes, all of which are kept.
    package static func decode(
        _ path: ArchivePath,
        limits: ArchiveLimits = ArchiveLimits()
    ) -> (bytes: [UInt8], fault: SourceFault?) {
        var bytes: [UInt8] = []
        do throws(SourceFault) {
            var stream = try ArchiveStream(ArchiveSource(path: path, kind: .file), limits)
            while true {
                switch stream.pull(into: &bytes) {
                case .more: continue
                case .end: return (bytes, nil)
                case .fault(let fault): return (bytes, fault)
                }
            }
        } catch {
            return (bytes, error)
        }
    }
}
