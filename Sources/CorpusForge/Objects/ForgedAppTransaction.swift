/// The payload of `signedAppTransactionInfo` before it is signed.
///
/// Every member is optional and left out where it is nil; the order on the wire is the order here.
package struct ForgedAppTransaction: Hashable, Sendable {
    /// The environment under another name.
    package var receiptType: String?
    /// The app's number in the store.
    package var appAppleId: Int64?
    /// The app.
    package var bundleId: String?
    /// The account's download of the app, digits.
    package var appTransactionId: String?
    /// The version first obtained.
    package var originalApplicationVersion: String?
    /// The first download.
    package var originalPurchaseDate: Moment?
    /// `iOS`, `macOS`, `tvOS`, `visionOS`.
    package var originalPlatform: String?
    /// The pre-order, if there was one.
    package var preorderDate: Moment?
    /// The signing instant.
    package var receiptCreationDate: Moment?
    /// The running version; on devices only.
    package var applicationVersion: String?
    /// The running version's number; on devices only.
    package var versionExternalIdentifier: Int64?
    /// On devices only.
    package var deviceVerification: String?
    /// On devices only, a UUID.
    package var deviceVerificationNonce: String?
    /// On devices only.
    package var requestDate: Moment?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedAppTransaction { $0.receiptType = … }`.
    package init(_ describe: (inout ForgedAppTransaction) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedAppTransaction) -> Void) -> ForgedAppTransaction {
        var copy = self
        change(&copy)
        return copy
    }

    /// The JSON object.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("receiptType", receiptType)
        list.add("appAppleId", appAppleId)
        list.add("bundleId", bundleId)
        list.add("appTransactionId", appTransactionId)
        list.add("originalApplicationVersion", originalApplicationVersion)
        list.add("originalPurchaseDate", originalPurchaseDate)
        list.add("originalPlatform", originalPlatform)
        list.add("preorderDate", preorderDate)
        list.add("receiptCreationDate", receiptCreationDate)
        list.add("applicationVersion", applicationVersion)
        list.add("versionExternalIdentifier", versionExternalIdentifier)
        list.add("deviceVerification", deviceVerification)
        list.add("deviceVerificationNonce", deviceVerificationNonce)
        list.add("requestDate", requestDate)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}
