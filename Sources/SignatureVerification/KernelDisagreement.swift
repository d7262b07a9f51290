/// A batch kernel and OpenSSL gave different verdicts: nothing that this build says on this machine can be trusted.
package struct KernelDisagreement: Error, Sendable, Equatable {
    /// The kernel.
    package let kernel: SignatureKernel
    /// True if the kernel took the signature and OpenSSL does not.
    package let wasAccepted: Bool

    /// One line for people.
    package var message: String {
        "internal error: the signature kernel \(kernel.rawValue) "
            + (wasAccepted ? "accepted a signature that OpenSSL refuses" : "refused a signature that OpenSSL accepts")
            + "; what this run committed before it was verified by the same kernel: make the ledger anew with "
            + "--kernel openssl, and tell the project of this machine"
    }
}
