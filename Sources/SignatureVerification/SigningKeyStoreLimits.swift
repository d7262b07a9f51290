/// How much a ``SigningKeyStore`` may hold.
package struct SigningKeyStoreLimits: Sendable, Hashable {
    /// Headers whose JWS verified.
    package var headers = 1_024
    /// Verified paths of leaf and intermediate.
    package var signingKeys = 1_024
    /// Verified intermediates.
    package var intermediates = 256
    /// Refused headers.
    package var rejections = 4_096
    /// The bytes of refused headers.
    package var rejectionBytes = 8 << 20
    /// Longer headers are judged each time.
    package var headerBytes = 64 << 10
    /// The bytes of the tables for the batch kernels: enough for some fifteen busy keys with the widest ones.
    package var tableBytes = 64 << 20

    /// One of so many signatures that a batch kernel accepts is confirmed by OpenSSL; more than 65,536 for none.
    package var auditInterval = SignatureBatch.auditInterval

    /// The usual limits: some 20 MiB and the tables at the very most.
    package init() {}
}
