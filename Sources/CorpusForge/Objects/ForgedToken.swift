/// The `externalPurchaseToken` of a notification.
///
/// Every member is optional and left out where it is nil; the order on the wire is the order here.
package struct ForgedToken: Hashable, Sendable {
    /// The token's id; `SANDBOX…` names the environment.
    package var externalPurchaseId: String?
    /// The token's creation.
    package var tokenCreationDate: Moment?
    /// The app's number in the store.
    package var appAppleId: Int64?
    /// The app.
    package var bundleId: String?
    /// `SERVICES`, `ACQUISITION` (2.17).
    package var tokenType: String?
    /// The token's end (2.17).
    package var tokenExpirationDate: Moment?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedToken { $0.externalPurchaseId = … }`.
    package init(_ describe: (inout ForgedToken) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedToken) -> Void) -> ForgedToken {
        var copy = self
        change(&copy)
        return copy
    }

    /// The JSON object.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("externalPurchaseId", externalPurchaseId)
        list.add("tokenCreationDate", tokenCreationDate)
        list.add("appAppleId", appAppleId)
        list.add("bundleId", bundleId)
        list.add("tokenType", tokenType)
        list.add("tokenExpirationDate", tokenExpirationDate)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}
