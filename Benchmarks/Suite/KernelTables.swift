import CP256Lanes
import ReferencePath
import SignatureVerification

/// The tables of some keys for a kernel, with the memory that it works in.
@safe
final class KernelTables {
    private static let mostSignatures = 1024
    private static let baseWidth: UInt32 = 13
    private let base: OpaquePointer
    private let keys: [OpaquePointer]
    /// For the rare cases that the kernels leave to OpenSSL.
    private let plain: [PlainKernel]
    private var scratch: [UInt8]
    private var verdicts = [UInt8](repeating: 0, count: mostSignatures)

    /// Makes the tables.
    init(_ publicKeys: [ECPublicKey], _ kernel: P256Kernel, width: UInt32) throws {
        var status = P256TableStatus.made
        guard let base = unsafe p256_table_create_base(kernel, Self.baseWidth, &status) else {
            throw WrongAnswer("no table of the base point: \(status)")
        }
        // Safe: the coordinates are 64 bytes, which the library reads during the call.
        unsafe self.base = base
        unsafe keys = try publicKeys.map { key in
            guard let table = unsafe p256_table_create(kernel, width, Array(key.coordinates), &status) else {
                throw WrongAnswer("no table of a key: \(status)")
            }
            return unsafe table
        }
        plain = publicKeys.compactMap { PlainKernel(subjectPublicKeyInfo: $0.subjectPublicKeyInfo) }
        scratch = [UInt8](
            repeating: 0,
            count: unsafe keys.map { unsafe p256_batch_scratch_size(base, $0, Self.mostSignatures) }.max() ?? 0
        )
    }

    deinit {
        unsafe keys.forEach { unsafe p256_table_destroy($0) }
        unsafe p256_table_destroy(base)
    }

    /// The verdict on each signature, in the material's order.
    func verdicts(on material: SignatureMaterial) -> [Bool] {
        var result = [Bool](repeating: false, count: material.signatures.count)
        for group in material.groups {
            precondition(group.positions.count <= Self.mostSignatures, "more signatures than there is memory for")
            // Safe: digests and signatures are 32 and 64 bytes each, verdicts and scratch are large enough.
            let isDone = unsafe p256_verify_batch(
                base,
                keys[group.key],
                group.digests,
                group.signatures,
                group.positions.count,
                &verdicts,
                &scratch
            )
            precondition(isDone, "tables of two kernels")
            for (index, position) in group.positions.enumerated() {
                if verdicts[index] == UInt8(P256_EXCEPTIONAL) {
                    let one = material.signatures[position]
                    result[position] = plain[group.key].verifies(der: one.der, digest: one.digest)
                } else {
                    result[position] = verdicts[index] == UInt8(P256_ACCEPTED)
                }
            }
        }
        return result
    }
}
