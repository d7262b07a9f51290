import Foundation
import NotificationModel
import ReferencePath
import SignatureVerification

/// The corpus's first pages taken apart by plain means: what the single stages are fed with.
final class BenchmarkMaterial {
    /// One JWS of a notification.
    struct Token {
        let text: [UInt8]
        let parts: CompactJWS
        /// The texts of its three parts, and of the first two with their dot.
        let header, payloadText, signatureText, signingInput: [UInt8]
        /// The decoded payload.
        let payload: [UInt8]
        /// Where it stands in its notification: the record itself, or a part inside.
        let part: SignedPart
    }

    /// The pages, a line each.
    let pages: [[UInt8]]
    /// Every record: its tokens, outer one first.
    let notifications: [[Token]]
    /// The rows that the reference makes of the records.
    let batch: RowBatch
    /// The attempts to deliver each record.
    let attempts: [[SendAttempt]]
    let anchors: [TrustAnchor]

    init(_ corpus: BenchmarkCorpus) throws {
        pages = corpus.pages
        anchors = corpus.anchors
        var scanner = PlainPage()
        var verifier = PlainVerifier(anchors: corpus.anchors)
        var batch = RowBatch()
        var notifications: [[Token]] = []
        var attempts: [[SendAttempt]] = []
        for page in pages {
            guard let items = scanner.items(of: page.span) else { throw WrongAnswer("a page that is none") }
            for item in items {
                let outer = Array(page[item.payload])
                if let rejection = verifier.verify(outer.span, into: &batch) { throw rejection }
                notifications.append(try Self.tokens(of: outer))
                attempts.append(item.attempts)
            }
        }
        self.batch = batch
        self.notifications = notifications
        self.attempts = attempts
    }

    /// All tokens, in order.
    var tokens: [Token] { notifications.flatMap { $0 } }

    private static func tokens(of outer: [UInt8]) throws -> [Token] {
        let token = try token(outer, .notification)
        guard let payload = try JSONSerialization.jsonObject(with: Data(token.payload)) as? [String: Any] else {
            throw WrongAnswer("a payload that is no object")
        }
        var tokens = [token]
        for container in ["data", "appData"] {
            guard let members = payload[container] as? [String: Any] else { continue }
            for part in SignedPart.allCases {
                guard let text = members[part.memberName] as? String else { continue }
                tokens.append(try self.token(Array(text.utf8), part))
            }
        }
        return tokens
    }

    private static func token(_ text: [UInt8], _ part: SignedPart) throws -> Token {
        let parts = try CompactJWS(text.span)
        var payload: [UInt8] = []
        guard ByteTableBase64.decode(text.span.extracting(parts.payload), appendingTo: &payload) else {
            throw WrongAnswer("a payload that is no base64url")
        }
        return Token(
            text: text,
            parts: parts,
            header: Array(text[parts.header]),
            payloadText: Array(text[parts.payload]),
            signatureText: Array(text[parts.signature]),
            signingInput: Array(text[parts.signingInput]),
            payload: payload,
            part: part
        )
    }

    /// The certificates of a token's header, leaf first.
    static func certificates(_ token: Token) throws -> [[UInt8]] {
        try headerMembers(token)["x5c"].flatMap { $0 as? [String] }?.map { [UInt8](Data(base64Encoded: $0) ?? Data()) }
            ?? []
    }

    /// The members of a token's header.
    static func headerMembers(_ token: Token) throws -> [String: Any] {
        var json: [UInt8] = []
        guard ByteTableBase64.decode(token.header.span, appendingTo: &json),
            let members = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        else { throw WrongAnswer("a header that is no object") }
        return members
    }
}
