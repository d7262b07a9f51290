/// The extensions by which certificates are known to serve App Store signing; only their presence counts.
package struct CertificateMarkers: Sendable, Hashable {
    /// The DER content of the leaf's marker OID, nil to ask for none.
    package let leaf: [UInt8]?
    /// The DER content of the intermediate's marker OID, nil to ask for none.
    package let intermediate: [UInt8]?

    /// The rule with these OIDs.
    package init(leaf: [UInt8]?, intermediate: [UInt8]?) {
        self.leaf = leaf
        self.intermediate = intermediate
    }

    /// Leaf 1.2.840.113635.100.6.11.1 (receipt signing), intermediate 1.2.840.113635.100.6.2.1 (WWDR).
    package static let appStore = CertificateMarkers(
        leaf: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01],
        intermediate: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01]
    )

    /// No OID rule: for published path-validation vectors, whose certificates have no markers.
    package static let none = CertificateMarkers(leaf: nil, intermediate: nil)
}
