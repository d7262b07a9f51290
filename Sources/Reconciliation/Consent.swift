package import NotificationModel

/// A withdrawn consent as its notification told it.
package struct Consent: Sendable, Equatable {
    package var app: String
    package var environment: String
    package var appTransactionId: String
    package var notificationUUID: Identity128
    package var contentDigest: Digest256
    /// Outer `signedDate`: when the withdrawal was said.
    package var instant: Int64?

    package init(
        app: String,
        environment: String,
        appTransactionId: String,
        notificationUUID: Identity128,
        contentDigest: Digest256,
        instant: Int64?
    ) {
        self.app = app
        self.environment = environment
        self.appTransactionId = appTransactionId
        self.notificationUUID = notificationUUID
        self.contentDigest = contentDigest
        self.instant = instant
    }
}

/// A consent joined with the purchases it concerns.
package struct ConsentOutcome: Sendable, Equatable {
    package enum Match: String, Sendable {
        case direct
        case bridged
    }

    package struct Join: Sendable, Equatable {
        package var originalTransactionId: String
        package var match: Match

        package init(originalTransactionId: String, match: Match) {
            self.originalTransactionId = originalTransactionId
            self.match = match
        }
    }

    package var consent: Consent
    /// Sorted by original transaction id; empty for an orphan.
    package var joins: [Join]
    /// When a new purchase after the withdrawal shows a return, and the transaction that shows it.
    package var returnedAt: Int64?
    package var returnEvidence: String?

    package init(consent: Consent, joins: [Join], returnedAt: Int64?, returnEvidence: String?) {
        self.consent = consent
        self.joins = joins
        self.returnedAt = returnedAt
        self.returnEvidence = returnEvidence
    }
}
