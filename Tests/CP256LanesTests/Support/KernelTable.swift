internal import CP256Lanes

/// A table of a kernel, freed with its owner.
@safe
final class KernelTable {
    let handle: OpaquePointer

    /// The table of a public key; nil if there is none.
    init?(_ kernel: P256Kernel, width: UInt32, point: [UInt8]) {
        precondition(point.count == 64)
        var status = P256TableStatus.made
        // Safe: the point has the 64 bytes that are read.
        guard let made = unsafe p256_table_create(kernel, width, point, &status) else { return nil }
        unsafe handle = made
    }

    /// The table of the base point; nil if there is none.
    init?(baseOf kernel: P256Kernel, width: UInt32) {
        var status = P256TableStatus.made
        guard let made = unsafe p256_table_create_base(kernel, width, &status) else { return nil }
        unsafe handle = made
    }

    deinit {
        unsafe p256_table_destroy(handle)
    }

    /// Why there is no table of this key.
    static func status(_ kernel: P256Kernel, width: UInt32, point: [UInt8]) -> P256TableStatus {
        var status = P256TableStatus.made
        unsafe p256_table_destroy(p256_table_create(kernel, width, point, &status))
        return status
    }
}
