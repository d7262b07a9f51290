package import NotificationModel

/// Something that does not fit together, under a stable code.
package struct Discrepancy: Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        case statusDisagreement = "status-disagreement"
        case statusLag = "status-lag"
        case missingTransaction = "missing-transaction"
        case renewalGap = "renewal-gap"
        case orphanRevocation = "orphan-revocation"
        case orphanConsent = "orphan-consent"
        case accessAfterRevocation = "access-after-revocation"
        case partsFarApart = "parts-far-apart"
        case undocumentedPair = "undocumented-pair"
        case unknownValue = "unknown-value"
        case neverDelivered = "never-delivered"
        case incompleteArchive = "incomplete-archive"
        case historyBeginsLate = "history-begins-late"
        case sharedBillingLine = "shared-billing-line"

        /// `error`, `warning` or `information`.
        package var severity: String {
            switch self {
            case .statusDisagreement, .accessAfterRevocation: "error"
            case .missingTransaction, .renewalGap, .orphanRevocation, .incompleteArchive, .neverDelivered: "warning"
            case .statusLag, .orphanConsent, .partsFarApart, .undocumentedPair, .unknownValue, .historyBeginsLate,
                .sharedBillingLine:
                "information"
            }
        }
    }

    package var code: Code
    /// The notification or transaction concerned, as ids.
    package var notificationUUID: Identity128?
    package var transactionId: String?
    package var instant: Int64?
    /// One sentence for people.
    package var sentence: String

    package init(
        _ code: Code,
        notificationUUID: Identity128? = nil,
        transactionId: String? = nil,
        instant: Int64? = nil,
        _ sentence: String
    ) {
        self.code = code
        self.notificationUUID = notificationUUID
        self.transactionId = transactionId
        self.instant = instant
        self.sentence = sentence
    }
}

extension Discrepancy {
    /// Orders by (instant, code, notification, transaction, sentence); findings without an instant come first.
    static func precedes(_ left: Discrepancy, _ right: Discrepancy) -> Bool {
        let none = Identity128(high: 0, low: 0)
        return (
            left.instant ?? .min, left.code.rawValue, left.notificationUUID ?? none, left.transactionId ?? "",
            left.sentence
        ) < (
            right.instant ?? .min, right.code.rawValue, right.notificationUUID ?? none, right.transactionId ?? "",
            right.sentence
        )
    }
}
