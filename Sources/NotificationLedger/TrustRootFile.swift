internal import Foundation
public import SignatureVerification

/// Trust anchors from certificate files.
public enum TrustRootFile {
    /// Reads a file of DER or PEM certificates.
    ///
    /// - Throws: ``LedgerRunError`` that names the file and what was expected.
    public static func anchors(path: String) throws(LedgerRunError) -> [TrustAnchor] {
        let name = PrintableText.escape(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw LedgerRunError(.missingPath, "the trust root \(name) cannot be read")
        }
        do {
            return try TrustAnchor.anchors(inFile: Array(data))
        } catch {
            throw LedgerRunError(.impossibleValue, "the trust root \(name) is no good: \(error)")
        }
    }
}
