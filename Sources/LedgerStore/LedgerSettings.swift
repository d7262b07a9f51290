/// What a ledger is made under and keeps for good: a run with other settings is refused.
package struct LedgerSettings: Equatable, Sendable {
    /// The trust anchors' fingerprints, sorted, each once.
    package let anchorFingerprints: [String]
    /// Whether records of environments without Apple's signature may enter.
    package let allowsUnsignedTestEnvironments: Bool

    package init(anchorFingerprints: [String], allowsUnsignedTestEnvironments: Bool) {
        self.anchorFingerprints = Set(anchorFingerprints).sorted()
        self.allowsUnsignedTestEnvironments = allowsUnsignedTestEnvironments
    }
}
