internal import NotificationModel

/// Which signers, apps and environments a run accepts.
public struct RecordPolicy: Sendable {
    /// Which of Apple's environments a run accepts.
    public enum Environments: String, Sendable, CaseIterable {
        case production
        case sandbox
        case any
    }

    /// The bundle ids accepted; empty accepts any app.
    public var bundleIds: Set<String> = []
    /// The app ids accepted; empty accepts any, and a record without one passes unless it is of Production.
    public var appAppleIds: Set<Int64> = []
    /// The environments accepted.
    public var environments: Environments = .any
    /// Accepts records of `Xcode` and `LocalTesting`, which carry no signature of Apple's.
    public var allowsUnsignedTestEnvironments = false

    /// A policy that accepts every app that Apple signs for.
    public init() {}

    /// False for a policy that takes every app and environment.
    var restrictsAnything: Bool {
        !bundleIds.isEmpty || !appAppleIds.isEmpty || environments != .any
    }

    /// Why a decoded record is outside this policy; nil if it is inside.
    func rejection(environment: String?, bundleId: String?, appAppleId: Int64?) -> Rejection? {
        if !bundleIds.isEmpty, let bundleId, !bundleIds.contains(bundleId) {
            return Rejection(.appNotAllowed, "the record's bundleId is not among those allowed")
        }
        if !bundleIds.isEmpty, bundleId == nil {
            return Rejection(.appNotAllowed, "the record names no bundleId, and the run is limited to some")
        }
        let found = environment.map(StoreEnvironment.init)
        if !appAppleIds.isEmpty {
            guard appAppleId.map(appAppleIds.contains) ?? (found != .production) else {
                return Rejection(.appNotAllowed, "the record's appAppleId is missing or not among those allowed")
            }
        }
        switch environments {
        case .any: return nil
        case .production where found == .production: return nil
        case .sandbox where found == .sandbox: return nil
        case .production, .sandbox:
            return Rejection(
                .environmentNotAllowed,
                "the record's environment is not \(environments.rawValue)"
            )
        }
    }
}
