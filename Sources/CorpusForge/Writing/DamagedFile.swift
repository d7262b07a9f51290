import NotificationModel

/// Files with a fault, written beside the files whose records they repeat.
struct DamagedFile {
    /// Signs their intact records.
    let forge: Forge
    /// The attempts that those show.
    let deliveries: DeliveryBook
    /// The form of those whose fault does not ask for another one.
    let compression: ArchiveEncoding

    /// A file with a fault, dumped when the file beside it was; `intact` records stand in it, at least one.
    func file(
        _ damage: DamageWay.FileDamage,
        _ path: String,
        _ intact: [PlannedRecord],
        of plan: WritingPlan.StreamPlan,
        dump: Moment
    ) throws -> ArchiveFile {
        let some = try intact.suffix(3).map { try record($0, plan, dump) }
        switch damage {
        case .malformedPage: return try malformed(path, some)
        case .errorBody:
            return try foreign(path, ["errorCode": 4_290_000, "errorMessage": "Rate limit exceeded."])
        case .versionOne:
            return try foreign(
                path,
                ["notification_type": "DID_RENEW", "environment": "PROD", "auto_renew_status": "true"]
            )
        case .otherJSON: return try foreign(path, ["hello": "world"])
        case .empty:
            var file = try ArchiveFile(path, [], text: "", .none)
            file.fault = .emptyInput
            return file
        case .badChecksum: return try ArchiveFile(path, some, as: .pages, .lz4).withBadChecksum()
        case .bytesAfterFrame:
            return try ArchiveFile(path, some, as: .pages, .lz4).followed(by: Array("left over".utf8))
        case .zerosAfterMember:
            return try ArchiveFile(path, some, as: .pages, .gzip).followed(by: [UInt8](repeating: 0, count: 512))
        case .cut: return try cut(path, intact.map { try record($0, plan, dump) })
        }
    }

    /// A page with a colon missing, after a page that is whole.
    private func malformed(_ path: String, _ good: [ForgedRecord]) throws -> ArchiveFile {
        let page = HistoryPage(json: good.map(\.json)).text
        let broken = page.replacing("\"hasMore\":", with: "\"hasMore\" ")
        return try ArchiveFile(
            path,
            good + [ForgedRecord(json: .null, verdict: .rejected(.malformedJSON, inner: nil))],
            text: page + "\n" + broken + "\n",
            compression
        )
    }

    private func record(
        _ record: PlannedRecord,
        _ plan: WritingPlan.StreamPlan,
        _ dump: Moment
    ) throws -> ForgedRecord {
        let told = record.told
        let payload = try forge.signedPayload(told.notification, signedAt: told.moment)
        let made = deliveries.attempts(of: record, plan, until: dump)
        return ForgedRecord(told, payload: payload, attempts: made)
    }

    private func foreign(_ path: String, _ document: ForgedJSON) throws -> ArchiveFile {
        let record = ForgedRecord(json: document, verdict: .rejected(.notANotification, inner: nil))
        return try ArchiveFile(path, [record], as: .items, compression)
    }

    /// Enough records for some blocks, in pages of two, cut within a page.
    private func cut(_ path: String, _ made: [ForgedRecord]) throws -> ArchiveFile {
        var many = (0..<max(16, made.count)).map { made[$0 % made.count] }
        while true {
            let whole = try ArchiveFile(path, many, as: .pages, .lz4, pageLength: 2)
            if let cut = try whole.cut(pageLength: 2) { return cut }
            // The cut fell between two pages; the next file is longer by one record.
            many.append(made[many.count % made.count])
        }
    }
}
