import NotificationModel

/// One way to add what a reader must not take for new: an altered copy, a conflicting one, or a damaged file.
enum DamageWay: Sendable {
    case alteration(Alteration)
    case conflict(Conflict)
    case file(FileDamage)

    /// Another content under a notification's identity, properly signed.
    enum Conflict: Sendable {
        /// Another build of the app, whose name ends in a number.
        case otherBuild(Int)
        /// White space in the payload: other bytes, though the same JSON.
        case spacedOutside
        /// White space in the transaction's payload.
        case spacedInside

        static let all: [Conflict] = [.otherBuild(0), .spacedOutside, .spacedInside]

        /// True where the other content can be made from a notification.
        func suits(_ notification: ForgedNotification) -> Bool {
            switch self {
            case .otherBuild: notification.hasData
            case .spacedOutside: true
            case .spacedInside: notification.isFullySigned
            }
        }

        /// The same for a slot: no two slots make the same build.
        func numbered(_ slot: Int) -> Conflict {
            if case .otherBuild = self { return .otherBuild(slot) }
            return self
        }
    }

    /// What is wrong with a page, a document or a whole file.
    enum FileDamage: CaseIterable, Sendable {
        case malformedPage
        case errorBody
        case versionOne
        case otherJSON
        case empty
        case badChecksum
        case bytesAfterFrame
        case zerosAfterMember
        case cut

        var reason: RejectionReason {
            switch self {
            case .malformedPage: .malformedJSON
            case .errorBody, .versionOne, .otherJSON: .notANotification
            case .empty: .emptyInput
            case .badChecksum: .corruptArchive
            case .bytesAfterFrame, .zerosAfterMember: .trailingBytes
            case .cut: .truncatedArchive
            }
        }

        /// True where the damage would take along what follows in one stream of files.
        var needsOwnFile: Bool {
            switch self {
            case .malformedPage, .errorBody, .versionOne, .otherJSON: false
            case .empty, .badChecksum, .bytesAfterFrame, .zerosAfterMember, .cut: true
            }
        }
    }

    /// The reason that a reader gives.
    var reason: RejectionReason {
        switch self {
        case .alteration(let alteration): alteration.reason
        case .conflict: .conflictingDuplicate
        case .file(let damage): damage.reason
        }
    }

    /// True for what takes much room, a mebibyte of text or a file of its own.
    var isCostly: Bool {
        switch self {
        case .alteration(let alteration): alteration.reason == .limitExceeded
        case .conflict: false
        case .file: true
        }
    }

    /// The ways with these reasons, in a fixed order; `inOneStream` leaves out what needs a file of its own.
    static func ways(_ reasons: Set<RejectionReason>, inOneStream: Bool) -> [DamageWay] {
        let files = FileDamage.allCases.filter { !(inOneStream && $0.needsOwnFile) }
        let all =
            Alteration.all.map(DamageWay.alteration) + Conflict.all.map(DamageWay.conflict)
            + files.map(DamageWay.file)
        return all.filter { reasons.contains($0.reason) }
    }
}
