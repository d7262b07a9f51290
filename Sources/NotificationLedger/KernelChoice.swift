internal import SignatureVerification

/// How a run checks ES256 signatures; no verdict depends on it.
public enum KernelChoice: String, Sendable, CaseIterable {
    /// The fastest that this machine can run.
    case auto
    /// One signature at a time by OpenSSL.
    case openssl
    /// Many signatures of one key at a time in portable code.
    case scalar
    /// Eight signatures side by side with AVX-512 IFMA.
    case ifma

    /// True if this machine can run it.
    public var isSupported: Bool { kernel.isSupported }

    /// The name of the kernel that it comes to.
    var name: String { kernel.rawValue }

    var kernel: SignatureKernel {
        switch self {
        case .auto: .fastest
        case .openssl: .openssl
        case .scalar: .scalar
        case .ifma: .ifma
        }
    }
}
