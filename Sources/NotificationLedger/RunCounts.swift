internal import NotificationModel

/// What became of the records of a run.
package struct RunCounts: Sendable, Equatable {
    /// Every record and every file fault.
    package var recordsIn = 0
    package var new = 0
    package var duplicate = 0
    /// Duplicates whose content differs; they are among ``duplicate``.
    package var conflicting = 0
    package var rejected = 0
    /// Records and file faults by reason code.
    package var rejectedByReason: [String: Int] = [:]
    /// Accepted records, new or not, by type and subtype.
    package var byType: [TypeKey: Int] = [:]
    /// Accepted records by app and environment; empty text where a record names none.
    package var byApp: [AppKey: Int] = [:]
    /// Accepted records by remark.
    package var byNote: [String: Int] = [:]
    /// Sources finished by an earlier run.
    package var sourcesSkipped = 0
    package var sourcesRead = 0
    /// Documents that an earlier run had taken already, of sources that grew or were interrupted.
    package var documentsSkipped = 0

    package init() {}

    package struct TypeKey: Hashable, Sendable, Comparable {
        package let type: String
        package let subtype: String?

        package init(type: String, subtype: String?) {
            self.type = type
            self.subtype = subtype
        }

        package static func < (left: TypeKey, right: TypeKey) -> Bool {
            (left.type, left.subtype ?? "") < (right.type, right.subtype ?? "")
        }
    }

    package struct AppKey: Hashable, Sendable, Comparable {
        package let app: String
        package let environment: String

        package init(app: String, environment: String) {
            self.app = app
            self.environment = environment
        }

        package static func < (left: AppKey, right: AppKey) -> Bool {
            (left.app, left.environment) < (right.app, right.environment)
        }
    }

    /// True if every record ended as exactly one of new, duplicate and rejected.
    package var addUp: Bool {
        recordsIn == new + duplicate + rejected && rejected == rejectedByReason.values.reduce(0, +)
            && new + duplicate == byType.values.reduce(0, +) && new + duplicate == byApp.values.reduce(0, +)
    }

    /// True if the whole input was taken.
    package var inputWasWhole: Bool { rejected == 0 && conflicting == 0 }

    mutating func countRejection(_ reason: RejectionReason) {
        recordsIn += 1
        rejected += 1
        rejectedByReason[reason.rawValue, default: 0] += 1
    }

    mutating func countAccepted(_ row: NotificationRow, _ batch: RowBatch, as fate: AcceptedFate) {
        recordsIn += 1
        switch fate {
        case .new: new += 1
        case .duplicate: duplicate += 1
        case .conflicting:
            duplicate += 1
            conflicting += 1
        }
        let subtype = batch.text(.notification, row.notification, "subtype").flatMap { $0.isEmpty ? nil : $0 }
        let type = batch.text(.notification, row.notification, "notificationType") ?? ""
        byType[TypeKey(type: type, subtype: subtype), default: 0] += 1
        let app = AppKey(
            app: row.bundleId.map(batch.text) ?? "",
            environment: row.environment.map(batch.text) ?? ""
        )
        byApp[app, default: 0] += 1
        for code in row.notes.codes { byNote[code, default: 0] += 1 }
    }
}

/// What an accepted record is to those accepted before it.
package enum AcceptedFate: Sendable {
    case new
    case duplicate
    case conflicting
}
