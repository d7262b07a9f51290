internal import CP256Lanes

/// How ES256 signatures are checked; every kernel gives the same verdicts.
package enum SignatureKernel: String, Sendable, CaseIterable {
    /// One signature at a time by OpenSSL: the reference, there on every machine.
    case openssl
    /// Many signatures of one key at a time in portable code.
    case scalar
    /// Eight signatures side by side with AVX-512 IFMA.
    case ifma

    /// True if this machine can run the kernel.
    package var isSupported: Bool {
        batched.map(p256_kernel_is_supported) ?? true
    }

    /// The fastest kernel that this machine can run.
    package static var fastest: SignatureKernel {
        [.ifma, .scalar].first { $0.isSupported } ?? .openssl
    }

    /// The kernel of the batches; nil for OpenSSL.
    var batched: P256Kernel? {
        switch self {
        case .openssl: nil
        case .scalar: .scalar
        case .ifma: .ifma
        }
    }
}
