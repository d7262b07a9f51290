internal import ByteParsing

/// The certificate blocks of a PEM text (RFC 7468).
enum PEMBlocks {
    /// The DER bytes of every certificate block, nil without any.
    static func certificates(in text: [UInt8]) throws(TrustAnchorFault) -> [[UInt8]]? {
        let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
        let end = Array("-----END CERTIFICATE-----".utf8)
        var blocks: [[UInt8]] = []
        var inside: [UInt8]?
        for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = trimmed(line)
            if line.elementsEqual(begin) {
                guard inside == nil else { throw .malformedBlock(number: blocks.count + 1) }
                inside = []
            } else if line.elementsEqual(end) {
                guard let encoded = inside else { throw .malformedBlock(number: blocks.count + 1) }
                var der: [UInt8] = []
                guard Base64.decode(encoded.span, .standard, appendingTo: &der) else {
                    throw .malformedBlock(number: blocks.count + 1)
                }
                blocks.append(der)
                inside = nil
            } else {
                inside?.append(contentsOf: line)
            }
        }
        guard inside == nil else { throw .malformedBlock(number: blocks.count + 1) }
        return blocks.isEmpty ? nil : blocks
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let tail = line.drop(while: isBlank)
        return tail.prefix(tail.count - tail.reversed().prefix(while: isBlank).count)
    }
}
