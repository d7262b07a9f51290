import CP256Lanes
import NotificationModel
import ReferencePath
import SignatureVerification

/// A way of the product's to check many ES256 signatures: what `--kernel` chooses from.
///
/// A new kernel gets a line in ``all`` and nothing else: it is then compared with OpenSSL, measured against it by
/// number of keys and of signatures, and judged by the gate.
struct SignatureKernel: Sendable {
    /// Its name, as `--kernel` has it.
    let name: String
    /// True if it runs on every machine in the same way, so that its instructions are counted.
    let isPortable: Bool
    /// Makes it ready for some keys; the result gives the verdict of each signature of a material.
    let prepare: @Sendable ([ECPublicKey]) throws -> (SignatureMaterial) -> [Bool]

    /// Those that this machine can run, the fastest one last.
    static var all: [SignatureKernel] {
        [openssl] + (p256_kernel_is_supported(.scalar) ? [lanes("scalar", .scalar, isPortable: true)] : [])
            + (p256_kernel_is_supported(.ifma) ? [lanes("ifma", .ifma, isPortable: false)] : [])
    }

    private static let openssl = SignatureKernel(name: "openssl", isPortable: true) { keys in
        let prepared = keys.compactMap { PreparedKey($0) }
        guard prepared.count == keys.count else { throw WrongAnswer("a key that OpenSSL refuses") }
        return { material in
            material.signatures.map { one in
                prepared[one.key].verifies(signature: one.der.span, digest: one.digest.span)
            }
        }
    }

    /// A kernel of tables, one for each key; narrower ones where many would leave the caches.
    private static func lanes(_ name: String, _ kernel: P256Kernel, isPortable: Bool) -> SignatureKernel {
        SignatureKernel(name: name, isPortable: isPortable) { keys in
            let tables = try KernelTables(keys, kernel, width: keys.count > 2 ? 10 : 13)
            return { material in tables.verdicts(on: material) }
        }
    }
}
