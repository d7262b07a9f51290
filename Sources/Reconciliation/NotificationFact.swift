package import NotificationModel

/// What the fold needs to know of the notification that carried a snapshot.
///
/// A value that is cheap to copy: snapshots, words and claims all hold the fact they come from.
package struct NotificationFact: Sendable, Equatable {
    private struct Contents: Equatable {
        var notificationUUID: Identity128
        var contentDigest: Digest256
        var saidAt: Int64?
        var type: String
        var subtype: String?
        var status: Int64?
        var consumptionRequestReason: String?
        var knownType: NotificationType?
        var knownSubtype: NotificationSubtype?
    }

    private final class Box: Sendable {
        let contents: Contents

        init(_ contents: Contents) {
            self.contents = contents
        }
    }

    private var box: Box

    package init(
        notificationUUID: Identity128,
        contentDigest: Digest256,
        saidAt: Int64?,
        type: String,
        subtype: String? = nil,
        status: Int64? = nil,
        consumptionRequestReason: String? = nil
    ) {
        box = Box(
            Contents(
                notificationUUID: notificationUUID,
                contentDigest: contentDigest,
                saidAt: saidAt,
                type: type,
                subtype: subtype,
                status: status,
                consumptionRequestReason: consumptionRequestReason,
                knownType: NotificationType(type),
                knownSubtype: subtype.flatMap { NotificationSubtype($0) }
            )
        )
    }

    package var notificationUUID: Identity128 { box.contents.notificationUUID }

    package var contentDigest: Digest256 {
        get { box.contents.contentDigest }
        set { change { $0.contentDigest = newValue } }
    }

    /// Outer `signedDate`, else the newest inner one, milliseconds since 1970; nil for an undated record.
    package var saidAt: Int64? {
        get { box.contents.saidAt }
        set { change { $0.saidAt = newValue } }
    }

    /// `notificationType` as it stands in the payload.
    package var type: String {
        get { box.contents.type }
        set {
            change {
                $0.type = newValue
                $0.knownType = NotificationType(newValue)
            }
        }
    }

    /// `subtype` as it stands in the payload.
    package var subtype: String? {
        get { box.contents.subtype }
        set {
            change {
                $0.subtype = newValue
                $0.knownSubtype = newValue.flatMap { NotificationSubtype($0) }
            }
        }
    }

    /// The type, where the table knows it.
    package var knownType: NotificationType? { box.contents.knownType }

    /// The subtype, where the table knows it.
    package var knownSubtype: NotificationSubtype? { box.contents.knownSubtype }

    /// `data.status`: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    package var status: Int64? {
        get { box.contents.status }
        set { change { $0.status = newValue } }
    }

    /// `data.consumptionRequestReason`.
    package var consumptionRequestReason: String? {
        get { box.contents.consumptionRequestReason }
        set { change { $0.consumptionRequestReason = newValue } }
    }

    package static func == (left: NotificationFact, right: NotificationFact) -> Bool {
        left.box === right.box || left.box.contents == right.box.contents
    }

    private mutating func change(_ edit: (inout Contents) -> Void) {
        var contents = box.contents
        edit(&contents)
        box = Box(contents)
    }
}
