/// The keys of one written archive: an authority, leaves that follow each other, and beside each a second one.
package struct WritingKeys: Sendable {
    /// The authority with the leaves of the store.
    package let forge: Forge
    /// The leaves' signers, oldest first.
    package let regular: [JWSSigner]
    /// A further leaf for each, valid at the same time: what is signed again is signed under it.
    package let reissue: [JWSSigner]
    /// The signers under flawed chains.
    package let flawed: FlawedSigners

    /// New keys for so many leaves over a time.
    package init(leaves count: Int, from start: Moment, until end: Moment) throws {
        let leaves = Self.leaves(count, from: start, until: end)
        let forge = try Forge(leaves: leaves)
        self.forge = forge
        regular = leaves.map { forge.signer(at: $0.notBefore) }
        reissue = try leaves.map { leaf in
            try forge.authority.signer(.leaf(serial: leaf.serial + 100_000, from: leaf.notBefore, until: leaf.notAfter))
        }
        flawed = FlawedSigners(forge.authority)
    }

    /// Leaves of equal length with weeks of overlap; the first begins four months early, the last ends a year late.
    ///
    /// - Precondition: `count` is at least 1.
    static func leaves(_ count: Int, from start: Moment, until end: Moment) -> [CertificateRecipe] {
        precondition(count > 0, "something must sign")
        let first = start - .days(120)
        let step = (end.milliseconds - first.milliseconds) / Int64(count)
        return (0..<count).map { index in
            let notBefore = Moment(milliseconds: (first.milliseconds + Int64(index) * step) / 1000 * 1000)
            let notAfter = Moment(milliseconds: notBefore.milliseconds + step) + .days(index + 1 == count ? 365 : 21)
            return .leaf(serial: Int64(101 + index), from: notBefore, until: notAfter)
        }
    }
}
