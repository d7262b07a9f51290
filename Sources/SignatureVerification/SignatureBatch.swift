internal import CP256Lanes
package import NotificationModel

/// Verifies many JWS together: signers are found at once, hashing and signatures wait until all are gathered.
///
/// Signatures are grouped by key, since a kernel's work is cheaper the more signatures of one key it sees. Verdicts and
/// reasons do not depend on the kernel: what it refuses and what it leaves open OpenSSL decides, and of what it accepts
/// OpenSSL looks at one in ``auditInterval``. Each worker owns a batch; they share a ``SigningKeyStore``.
package struct SignatureBatch: ~Copyable {
    /// One of so many accepted signatures is confirmed by OpenSSL, chosen by its digest.
    package static let auditInterval = 512
    /// Fewer signatures of one key are no batch.
    private static let smallestBatch = 8

    private struct Entry {
        let slot: HeaderSlot
        /// Position of the key in ``keys``.
        let key: Int
    }

    private var signers: SignerResolver
    private var single = SingleVerifier()
    private var entries: [Entry] = []
    private var keys: [SigningKey] = []
    private var signatures: [UInt8] = []
    private var messages = MessageDigests()
    private var verdicts: [Verdict] = []

    private var members: [Int] = []
    private var gatheredDigests: [UInt8] = []
    private var gatheredSignatures: [UInt8] = []
    private var kernelVerdicts: [UInt8] = []
    private var scratch: [UInt8] = []

    private enum Verdict {
        /// Not judged; counts as refused.
        case open
        case accepted
        case refused(Rejection)
    }

    /// A batch on a shared store.
    package init(store: SigningKeyStore) {
        signers = SignerResolver(store: store)
    }

    /// The number of JWS gathered.
    package var count: Int { entries.count }

    /// Forgets what was gathered and keeps the room.
    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        signatures.removeAll(keepingCapacity: true)
        messages.removeAll()
        verdicts.removeAll(keepingCapacity: true)
    }

    /// The signer of a header, given as the base64url text of a JWS's first part.
    ///
    /// - Throws: why the header or its path is refused.
    package mutating func slot(header: Span<UInt8>) throws(Rejection) -> HeaderSlot {
        try signers.slot(header: header)
    }

    /// Gathers a JWS, which stands at `offset` of one of the two buffers that ``verify(_:_:)`` will be given.
    ///
    /// - Returns: its number in this batch, from 0.
    /// - Throws: `malformed-base64url`, `signature-length`.
    package mutating func add(
        _ token: Span<UInt8>,
        _ parts: CompactJWS,
        _ slot: HeaderSlot,
        _ source: MessageDigests.Source,
        offset: Int
    ) throws(Rejection) -> Int {
        try SignatureText.decode(token.extracting(parts.signature), appendingTo: &signatures)
        messages.add(slot, source, offset: offset + parts.signingInput.lowerBound, count: parts.signingInput.count)
        entries.append(Entry(slot: slot, key: number(of: slot.key)))
        return entries.count - 1
    }

    private mutating func number(of key: SigningKey) -> Int {
        if let known = keys.lastIndex(where: { $0 === key }) { return known }
        keys.append(key)
        return keys.count - 1
    }

    /// Verifies all that was gathered.
    ///
    /// - Throws: ``KernelDisagreement``; then no verdict counts.
    package mutating func verify(_ first: Span<UInt8>, _ second: Span<UInt8>) throws(KernelDisagreement) {
        guard !entries.isEmpty else { return }
        messages.hash(first, second)
        verdicts.append(contentsOf: repeatElement(.open, count: entries.count))
        for key in keys.indices { try verify(signaturesOf: key) }
        for (index, entry) in entries.enumerated() {
            if case .accepted = verdicts[index] { signers.prove(entry.slot) }
        }
    }

    /// Why a JWS is refused, nil if its signature verified.
    package mutating func rejection(_ index: Int) -> Rejection? {
        switch verdicts[index] {
        case .open: confirm(index)
        case .accepted: nil
        case .refused(let rejection): rejection
        }
    }

    private mutating func verify(signaturesOf key: Int) throws(KernelDisagreement) {
        members.removeAll(keepingCapacity: true)
        for index in entries.indices where entries[index].key == key { members.append(index) }
        let signer = keys[key]
        guard let kernel = signers.store.kernel.batched, members.count >= Self.smallestBatch,
            signer.publicKey.curve == .p256,
            let (base, table) = signers.store.tables(for: signer, count: members.count, kernel)
        else {
            for index in members { verdicts[index] = confirmed(index) }
            return
        }
        gather()
        table.verify(
            base: base,
            digests: gatheredDigests[...],
            signatures: gatheredSignatures[...],
            count: members.count,
            verdicts: &kernelVerdicts,
            scratch: &scratch
        )
        for (place, index) in members.enumerated() { try judge(index, said(kernelVerdicts[place])) }
    }

    private mutating func gather() {
        gatheredDigests.removeAll(keepingCapacity: true)
        gatheredSignatures.removeAll(keepingCapacity: true)
        for index in members {
            gatheredDigests.append(contentsOf: messages.bytes[32 * index..<32 * index + 32])
            gatheredSignatures.append(contentsOf: signatures[64 * index..<64 * index + 64])
        }
    }

    private mutating func judge(_ index: Int, _ verdict: UInt8) throws(KernelDisagreement) {
        switch Int(verdict) {
        case P256_ACCEPTED:
            if isAudited(index), confirm(index) != nil {
                throw KernelDisagreement(kernel: signers.store.kernel, wasAccepted: true)
            }
            verdicts[index] = .accepted
        case P256_REJECTED:
            guard let rejection = confirm(index) else {
                throw KernelDisagreement(kernel: signers.store.kernel, wasAccepted: false)
            }
            verdicts[index] = .refused(rejection)
        default:
            verdicts[index] = confirmed(index)
        }
    }

    /// A kernel's verdict, unless a test has it say something else.
    private func said(_ verdict: UInt8) -> UInt8 {
        guard let distortion = signers.store.distortion, Int(verdict) != P256_EXCEPTIONAL else { return verdict }
        return UInt8(distortion(Int(verdict) == P256_ACCEPTED) ? P256_ACCEPTED : P256_REJECTED)
    }

    private func isAudited(_ index: Int) -> Bool {
        let interval = signers.store.limits.auditInterval
        guard interval <= 65_536 else { return false }
        let low = Int(messages.bytes[32 * index + 30]) << 8 | Int(messages.bytes[32 * index + 31])
        return low % interval == 0
    }

    private mutating func confirmed(_ index: Int) -> Verdict {
        confirm(index).map(Verdict.refused) ?? .accepted
    }

    /// Why OpenSSL refuses, nil if it does not.
    private mutating func confirm(_ index: Int) -> Rejection? {
        var digest = [32 of UInt8](repeating: 0)
        for place in 0..<32 { digest[place] = messages.bytes[32 * index + place] }
        let signature = signatures[64 * index..<64 * index + 64]
        return single.verify(signature, digest: digest.span, entries[index].slot.key.publicKey)
    }
}
