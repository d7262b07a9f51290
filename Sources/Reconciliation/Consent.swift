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

    /// Whether both are one withdrawal, told in bytes that may differ.
    package func saysTheSame(as other: Consent) -> Bool {
        var other = other
        other.contentDigest = contentDigest
        return self == other
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

extension ConsentOutcome {
    /// The outcome as it was known at an instant; nil for a withdrawal that was said later.
    ///
    /// A return is known only where the history, as it was known then, has the purchase that shows it.
    package func known(by limit: Int64, history: PurchaseHistory) -> ConsentOutcome? {
        guard consent.instant.map({ $0 <= limit }) ?? true else { return nil }
        var past = self
        if !history.transactions.contains(where: { $0.transactionId == returnEvidence }) {
            past.returnedAt = nil
            past.returnEvidence = nil
        }
        return past
    }
}
