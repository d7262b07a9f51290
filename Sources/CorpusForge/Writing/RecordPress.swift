/// The signatures of one record in the order in which they were made: the inner parts', then the whole's.
///
/// ECDSA signs at random; who keeps the signatures can make the same bytes again without keeping the record.
package struct SignatureTape: Hashable, Sendable {
    /// The raw signatures, 64 bytes each.
    package var bytes: [UInt8] = []

    /// The inner parts' signatures alone.
    package var ofInnerParts: SignatureTape { SignatureTape(bytes: bytes.dropLast(64)) }
}

/// Signs notifications quickly: the bytes that ``ForgedNotification/signedPayload(by:)`` makes, but for the signatures.
///
/// A press keeps its buffers and OpenSSL's contexts from record to record; it is not for two threads at a time.
package final class RecordPress: PayloadSigner {
    /// Which leaf signs: the store's of the instant, or the one beside it under which records are signed again.
    package enum Line: Sendable {
        case regular
        case reissue
    }

    /// How a notification is to be signed.
    package struct Manner: Sendable {
        /// Who signs the inner parts.
        package var inner = Line.regular
        /// Who signs the whole.
        package var outer = Line.regular
        /// Signatures made before, to be used again in their order; further ones are made anew.
        package var tape = SignatureTape()
        /// True puts a space behind the opening brace of the outer payload.
        package var isSpaced = false

        /// Signed as the store does it first.
        package init() {}
    }

    private let keys: WritingKeys
    private let regular: [LeafStamp]
    private let reissue: [LeafStamp]
    private var innerStamp: LeafStamp
    private var innerPayload: [UInt8] = []
    private var innerText: [UInt8] = []
    private var payload: [UInt8] = []
    private var replayed: ArraySlice<UInt8> = []
    private var made = SignatureTape()

    /// A press with contexts of its own for the leaves.
    package init(_ keys: WritingKeys) throws {
        self.keys = keys
        regular = try keys.regular.map { try LeafStamp($0) }
        reissue = try keys.reissue.map { try LeafStamp($0) }
        innerStamp = regular[0]
    }

    /// Appends the text of `signedPayload` of a notification signed at an instant; gives the signatures in it.
    @discardableResult
    package func append(
        _ notification: ForgedNotification,
        at moment: Moment,
        _ manner: Manner = Manner(),
        to text: inout [UInt8]
    ) throws -> SignatureTape {
        let leaf = keys.forge.leafIndex(at: moment)
        innerStamp = manner.inner == .regular ? regular[leaf] : reissue[leaf]
        let outerStamp = manner.outer == .regular ? regular[leaf] : reissue[leaf]
        replayed = manner.tape.bytes[...]
        made.bytes.removeAll(keepingCapacity: true)
        let json = try notification.json(signedBy: self)
        payload.removeAll(keepingCapacity: true)
        json.write(to: &payload)
        if manner.isSpaced { payload.insert(UInt8(ascii: " "), at: 1) }
        try append(payload, under: outerStamp, to: &text)
        return made
    }

    /// The compact JWS of an inner part.
    package func sign(_ payload: String) throws -> String {
        innerPayload.removeAll(keepingCapacity: true)
        innerPayload.append(contentsOf: payload.utf8)
        return try signInner()
    }

    /// The compact JWS of an inner part.
    package func sign(_ payload: ForgedJSON) throws -> String {
        innerPayload.removeAll(keepingCapacity: true)
        payload.write(to: &innerPayload)
        return try signInner()
    }

    private func signInner() throws -> String {
        innerText.removeAll(keepingCapacity: true)
        try append(innerPayload, under: innerStamp, to: &innerText)
        return String(decoding: innerText, as: UTF8.self)
    }

    private func append(_ payload: [UInt8], under stamp: LeafStamp, to text: inout [UInt8]) throws {
        text.append(contentsOf: stamp.head)
        let start = text.count
        Base64Writing.append(url: payload, to: &text)
        let signature: [UInt8]
        if replayed.isEmpty {
            signature = try stamp.signature(over: text, from: start)
        } else {
            signature = Array(replayed.prefix(64))
            replayed = replayed.dropFirst(64)
        }
        made.bytes.append(contentsOf: signature)
        text.append(UInt8(ascii: "."))
        Base64Writing.append(url: signature, to: &text)
    }
}
