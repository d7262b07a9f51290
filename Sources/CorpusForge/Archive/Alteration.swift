package import NotificationModel

/// What an alteration works on: an intact record and the keys.
package struct Altering: Sendable {
    /// The notification, told.
    package let told: ToldNotification
    /// Its intact signed text.
    package let intact: String
    /// The keys.
    package let forge: Forge
    /// The signers under flawed chains; nil makes a new chain for each record.
    package var flawedSigners: FlawedSigners?

    /// The signer of the intact record.
    var signer: JWSSigner { forge.signer(at: told.moment) }

    /// The three parts of the intact text.
    var parts: [String] { intact.split(separator: ".").map(String.init) }

    /// The `data` object.
    var data: ForgedData {
        guard case .data(let data) = told.notification.content else { return ForgedData() }
        return data
    }

    /// The notification with some of it changed, properly signed.
    func resigned(_ change: (inout ForgedNotification) -> Void) throws -> String {
        try told.notification.with(change).signedPayload(by: signer)
    }

    /// The notification with some of its `data` changed, properly signed.
    func withData(_ change: (inout ForgedData) -> Void) throws -> String {
        let changed = data.with(change)
        return try resigned { $0.content = .data(changed) }
    }

    /// The notification with some of its transaction changed, properly signed.
    func withTransaction(_ change: (inout ForgedTransaction) -> Void) throws -> String {
        guard case .fields(let transaction) = data.transaction else { return intact }
        return try withData({ $0.transaction = .fields(transaction.with(change)) })
    }

    /// The notification signed under a chain with one flaw.
    func signed(with flaw: ChainFlaw) throws -> String {
        try told.notification.signedPayload(by: signer(with: flaw))
    }

    /// A signer whose chain has one flaw.
    func signer(with flaw: ChainFlaw) throws -> JWSSigner {
        let leaf = forge.leaf(at: told.moment)
        return try flawedSigners?.signer(leaf, with: flaw) ?? forge.authority.signer(leaf, with: flaw)
    }

    /// The payload's JSON with members changed, properly signed.
    func withMembers(_ change: (inout [ForgedJSON.Member]) -> Void) throws -> String {
        guard case .object(var members) = try told.notification.json(signedBy: signer) else { return intact }
        change(&members)
        return try signer.sign(.object(members))
    }
}

