internal import CP256Lanes

/// Prepared multiples of one point for one kernel; never changes, so that all workers read it at once.
@safe
final class KernelTable: @unchecked Sendable {
    private let table: OpaquePointer

    /// The memory of a table, in bytes.
    static func byteCount(width: Int) -> Int { p256_table_size(UInt32(width)) }

    /// The table of a point, 64 bytes of big-endian coordinates, or of the base point; nil if there is none.
    init?(_ kernel: P256Kernel, width: Int, point: [UInt8]?) {
        precondition(point.map { $0.count == 64 } ?? true, "a point has 64 bytes")
        var status = P256TableStatus.made
        // Safe: the point is read during the call; the table belongs to this object alone.
        let made =
            if let point {
                unsafe p256_table_create(kernel, UInt32(width), point, &status)
            } else {
                unsafe p256_table_create_base(kernel, UInt32(width), &status)
            }
        guard let made = unsafe made else { return nil }
        unsafe table = made
    }

    deinit {
        unsafe p256_table_destroy(table)
    }

    /// What the kernel says of each signature.
    ///
    /// - Precondition: `digests` has 32 bytes for each of `count` signatures of 64 bytes, `verdicts` room for them.
    func verify(
        base: KernelTable,
        digests: ArraySlice<UInt8>,
        signatures: ArraySlice<UInt8>,
        count: Int,
        verdicts: inout [UInt8],
        scratch: inout [UInt8]
    ) {
        precondition(digests.count == 32 * count && signatures.count == 64 * count)
        let needed = unsafe p256_batch_scratch_size(base.table, table, count)
        if scratch.count < needed { scratch.append(contentsOf: repeatElement(0, count: needed - scratch.count)) }
        verdicts.removeAll(keepingCapacity: true)
        verdicts.append(contentsOf: repeatElement(0, count: count))
        let isDone = unsafe digests.withUnsafeBufferPointer { digests in
            unsafe signatures.withUnsafeBufferPointer { signatures in
                unsafe verdicts.withUnsafeMutableBufferPointer { verdicts in
                    unsafe scratch.withUnsafeMutableBytes { scratch in
                        guard let digests = digests.baseAddress, let signatures = signatures.baseAddress,
                            let verdicts = verdicts.baseAddress, let scratch = scratch.baseAddress
                        else { return count == 0 }
                        // Safe: every buffer has the size that the function asks for, and is used during the call only.
                        return unsafe p256_verify_batch(
                            base.table,
                            table,
                            digests,
                            signatures,
                            count,
                            verdicts,
                            scratch
                        )
                    }
                }
            }
        }
        precondition(isDone, "both tables are of one kernel")
    }
}
