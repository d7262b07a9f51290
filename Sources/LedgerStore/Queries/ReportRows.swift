package import NotificationModel
package import Reconciliation

/// How far an app's knowledge reaches.
package struct Horizon: Sendable, Equatable {
    package let app: String
    package let environment: String
    /// The end of complete coverage where manifests tell it, else the newest said-at.
    package let instant: Int64

    package init(app: String, environment: String, instant: Int64) {
        self.app = app
        self.environment = environment
        self.instant = instant
    }
}

/// How many keys of an app are in a state at its instant.
package struct StateCount: Sendable, Equatable {
    package let app: String
    package let environment: String
    package let state: EntitlementState.Kind
    /// True for auto-renewable subscriptions, false for other purchases.
    package let isSubscription: Bool
    package let count: Int
    /// The instant the states are told for.
    package let asOf: Int64
}

/// How many revocations of a kind.
package struct RevocationCount: Sendable, Equatable {
    package let app: String
    package let environment: String
    /// The stable name of ``Revocation/Kind``.
    package let kind: String
    package let count: Int
    package let reversed: Int
    package let removedAccess: Int

    package init(app: String, environment: String, kind: String, count: Int, reversed: Int, removedAccess: Int) {
        self.app = app
        self.environment = environment
        self.kind = kind
        self.count = count
        self.reversed = reversed
        self.removedAccess = removedAccess
    }
}

/// How many discrepancies under a code.
package struct DiscrepancyCount: Sendable, Equatable {
    package let app: String
    package let environment: String
    package let code: String
    package let severity: String
    package let count: Int
}

/// How many notifications of a type and subtype.
package struct EventCount: Sendable, Equatable {
    package let app: String
    package let environment: String
    package let type: String
    package let subtype: String?
    /// nil for a pair that the table does not know.
    package let event: String?
    package let count: Int
}

/// One thing that an id was found to name.
package struct LedgerMatch: Sendable, Equatable {
    /// What the id is: `original-transaction-id`, `transaction-id`, `web-order-line-item-id`, `app-transaction-id`,
    /// `app-account-token`, `previous-original-transaction-id`, `notification-uuid` or `consent`.
    package let kind: String
    package let app: String
    package let environment: String
    /// The key concerned; nil for a notification or consent that concerns none.
    package let key: SubscriptionKey?
    /// The notification, for a match by its UUID or by a withdrawn consent.
    package let notificationUUID: Identity128?
}

/// A notification as a line of a story.
package struct NotificationStory: Sendable, Equatable {
    package var app: String
    package var environment: String
    package var notificationUUID: Identity128
    package var saidAt: Int64?
    package var type: String
    package var subtype: String?
    package var event: String?
    package var effect: String?
    package var status: Int64?
    package var notes: String?
    package var productId: String?
    package var transactionId: String?
    package var purchaseDate: Int64?
    package var expiresDate: Int64?
    package var revocationDate: Int64?
    package var gracePeriodExpiresDate: Int64?
    package var renewalDate: Int64?
    package var autoRenewStatus: Int64?
    /// What was charged, in milliunits of ``currency``; of a purchase of seats the average of one seat.
    package var price: Int64?
    package var currency: String?
    /// `inAppOwnershipType`.
    package var ownership: String?
    package var hasSeats: Bool
    /// Whether the transaction is one of the monthly payments of a commitment.
    package var isCommitment: Bool
    /// Which payment of the commitment it is, from 1, and of how many.
    package var billingPeriodNumber: Int64?
    package var totalBillingPeriods: Int64?
    package var commitmentExpiresDate: Int64?
    /// Whether anything follows the commitment: 0 no, 1 yes.
    package var commitmentAutoRenewStatus: Int64?
    /// In the order of time, undated ones first; none where no archive tells them.
    package var attempts: [SendAttempt]
    /// How far its app is known, which tells whether more attempts may have followed; the reader of stories fills it in.
    package var horizon: Int64?
    /// True for a content that another of the same UUID outranks.
    package var isConflict: Bool
    package var sourcePath: [UInt8]
    package var recordIndex: Int64
}

/// How many rejects for a reason.
package struct RejectCount: Sendable, Equatable {
    package let reason: String
    /// By their bytes.
    package let distinct: Int
    /// In all runs together.
    package let seen: Int

    package init(reason: String, distinct: Int, seen: Int) {
        self.reason = reason
        self.distinct = distinct
        self.seen = seen
    }
}

/// One cause why the archive is not whole.
package struct MissingPart: Sendable, Equatable {
    /// Empty where the pages of a source are missing.
    package let app: String
    package let environment: String
    /// Where a time without notifications begins; nil for pages.
    package let instant: Int64?
    package let sentence: String
}

/// How many notifications of an app never reached the team's server, with some of their UUIDs.
package struct UndeliveredCount: Sendable, Equatable {
    package let app: String
    package let environment: String
    package let count: Int
    package let examples: [String]
}