/// One way to spoil a record: a single fault, and the reason that a reader should give.
package struct Alteration: Sendable {
    /// What was done, in a few words.
    package let name: String
    /// The reason that a reader should give.
    package let reason: RejectionReason
    /// The inner part's own reason, for ``RejectionReason/innerRejected``.
    package let innerReason: RejectionReason?
    /// Makes the value of `signedPayload`; nil leaves the member out.
    let alter: @Sendable (Altering) throws -> ForgedJSON?

    /// Every way, those of the text first, then chain, signature and payload.
    package static let all = text + chains + signatures + payloads

    private static func way(
        _ reason: RejectionReason,
        _ name: String,
        inner: RejectionReason? = nil,
        _ alter: @escaping @Sendable (Altering) throws -> String
    ) -> Alteration {
        Alteration(name: name, reason: reason, innerReason: inner) { .string(try alter($0)) }
    }

    private static let text: [Alteration] = [
        Alteration(name: "item without signedPayload", reason: .malformedRecord, innerReason: nil) { _ in nil },
        Alteration(name: "signedPayload is a number", reason: .malformedRecord, innerReason: nil) { _ in 17 },
        way(.malformedJWS, "two parts") { $0.parts.prefix(2).joined(separator: ".") },
        way(.malformedJWS, "four parts") { $0.intact + "." + $0.parts[2] },
        way(.malformedBase64URL, "star in the payload, signed so") { altering in
            let message = altering.parts[0] + ".*" + altering.parts[1].dropFirst()
            return try message + "." + Base64Text.url(altering.signer.key.rawSignature(over: Array(message.utf8)))
        },
        way(.malformedBase64URL, "padded signature") { $0.intact + "==" },
        way(.limitExceeded, "more than a mebibyte of text") {
            $0.parts[0] + "." + String(repeating: "e30A", count: (1 << 18) + 64) + "." + $0.parts[2]
        },
    ]

    private static let chains: [Alteration] = [
        way(.unsupportedAlgorithm, "header says ES384") { try $0.signedUnderHeader(algorithm: "ES384") },
        way(.unsupportedAlgorithm, "header says none") { try $0.signedUnderHeader(algorithm: "none") },
        way(.chainLength, "two certificates") { try $0.signed(with: .twoCertificates) },
        way(.malformedCertificate, "leaf cut short") { try $0.signed(with: .leafCut) },
        way(.untrustedRoot, "look-alike root") { try $0.signed(with: .lookAlikeRoot) },
        way(.untrustedRoot, "unknown root") { try $0.signed(with: .unknownRoot) },
        way(.chainSignature, "leaf of another intermediate") { try $0.signed(with: .leafOfAnotherIntermediate) },
        way(.notACertificateAuthority, "intermediate not a CA") { try $0.signed(with: .intermediateNotAuthority) },
        way(.chainPolicy, "unknown critical extension") { try $0.signed(with: .leafWithUnknownCriticalExtension) },
        way(.markerMissingOnLeaf, "leaf without marker") { try $0.signed(with: .leafWithoutMarker) },
        way(.markerMissingOnIntermediate, "intermediate without marker") {
            try $0.signed(with: .intermediateWithoutMarker)
        },
        way(.certificateNotValidAtSigning, "expired leaf") { try $0.signed(with: .leafExpired) },
        way(.unsupportedKey, "P-384 leaf") { try $0.signed(with: .leafOnP384) },
    ]

    private static let signatures: [Alteration] = [
        way(.signatureLength, "63 bytes") { try $0.withSignature { Array($0.dropLast()) } },
        way(.signatureLength, "ASN.1 form") { altering in
            let message = altering.parts[0] + "." + altering.parts[1]
            return try altering.withSignature { _ in try altering.signer.key.derSignature(over: Array(message.utf8)) }
        },
        way(.signatureInvalid, "one bit off") {
            try $0.withSignature { $0.enumerated().map { $0.offset == 40 ? $0.element ^ 1 : $0.element } }
        },
        way(.signatureInvalid, "payload of another notification") { altering in
            let other = try altering.resigned { $0.subtype = "BILLING_RECOVERY" }
            return altering.parts[0] + "." + other.split(separator: ".")[1] + "." + altering.parts[2]
        },
    ]

    private static let payloads: [Alteration] = [
        way(.payloadNotObject, "payload is a list") { try $0.signer.sign("[]") },
        way(.missingField, "no notificationUUID") { try $0.resigned { $0.uuid = nil } },
        way(.missingField, "no notificationType") { try $0.resigned { $0.type = nil } },
        way(.wrongFieldType, "bundleId is a number") { altering in
            try altering.withData({
                $0.bundleId = nil
                $0.others = [ForgedJSON.Member("bundleId", 7)]
            })
        },
        way(.repeatedMember, "notificationType twice") { altering in
            try altering.withMembers({ $0.append(ForgedJSON.Member("notificationType", "TEST")) })
        },
        way(.ambiguousPayload, "data and summary") { altering in
            try altering.withMembers({ $0.append(ForgedJSON.Member("summary", ForgedSummary().json)) })
        },
        way(.innerRejected, "transaction's signature one bit off", inner: .signatureInvalid) { altering in
            guard case .fields(let transaction) = altering.data.transaction else { return altering.intact }
            let signed = try altering.signer.sign(transaction.json)
            let spoilt = String(signed.dropLast(40)) + (signed.suffix(40).first == "A" ? "B" : "A") + signed.suffix(39)
            return try altering.withData({ $0.transaction = .verbatim(spoilt) })
        },
        way(.innerRejected, "renewal under an unknown root", inner: .untrustedRoot) { altering in
            guard case .fields(let renewal) = altering.data.renewal else { return altering.intact }
            let signed = try altering.signer(with: .unknownRoot).sign(renewal.json)
            return try altering.withData({ $0.renewal = .verbatim(signed) })
        },
        way(.partsDisagree, "transaction of another app") {
            try $0.withTransaction({ $0.bundleId = "com.example.elsewhere" })
        },
        way(.partsDisagree, "renewal of another subscription") {
            try $0.withTransaction({ $0.originalTransactionId = "410000000000000" })
        },
        way(.unsignedTestEnvironment, "environment Xcode") { altering in
            try altering.withData({
                $0.environment = StoreEnvironment.xcode.text
                $0.transaction = nil
                $0.renewal = nil
            })
        },
    ]
}

extension Altering {
    /// The notification under a header of another algorithm, signed over that header with ES256.
    fileprivate func signedUnderHeader(algorithm: String) throws -> String {
        let good = signer
        let header = JWSSigner.header(algorithm: algorithm, certificates: good.certificates)
        let other = JWSSigner(key: good.key, certificates: good.certificates, header: header)
        return try other.sign(told.notification.json(signedBy: good))
    }

    /// The intact text with its signature's bytes changed.
    fileprivate func withSignature(_ change: ([UInt8]) throws -> [UInt8]) throws -> String {
        let signature = Base64Text.bytes(url: parts[2]) ?? []
        return try parts[0] + "." + parts[1] + "." + Base64Text.url(change(signature))
    }
}
