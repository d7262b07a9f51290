internal import ByteParsing
internal import NotificationModel

/// Reads JWS headers (RFC 7515, 4): alg and x5c; other members are neither used nor followed.
struct JWSHeaderReader: ~Copyable {
    private var parser = JSONParser(maximumDepth: 16, maximumNodes: 10_000)
    private var json: [UInt8] = []

    /// The path that a header carries: the two certificates in DER that count.
    struct Path {
        let leaf: [UInt8]
        let intermediate: [UInt8]
    }

    /// The path in a header's base64url text.
    ///
    /// - Throws: `malformed-base64url`, `malformed-jws`, `repeated-member`, `unsupported-algorithm`, `chain-length`,
    ///   `malformed-certificate`.
    mutating func path(_ text: Span<UInt8>) throws(Rejection) -> Path {
        try read(text)
        let chain = parser.value(of: "x5c", in: 0, json.span)
        let entries = entries(of: chain)
        guard let chain, parser[chain].kind == .array, entries.count == 3,
            entries.allSatisfy({ parser[$0].kind == .string })
        else {
            throw Rejection(.chainLength, "expected x5c with 3 certificates, found \(found(chain, entries.count))")
        }
        // The third entry is counted and nothing else: trust comes from the anchors.
        return Path(
            leaf: try certificate(entries[0], "leaf"),
            intermediate: try certificate(entries[1], "intermediate")
        )
    }

    /// Checks all of a header but its certificates.
    ///
    /// - Throws: `malformed-base64url`, `malformed-jws`, `repeated-member`, `unsupported-algorithm`.
    mutating func read(_ text: Span<UInt8>) throws(Rejection) {
        var json: [UInt8] = []
        guard Base64.decode(text, .url, appendingTo: &json) else {
            throw Rejection(.malformedBase64URL, "the header part of \(text.count) characters is not base64url")
        }
        // Looked at here: JSON parsers tend to skip a byte order mark.
        guard !json.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Rejection(.malformedJWS, "the header begins with a byte order mark")
        }
        do {
            try parser.parse(json.span)
        } catch {
            throw Rejection(.malformedJWS, "the header is not JSON: \(error)")
        }
        self.json = json
        guard parser[0].kind == .object else {
            throw Rejection(.malformedJWS, "the header is not an object")
        }
        try refuseRepeatedMembers()
        for name in ["crit", "b64"] as [StaticString] where parser.value(of: name, in: 0, json.span) != nil {
            throw Rejection(.malformedJWS, "the header has the unsupported member \(name)")
        }
        guard let algorithm = parser.value(of: "alg", in: 0, json.span) else {
            throw Rejection(.unsupportedAlgorithm, "the header has no alg; expected ES256")
        }
        guard JSONText.equals(parser[algorithm], in: json.span, "ES256") else {
            throw Rejection(.unsupportedAlgorithm, "alg is not the text ES256")
        }
    }

    /// Compares names with their escapes resolved, in every object of the header.
    private func refuseRepeatedMembers() throws(Rejection) {
        for object in 0..<parser.count where parser[object].kind == .object {
            var names: Set<[UInt8]> = []
            var index = object + 1
            while index < parser[object].next {
                var name: [UInt8] = []
                JSONText.append(parser[index], of: json.span, to: &name)
                guard names.insert(name).inserted else {
                    throw Rejection(
                        .repeatedMember,
                        "the header repeats a member name at byte \(parser[index].offset)"
                    )
                }
                index = parser[index + 1].next
            }
        }
    }

    private func entries(of chain: Int?) -> [Int] {
        guard let chain, parser[chain].kind == .array else { return [] }
        var entries: [Int] = []
        var index = chain + 1
        while index < parser[chain].next {
            entries.append(index)
            index = parser[index].next
        }
        return entries
    }

    private func found(_ chain: Int?, _ count: Int) -> String {
        guard let chain else { return "no x5c" }
        guard parser[chain].kind == .array else { return "no array" }
        return count == 3 ? "entries that are no strings" : "\(count)"
    }

    private func certificate(_ entry: Int, _ role: String) throws(Rejection) -> [UInt8] {
        var text: [UInt8] = []
        var der: [UInt8] = []
        JSONText.append(parser[entry], of: json.span, to: &text)
        guard Base64.decode(text.span, .standard, appendingTo: &der) else {
            throw Rejection(
                .malformedCertificate,
                "the \(role)'s x5c entry of \(text.count) characters is not plain base64"
            )
        }
        return der
    }
}
