package import NotificationModel

/// What the fold needs to know of the notification that carried a snapshot.
package struct NotificationFact: Sendable, Equatable {
    package var notificationUUID: Identity128
    package var contentDigest: Digest256
    /// Outer `signedDate`, else the newest inner one, milliseconds since 1970; nil for an undated record.
    package var saidAt: Int64?
    /// `notificationType` and `subtype` as they stand in the payload.
    package var type: String
    package var subtype: String?
    /// `data.status`: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    package var status: Int64?
    /// `data.consumptionRequestReason`.
    package var consumptionRequestReason: String?

    package init(
        notificationUUID: Identity128,
        contentDigest: Digest256,
        saidAt: Int64?,
        type: String,
        subtype: String? = nil,
        status: Int64? = nil,
        consumptionRequestReason: String? = nil
    ) {
        self.notificationUUID = notificationUUID
        self.contentDigest = contentDigest
        self.saidAt = saidAt
        self.type = type
        self.subtype = subtype
        self.status = status
        self.consumptionRequestReason = consumptionRequestReason
    }
}
