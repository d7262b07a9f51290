internal import HistoryArchive
internal import SignatureVerification

/// SHA-256 over one source's bytes as they are read.
final class SourceHasher {
    private var hasher = SHA256Hasher()

    /// The digest in the form that the archive reader takes.
    var digest: RawDigest {
        RawDigest(update: { self.hasher.update($0) }, finish: { self.hasher.finalize() })
    }
}
