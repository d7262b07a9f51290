/// What a test certificate says: everything but the keys and the issuer.
package struct CertificateRecipe: Sendable {
    /// The subject's common name.
    package var commonName: String
    /// The subject's organizational unit.
    package var unit: String
    /// The serial number.
    package var serial: Int64
    /// The first instant of validity.
    package var notBefore: Moment
    /// The last instant of validity.
    package var notAfter: Moment
    /// The curve of the key that is made for it.
    package var curve: SigningKey.Curve
    /// Basic constraints in OpenSSL's configuration text; nil leaves the extension out.
    package var basicConstraints: String?
    /// Key usage in OpenSSL's configuration text; nil leaves the extension out.
    package var keyUsage: String?
    /// The dotted object identifier of the marker extension; nil leaves it out.
    package var marker: String?
    /// An extension that no reader knows and that is critical; nil leaves it out.
    package var unknownCriticalExtension: String?
    /// False leaves the subject's and the authority's key identifiers out.
    package var hasKeyIdentifiers = true
    /// A remark that anybody who opens the certificate reads; it also brings the size near Apple's.
    package var remark: String?

    /// Apple's marker on certificates that sign receipts and notifications.
    package static let leafMarker = "1.2.840.113635.100.6.11.1"
    /// Apple's marker on the intermediate.
    package static let intermediateMarker = "1.2.840.113635.100.6.2.1"

    /// A self-signed root: P-384, a CA, 2014 to 2039.
    package static let root = CertificateRecipe(
        commonName: "storeledger Test Root CA",
        unit: "Test Certification",
        serial: 1,
        notBefore: "2014-04-30 18:19:06",
        notAfter: "2039-04-30 18:19:06",
        curve: .p384,
        basicConstraints: "critical,CA:TRUE",
        keyUsage: "critical,keyCertSign,cRLSign"
    )

    /// An intermediate: P-384, a CA of path length 0 with its marker, 2021 to 2036.
    package static let intermediate = CertificateRecipe(
        commonName: "storeledger Test Relations CA",
        unit: "T6",
        serial: 2,
        notBefore: "2021-03-17 20:37:10",
        notAfter: "2036-03-19",
        curve: .p384,
        basicConstraints: "critical,CA:TRUE,pathlen:0",
        keyUsage: "critical,keyCertSign,cRLSign",
        marker: intermediateMarker,
        remark: "Test authority of storeledger. Not Apple's, trusted by nobody: its key was made for one run and "
            + "thrown away."
    )

    /// A signing leaf: P-256, no CA, with its marker.
    package static func leaf(serial: Int64, from notBefore: Moment, until notAfter: Moment) -> CertificateRecipe {
        CertificateRecipe(
            commonName: "storeledger Test Store Receipt Signing \(serial)",
            unit: "Test Developer Relations",
            serial: serial,
            notBefore: notBefore,
            notAfter: notAfter,
            curve: .p256,
            basicConstraints: "critical,CA:FALSE",
            keyUsage: "critical,digitalSignature",
            marker: leafMarker,
            remark: "Test certificate of storeledger. It signs invented notifications of invented accounts: nothing "
                + "under it was ever sent by a store, bought by a person or paid for. It is not Apple's, no device or "
                + "server trusts it, and its key was made for one run of a test or of storeledger-corpus and thrown "
                + "away. It has the shape of a store's signing certificate: P-256, about two years, one kilobyte."
        )
    }

    /// The recipe with some of it changed.
    package func with(_ change: (inout CertificateRecipe) -> Void) -> CertificateRecipe {
        var copy = self
        change(&copy)
        return copy
    }
}
