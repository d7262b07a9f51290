internal import CP256Lanes
internal import NotificationModel
internal import Synchronization

/// What is known of headers, paths and intermediates, shared by all workers.
///
/// Two levels: header text → verdict, and (leaf, intermediate) → ``SigningKey``. Everything is compared in full. What
/// a forger can fill is apart from what only a genuine signer can:
/// - a header is kept as trusted only after a JWS that carries it verified, since the signature covers the header;
/// - paths and intermediates are kept only after their certificate signatures verified;
/// - refused headers have a table of their own, which drops its oldest.
///
/// Tables of genuine things drop nothing: what does not fit is judged each time. No crypto runs under the lock.
package final class SigningKeyStore: Sendable {
    /// The anchors that paths may end at.
    package let anchors: [TrustAnchor]
    /// The bounds of the tables.
    package let limits: SigningKeyStoreLimits
    /// How signatures are checked.
    package let kernel: SignatureKernel
    let rules: ChainRules
    private let baseTable = GrowingTable(point: nil)
    /// What a test has a batch kernel say instead of its verdict; nil outside tests.
    let distortion: VerdictDistortion?
    private let budget: TableBudget
    private let tables = Mutex(Tables())
    private let checks = Atomic<Int>(0)

    /// The sizes of the tables.
    package struct Residency: Sendable, Equatable {
        package let headers: Int
        package let signingKeys: Int
        package let intermediates: Int
        package let rejections: Int
        package let rejectionBytes: Int
        package let tableBytes: Int
    }

    /// An empty store for these anchors.
    package init(
        anchors: [TrustAnchor],
        markers: CertificateMarkers = .appStore,
        kernel: SignatureKernel = .fastest,
        limits: SigningKeyStoreLimits = SigningKeyStoreLimits(),
        distortion: VerdictDistortion? = nil
    ) {
        self.anchors = anchors
        self.limits = limits
        self.kernel = kernel
        self.distortion = distortion
        budget = TableBudget(bytes: limits.tableBytes)
        rules = ChainRules(anchors: anchors, markers: markers)
    }

    /// How much is held now.
    package var residency: Residency {
        tables.withLock { tables in
            Residency(
                headers: tables.headers.count,
                signingKeys: tables.keys.count,
                intermediates: tables.intermediates.count,
                rejections: tables.rejections.count,
                rejectionBytes: tables.rejections.bytes,
                tableBytes: limits.tableBytes - budget.remaining
            )
        }
    }

    /// How many certificate signatures were checked so far.
    package var certificateSignatureChecks: Int { checks.load(ordering: .relaxed) }

    /// The tables with which the next signatures of a key are checked in a batch; nil while OpenSSL is cheaper.
    func tables(
        for key: SigningKey,
        count: Int,
        _ kernel: P256Kernel
    ) -> (base: KernelTable, key: KernelTable)? {
        guard let table = key.table.table(for: count, kernel, budget),
            let base = baseTable.table(for: count, kernel, budget)
        else { return nil }
        return (base, table)
    }

    /// The verdict on a header, nil if it is not known.
    func resolution(ofHeader text: [UInt8]) -> SignerResolution? {
        tables.withLock { tables in
            if let key = tables.headers[text] { return .trusted(key) }
            return tables.rejections[text].map { .rejected($0) }
        }
    }

    /// The key of a path; its certificates are judged unless they are known.
    ///
    /// - Complexity: at most one signature check for a forged intermediate, and for a forged leaf under a known one.
    func signingKey(_ path: JWSHeaderReader.Path) throws(Rejection) -> SigningKey {
        let pair = Pair(leaf: path.leaf, intermediate: path.intermediate)
        if let key = tables.withLock({ $0.keys[pair] }) { return key }
        let issuer = try intermediate(path.intermediate)
        let key = try rules.leaf(path.leaf, under: issuer) { checks.add($0, ordering: .relaxed) }
        return tables.withLock { tables in
            // Another worker may have judged the same path meanwhile: all of them go on with one key.
            if let known = tables.keys[pair] { return known }
            if tables.keys.count < limits.signingKeys { tables.keys[pair] = key }
            return key
        }
    }

    /// Keeps a header whose JWS verified under the key.
    func remember(verifiedHeader text: [UInt8], _ key: SigningKey) {
        guard text.count <= limits.headerBytes else { return }
        tables.withLock { tables in
            guard tables.headers.count < limits.headers else { return }
            tables.headers[text] = key
        }
    }

    /// Keeps a refused header.
    func remember(rejectedHeader text: [UInt8], _ rejection: Rejection) {
        guard text.count <= limits.headerBytes else { return }
        tables.withLock { tables in
            tables.rejections.insert(
                text,
                rejection,
                maximumCount: limits.rejections,
                maximumBytes: limits.rejectionBytes
            )
        }
    }

    private func intermediate(_ der: [UInt8]) throws(Rejection) -> VerifiedIntermediate {
        if let known = tables.withLock({ $0.intermediates[der] }) { return known }
        let verified = try rules.intermediate(der) { checks.add($0, ordering: .relaxed) }
        tables.withLock { tables in
            if tables.intermediates.count < limits.intermediates { tables.intermediates[der] = verified }
        }
        return verified
    }

    private struct Pair: Hashable {
        let leaf: [UInt8]
        let intermediate: [UInt8]
    }

    private struct Tables {
        var headers: [[UInt8]: SigningKey] = [:]
        var keys: [Pair: SigningKey] = [:]
        var intermediates: [[UInt8]: VerifiedIntermediate] = [:]
        var rejections = RejectionTable()
    }
}
