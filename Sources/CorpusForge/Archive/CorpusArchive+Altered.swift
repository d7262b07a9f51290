import NotificationModel

/// Altered copies and damaged files; every record in them also arrives intact elsewhere.
extension CorpusArchive {
    /// The files of the folder `altered`.
    func alteredFiles() throws -> [ArchiveFile] {
        let pool = renewalsOfProduction()
        let oversized = Alteration.all.filter { $0.reason == .limitExceeded }
        let small = Alteration.all.filter { $0.reason != .limitExceeded }
        return try [
            ArchiveFile(
                "altered/records.json",
                interleaved(small, with: pool),
                as: .pages,
                compression,
                pageLength: 12
            ),
            ArchiveFile("altered/oversized.json", interleaved(oversized, with: pool), as: .pages, .lz4),
            malformed(pool), foreign(pool), empty(),
            ArchiveFile("altered/checksum.json", intact(pool, 2...4), as: .pages, .lz4).withBadChecksum(),
            ArchiveFile("altered/bytes-after-frame.json", intact(pool, 5...6), as: .pages, .lz4)
                .followed(by: Array("left over".utf8)),
            ArchiveFile("altered/zeros-after-member.json", intact(pool, 7...8), as: .pages, .gzip)
                .followed(by: [UInt8](repeating: 0, count: 512)),
            cut(pool),
        ]
    }

    private func cut(_ pool: [ToldNotification]) throws -> ArchiveFile {
        let whole = try ArchiveFile("altered/cut.json", intact(pool, 9...16), as: .pages, .lz4, pageLength: 2)
        guard let cut = try whole.cut(pageLength: 2) else { preconditionFailure("the cut must fall within a page") }
        return cut
    }

    /// Altered copies with an intact record after every third one.
    private func interleaved(_ ways: [Alteration], with pool: [ToldNotification]) throws -> [ForgedRecord] {
        try ways.enumerated().flatMap { position, way in
            let one = pool[position * 5 % pool.count]
            let altered = try records.record(one, altered: way)
            return position % 3 == 2 ? [altered, try records.record(one)] : [altered]
        }
    }

    /// A page with a colon missing, after a page that is whole.
    private func malformed(_ pool: [ToldNotification]) throws -> ArchiveFile {
        let good = try intact(pool, 0...0)
        let page = HistoryPage(json: good.map(\.json)).text
        let broken = page.replacing("\"hasMore\":", with: "\"hasMore\" ")
        return try ArchiveFile(
            "altered/malformed.json",
            good + [ForgedRecord(json: .null, verdict: .rejected(.malformedJSON, inner: nil))],
            text: page + "\n" + broken + "\n",
            compression
        )
    }

    /// Documents that are no notification: an error of the API, a version 1 notification, other JSON.
    private func foreign(_ pool: [ToldNotification]) throws -> ArchiveFile {
        let documents: [ForgedJSON] = [
            ["errorCode": 4_290_000, "errorMessage": "Rate limit exceeded."],
            ["notification_type": "DID_RENEW", "environment": "PROD", "auto_renew_status": "true"],
            ["hello": "world"],
        ]
        let records = documents.map { ForgedRecord(json: $0, verdict: .rejected(.notANotification, inner: nil)) }
        return try ArchiveFile("altered/foreign.jsonl", records, as: .items, .none)
    }

    private func empty() throws -> ArchiveFile {
        var file = try ArchiveFile("altered/empty.json", [], text: "", .none)
        file.fault = .emptyInput
        return file
    }

    private func intact(_ pool: [ToldNotification], _ range: ClosedRange<Int>) throws -> [ForgedRecord] {
        try range.map { try records.record(pool[$0 * 3 % pool.count]) }
    }

    /// Plain renewals since 2024: records with both signed parts, a status and an instant.
    private func renewalsOfProduction() -> [ToldNotification] {
        let renewed = NotificationType.didRenew.text
        return between("2024-01-01", "2027-01-01", select(.meadow)).filter {
            $0.notification.type == renewed && $0.notification.subtype == nil
        }
    }
}
