internal import ByteParsing
internal import NotificationModel

/// Finds the signer of a header: in one worker's slots, in the shared store, or by judging its certificates.
struct SignerResolver: ~Copyable {
    let store: SigningKeyStore
    private var headers = JWSHeaderReader()
    private var slots = HeaderSlots()

    init(store: SigningKeyStore) {
        self.store = store
    }

    /// The slot of a header, given as the base64url text of a JWS's first part.
    ///
    /// - Throws: why the header or its path is refused.
    /// - Complexity: a comparison for a header seen before; at most one P-384 check for a forged one.
    mutating func slot(header: Span<UInt8>) throws(Rejection) -> HeaderSlot {
        if let slot = slots.slot(header) { return slot }
        var text: [UInt8] = []
        Bytes.append(header, to: &text)
        switch store.resolution(ofHeader: text) {
        case .trusted(let key):
            let slot = HeaderSlot(text: text, key: key)
            slots.insert(verified: slot)
            return slot
        case .rejected(let rejection):
            throw rejection
        case nil:
            do throws(Rejection) {
                let slot = HeaderSlot(text: text, key: try store.signingKey(try headers.path(header)))
                slots.insert(unproven: slot)
                return slot
            } catch {
                store.remember(rejectedHeader: text, error)
                throw error
            }
        }
    }

    /// Notes that a JWS with this header verified: the signature covers the header, so no forger can fill the store.
    mutating func prove(_ slot: HeaderSlot) {
        if slots.prove(slot) { store.remember(verifiedHeader: slot.text, slot.key) }
    }

    /// Checks a header by itself; its certificates are not read.
    mutating func read(header: Span<UInt8>) throws(Rejection) {
        try headers.read(header)
    }
}
