/// The `summary` of a finished mass extension.
///
/// Every member is optional and left out where it is nil; the order on the wire is the order here.
package struct ForgedSummary: Hashable, Sendable {
    /// `Production`, `Sandbox`.
    package var environment: String?
    /// The app's number in the store.
    package var appAppleId: Int64?
    /// The app.
    package var bundleId: String?
    /// The product extended.
    package var productId: String?
    /// The developer's request, a UUID.
    package var requestIdentifier: String?
    /// The storefronts, alpha-3; nil means all.
    package var storefrontCountryCodes: [String]?
    /// Subscriptions extended.
    package var succeededCount: Int64?
    /// Subscriptions not extended.
    package var failedCount: Int64?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedSummary { $0.environment = … }`.
    package init(_ describe: (inout ForgedSummary) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedSummary) -> Void) -> ForgedSummary {
        var copy = self
        change(&copy)
        return copy
    }

    /// The JSON object.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("environment", environment)
        list.add("appAppleId", appAppleId)
        list.add("bundleId", bundleId)
        list.add("productId", productId)
        list.add("requestIdentifier", requestIdentifier)
        list.add("storefrontCountryCodes", storefrontCountryCodes.map { .array($0.map { .string($0) }) })
        list.add("succeededCount", succeededCount)
        list.add("failedCount", failedCount)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}
