package import NotificationModel

/// What was written, in numbers.
package struct WritingReport: Hashable, Sendable {
    /// Files of the archive.
    package var files = 0
    /// Lines of the truth: records, and faults of files.
    package var lines = 0
    /// First records of an identity.
    package var new = 0
    /// Later records of an identity, those that conflict among them.
    package var duplicates = 0
    /// Later records of an identity with another content.
    package var conflicting = 0
    /// Records, documents and files that a reader rejects.
    package var rejected = 0
    /// Rejected and conflicting ones by reason.
    package var reasons: [RejectionReason: Int] = [:]
    /// The stories that lack a record, with ``WritingOptions/isLossy``; one entry a story.
    package var lostStories: Set<String> = []

    mutating func count(_ fate: TruthLine.Fate, _ reason: RejectionReason?) {
        lines += 1
        switch fate {
        case .new: new += 1
        case .duplicate: duplicates += 1
        case .rejected: rejected += 1
        }
        guard let reason else { return }
        if fate == .duplicate { conflicting += 1 }
        reasons[reason, default: 0] += 1
    }
}
