// The positions in their tables of the members that every record is asked for: constants, so that no name is looked
// up for a record. A test holds them against the tables.

extension WireObject {
    /// Positions in ``WireObject/notification``.
    package enum NotificationPosition {
        package static let notificationType = 0
        package static let subtype = 1
        package static let notificationUUID = 2
        package static let signedDate = 4
    }

    /// Positions in ``WireObject/externalPurchaseToken``.
    package enum ExternalPurchaseTokenPosition {
        package static let externalPurchaseId = 0
    }

    /// Positions in ``WireObject/transaction``.
    package enum TransactionPosition {
        package static let originalTransactionId = 1
        package static let previousOriginalTransactionId = 2
    }

    /// Positions in ``WireObject/renewal``.
    package enum RenewalPosition {
        package static let originalTransactionId = 0
    }

    /// The position of `bundleId`; nil for an object without it.
    package var bundleIdPosition: Int? {
        switch self {
        case .notification, .renewal: nil
        case .data, .appData, .summary, .unclaimInfo, .appTransaction: 2
        case .externalPurchaseToken: 3
        case .transaction: 4
        }
    }

    /// The position of the member that tells the environment; nil for an object without it.
    package var environmentPosition: Int? {
        switch self {
        case .notification, .externalPurchaseToken: nil
        case .data, .appData, .summary, .unclaimInfo, .appTransaction: 0
        case .transaction: 24
        case .renewal: 20
        }
    }

    /// The position of the member that tells when an object with a signature of its own was signed; nil without one.
    package var instantPosition: Int? {
        switch self {
        case .notification: 4
        case .transaction: 14
        case .renewal: 19
        case .appTransaction: 8
        case .data, .appData, .summary, .externalPurchaseToken, .unclaimInfo: nil
        }
    }

    /// The position of the member that carries a signed part; nil for an object that does not.
    package func position(of part: SignedPart) -> Int? {
        switch (self, part) {
        case (.data, .transaction): 4
        case (.data, .renewal): 5
        case (.appData, .appTransaction): 3
        default: nil
        }
    }
}
