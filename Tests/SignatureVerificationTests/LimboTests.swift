import Foundation
import SignatureVerification
import TestSupport
import Testing

@Suite(
    "Path validation vectors of x509-limbo",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct LimboTests {
    private struct File: Decodable {
        let testcases: [Vector]
    }

    private struct Vector: Decodable {
        let id: String
        let trusted_certs: [String]
        let untrusted_intermediates: [String]
        let peer_certificate: String
        let validation_time: String?
        let expected_result: String
    }

    /// Cases of the core whose verdict differs, each with its reason.
    private static let deviations: [String: String] = [
        "pathlen::validation-ignores-pathlen-in-leaf": "narrower: a leaf that is an authority is refused",
        "rfc5280::nc::nc-permits-email-domain": "narrower: name constraints are refused, not evaluated",
        "rfc5280::nc::nc-permits-email-literal-asterisk-exact-match":
            "narrower: name constraints are refused, not evaluated",
        "rfc5280::root-and-intermediate-swapped":
            "narrower: exactly leaf, intermediate, anchor in this order; no path is searched for",
        "rfc5280::aki::intermediate-missing-aki": "decided beforehand: absent key identifiers are tolerated",
        "rfc5280::ski::intermediate-missing-ski": "decided beforehand: absent key identifiers are tolerated",
    ]

    private static func vectors() throws -> [Vector] {
        let data = try Data(contentsOf: SharedMaterial.url("vectors/x509-limbo/limbo_dev.json"))
        return try JSONDecoder().decode(File.self, from: data).testcases
    }

    /// The ids whose verdict is compared: marked `core` and nothing else.
    private static func core() throws -> Set<String> {
        let index = try String(contentsOf: SharedMaterial.url("vectors/x509-limbo/index.tsv"), encoding: .utf8)
        return Set(
            index.split(separator: "\n").filter { $0.hasSuffix("\tcore") }.compactMap { line in
                line.split(separator: "\t").first.map(String.init)
            }
        )
    }

    /// The header that carries a case's path; an empty third entry stands for the root, as only its place counts.
    private static func header(_ vector: Vector) -> [UInt8] {
        let chain = ([vector.peer_certificate] + vector.untrusted_intermediates).map(der)
        return Array(Text.base64URL(Array(TestAuthority.header(chain + [[]]).utf8)).utf8)
    }

    /// True if the path is accepted at the case's time.
    private static func accepts(_ vector: Vector, _ header: [UInt8]) -> Bool {
        let anchors = vector.trusted_certs.flatMap { (try? TrustAnchor.anchors(inFile: Array($0.utf8))) ?? [] }
        var verifier = SignatureVerifier(store: SigningKeyStore(anchors: anchors, markers: .none))
        guard case .trusted(let key) = verifier.resolveSigner(header: header.span) else { return false }
        guard let time = vector.validation_time else { return key.hasAnyInstant }
        guard let instant = try? Date(time.replacing("+00:00", with: "Z"), strategy: .iso8601) else { return false }
        return key.covers(instantMilliseconds: Int64(instant.timeIntervalSince1970) * 1000)
    }

    private static func der(_ pem: String) -> [UInt8] {
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }
        return Data(base64Encoded: lines.joined()).map(Array.init) ?? []
    }

    @Test("Core cases have the published verdict, or stand on the list of deviations")
    func coreCasesHaveTheirVerdict() throws {
        let core = try Self.core()
        var compared = 0
        var deviating: Set<String> = []
        for vector in try Self.vectors() where core.contains(vector.id) {
            let isAccepted = Self.accepts(vector, Self.header(vector))
            guard vector.untrusted_intermediates.count == 1 else {
                #expect(!isAccepted, "\(vector.id): the path has another length than three")
                continue
            }
            compared += 1
            if isAccepted != (vector.expected_result == "SUCCESS") { deviating.insert(vector.id) }
        }
        #expect(compared > 0)
        #expect(deviating == Set(Self.deviations.keys))
    }

    @Test("No case takes long, whatever its verdict")
    func everyCaseIsBounded() throws {
        for vector in try Self.vectors() {
            let header = Self.header(vector)
            // The best of three: other processes may take the core away once.
            let isBounded = (0..<3).contains { _ in
                ContinuousClock().measure { _ = Self.accepts(vector, header) } < .milliseconds(100)
            }
            #expect(isBounded, "\(vector.id)")
        }
    }
}
