public import SignatureVerification

/// What to read and whom to trust: the part that every run over archives has.
public struct RunConfiguration: Sendable {
    /// Files, directories, FIFOs, or `-` for standard input, in the order to read them: the bytes that the system knows
    /// them by, which need not be UTF-8.
    public var paths: [[UInt8]]
    /// The trust anchors; Apple Root CA - G3 unless others replace it.
    public var anchors: [TrustAnchor] = [.appleRootCAG3]
    /// Which records are accepted.
    public var policy = RecordPolicy()
    /// Worker threads; no result depends on it.
    public var jobs = 1
    /// How signatures are checked; no verdict depends on it.
    public var kernel = KernelChoice.auto
    /// How a test makes the kernel lie; nil outside tests.
    package var distortion: VerdictDistortion?
    /// The largest JSON document taken, in bytes.
    public var maximumDocumentBytes = 64 << 20
    /// Where the run tells how far it is.
    public var progress = RunProgress()
    /// How the run is asked to stop.
    public var stop = StopRequest()

    /// The options that decide about a record's verdict, in a form that equals only itself.
    var judgement: String {
        let ids = policy.bundleIds.sorted().map { "\($0.utf8.count):\($0)" }.joined()
        let numbers = policy.appAppleIds.sorted().map(String.init).joined(separator: ",")
        return "\(ids)|\(numbers)|\(policy.environments.rawValue)|\(policy.allowsUnsignedTestEnvironments)|"
            + "\(maximumDocumentBytes)"
    }

    /// A run over these paths.
    public init(paths: [String]) {
        self.init(pathBytes: paths.map { Array($0.utf8) })
    }

    /// A run over paths that need not be UTF-8.
    public init(pathBytes paths: [[UInt8]]) {
        self.paths = paths
    }
}
