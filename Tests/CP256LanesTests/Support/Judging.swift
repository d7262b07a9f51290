internal import CP256Lanes

/// What a kernel says of a signature.
enum Verdict: UInt8 {
    case rejected = 0
    case accepted = 1
    case exceptional = 2
}

extension P256Kernel {
    /// Those that this machine can run.
    static let supported = [P256Kernel.scalar, .ifma].filter { p256_kernel_is_supported($0) }
}

/// Gives a batch to a kernel, with scratch memory of exactly the size it asks for, at an odd address.
///
/// Traps if the kernel leaves a verdict out or writes behind its memory.
func judge(_ batch: some Collection<SignedDigest>, base: KernelTable, key: KernelTable) -> [Verdict] {
    defer { withExtendedLifetime((base, key)) {} }
    let digests = batch.flatMap(\.digest)
    let signatures = batch.flatMap(\.signature)
    let scratchSize = unsafe p256_batch_scratch_size(base.handle, key.handle, batch.count)
    let guardSize = 64
    var scratch = [UInt8](repeating: 0xa5, count: 1 + scratchSize + guardSize)
    var verdicts = [UInt8](repeating: 0xff, count: batch.count + 1)
    // Safe: all buffers have the sizes that the kernel is told.
    let judged = unsafe scratch.withUnsafeMutableBytes { scratch in
        let shifted = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[1...])
        guard let start = shifted.baseAddress else { return false }
        return unsafe p256_verify_batch(
            base.handle,
            key.handle,
            digests,
            signatures,
            batch.count,
            &verdicts,
            start
        )
    }
    precondition(judged, "the tables are for different kernels")
    precondition(scratch.suffix(guardSize).allSatisfy { $0 == 0xa5 }, "written behind the scratch memory")
    precondition(verdicts.removeLast() == 0xff, "written behind the verdicts")
    return verdicts.map { code in
        guard let verdict = Verdict(rawValue: code) else { preconditionFailure("no verdict") }
        return verdict
    }
}

/// Judges in batches of the sizes in turn.
func judge(_ all: [SignedDigest], inBatchesOf sizes: [Int], base: KernelTable, key: KernelTable) -> [Verdict] {
    var verdicts: [Verdict] = []
    var turn = 0
    while verdicts.count < all.count {
        let end = min(all.count, verdicts.count + sizes[turn % sizes.count])
        verdicts += judge(all[verdicts.count..<end], base: base, key: key)
        turn += 1
    }
    return verdicts
}
