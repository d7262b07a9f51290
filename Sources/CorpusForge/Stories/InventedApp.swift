/// An invented app of the corpus.
package struct InventedApp: Hashable, Sendable {
    /// The bundle id, in the reserved example domain.
    package let bundleId: String
    /// The app's number in the store.
    package let appAppleId: Int64
    /// The id of its subscription group.
    package let group: String

    /// The app of a place in the list of all invented ones: the two below, then numbered ones.
    package static func numbered(_ place: Int) -> InventedApp {
        switch place {
        case 0: meadow
        case 1: tidepool
        default:
            InventedApp(
                bundleId: "com.example.app\(place + 1)",
                appAppleId: 6_400_000_001 + Int64(place),
                group: String(21_000_001 + place)
            )
        }
    }

    /// A reading app with subscriptions of all kinds.
    package static let meadow = InventedApp(
        bundleId: "com.example.meadow",
        appAppleId: 6_400_000_001,
        group: "21000001"
    )
    /// A game with subscriptions and one-time products.
    package static let tidepool = InventedApp(
        bundleId: "com.example.tidepool",
        appAppleId: 6_400_000_002,
        group: "21000002"
    )
}
