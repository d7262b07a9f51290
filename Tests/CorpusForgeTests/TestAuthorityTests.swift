import CorpusForge
import Testing

struct TestAuthorityTests {
    private static let leaf = CertificateRecipe.leaf(serial: 7, from: "2024-01-01", until: "2026-01-01")

    @Test func aSignatureHoldsUnderItsOwnChainOnly() throws {
        let authority = try TestAuthority()
        let signer = try authority.signer(Self.leaf)
        let jws = try #require(OpenedJWS(signer.sign(["notificationType": "TEST"])))
        #expect(try jws.isSigned(under: signer.certificates))
        #expect(signer.certificates[2] == authority.rootDER)
        let stranger = try TestAuthority()
        #expect(try !jws.isSigned(under: stranger.signer(Self.leaf).certificates))
        let mixed = [signer.certificates[0], signer.certificates[1], stranger.rootDER]
        #expect(try !jws.isSigned(under: mixed), "the look-alike root did not sign the intermediate")
    }

    @Test func headersAreAboutAsLongAsTheStores() throws {
        let signer = try TestAuthority().signer(Self.leaf)
        #expect((4200...4600).contains(signer.headerPart.utf8.count), "\(signer.certificates.map(\.count))")
    }

    @Test func thePEMIsTheRoot() throws {
        let authority = try TestAuthority()
        let lines = authority.rootPEM.split(separator: "\n")
        #expect(lines.first == "-----BEGIN CERTIFICATE-----" && lines.last == "-----END CERTIFICATE-----")
        #expect(Base64Text.bytes(standard: lines.dropFirst().dropLast().joined()) == authority.rootDER)
    }

    @Test(arguments: ChainFlaw.allCases)
    func everyFlawStillSignsAndChangesTheChain(flaw: ChainFlaw) throws {
        let authority = try TestAuthority()
        let signer = try authority.signer(Self.leaf, with: flaw)
        let jws = try #require(OpenedJWS(signer.sign("{}")))
        #expect(jws.signature.count == 64)
        let breaksSignatures: Set<ChainFlaw> = [.leafOnP384, .leafOfAnotherIntermediate, .leafCut]
        #expect(((try? jws.isSigned(under: signer.certificates)) ?? false) == !breaksSignatures.contains(flaw))
        let foreign: Set<ChainFlaw> = [.lookAlikeRoot, .unknownRoot]
        #expect(signer.certificates.contains(authority.rootDER) == !foreign.union([.twoCertificates]).contains(flaw))
    }

    @Test func theForgeSignsWithTheLeafOfTheDay() throws {
        let forge = try Forge()
        let days: [Moment] = ["2022-03-04", "2024-03-05", "2025-09-30", "2026-07-01"]
        for day in days {
            #expect(forge.leaf(at: day).notBefore <= day && day <= forge.leaf(at: day).notAfter)
        }
        #expect(Set(days.map { forge.signer(at: $0).headerPart }).count == 3)
    }
}
