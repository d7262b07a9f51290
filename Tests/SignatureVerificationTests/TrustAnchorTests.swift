import Foundation
import NotificationModel
import SignatureVerification
import TestSupport
import Testing

@Suite("Trust anchors")
struct TrustAnchorTests {
    @Test("The built-in anchor is Apple Root CA - G3 by its published fingerprint")
    func builtInAnchorHasThePublishedFingerprint() {
        #expect(
            TrustAnchor.appleRootCAG3.fingerprint.description
                == "9b219d0fbff36a5fb32090571906bceea68617c833a3f61b81e962a8e64db8af"
        )
    }

    @Test("DER and PEM give the same anchor")
    func derAndPEMAgree() throws {
        let authority = TestAuthority()
        let der = authority.rootCertificate
        let fromDER = try TrustAnchor.anchors(inFile: der)
        #expect(fromDER == [try authority.anchor()])
        #expect(try TrustAnchor.anchors(inFile: Text.pem([der])) == fromDER)
        let windows = Array(String(decoding: Text.pem([der]), as: UTF8.self).replacing("\n", with: "\r\n").utf8)
        #expect(try TrustAnchor.anchors(inFile: windows) == fromDER)
    }

    @Test("A PEM file may hold several anchors")
    func severalBlocksAreSeveralAnchors() throws {
        let certificates = [TestAuthority().rootCertificate, TestAuthority().rootCertificate]
        let anchors = try TrustAnchor.anchors(inFile: Text.pem(certificates))
        #expect(anchors.count == 2)
        #expect(Set(anchors.map(\.fingerprint)).count == 2)
    }

    @Test("A file that holds no anchor is refused with what was expected")
    func badFilesAreRefused() throws {
        let authority = TestAuthority()
        let pem = Text.pem([authority.rootCertificate])
        func fault(_ bytes: [UInt8]) -> TrustAnchorFault? {
            do throws(TrustAnchorFault) {
                _ = try TrustAnchor.anchors(inFile: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault([]) == .notACertificate)
        #expect(fault(Array("hello".utf8)) == .notACertificate)
        #expect(fault(authority.rootCertificate + [0]) == .notACertificate)
        #expect(fault(Array(pem.dropLast(10))) == .malformedBlock(number: 1))
        #expect(fault(pem + pem.dropLast(40)) == .malformedBlock(number: 2))
        #expect(fault(authority.leafCertificate) == .notACertificateAuthority)
        #expect(TrustAnchorFault.notACertificateAuthority.description.contains("expected"))
    }

    @Test("A root whose limits cannot be kept is no anchor")
    func limitedRootsAreRefused() throws {
        let limits: [(CertificateRecipe.Extension, TrustAnchorFault)] = [
            (.basicConstraints([0x01, 0x01, 0xFF, 0x02, 0x01, 0x00]), .unusable("its path length is 0")),
            (.keyUsage(0x02, unused: 1), .unusable("it may not sign certificates")),
            (.nameConstraints, .unusable("it has name constraints")),
            (.unknown(critical: true), .unusable("it has an unknown critical extension")),
        ]
        for (limit, fault) in limits {
            var authority = TestAuthority()
            authority.root.extensions.removeAll { $0.identifier == limit.identifier }
            authority.root.extensions.append(limit)
            #expect(throws: fault) { try authority.anchor() }
        }
    }

    @Test(
        "Apple's certificate file gives the built-in anchor",
        .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
    )
    func certificateFileGivesTheBuiltInAnchor() throws {
        let bytes = try Data(contentsOf: SharedMaterial.url("certificates/AppleRootCA-G3.cer"))
        #expect(try TrustAnchor.anchors(inFile: Array(bytes)) == [.appleRootCAG3])
    }
}
