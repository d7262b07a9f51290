import NotificationModel

/// Lays told notifications out as dumps: by app and year, some again, some altered.
struct CorpusArchive: Sendable {
    let told: [ToldNotification]
    let records: RecordForge
    let compression: ArchiveEncoding
    let seed: UInt64

    /// The dumps in which every notification arrives whole at least once.
    func intactFiles() throws -> [ArchiveFile] {
        let meadow = select(.meadow)
        let tidepool = select(.tidepool)
        var shuffling = SeededNumbers(seed: seed, name: "order of 2024")
        let of2024 = between("2024-01-01", "2025-01-01", meadow).shuffled(using: &shuffling)
        return [
            try file("meadow/production-2022.json", between("2022-01-01", "2023-01-01", meadow)),
            try file("meadow/production-2023.json", between("2023-01-01", "2024-01-01", meadow)),
            try file("meadow/production-2024.json", of2024, .pages, .lz4Independent),
            try file("meadow/production-2025.json", between("2025-02-15", "2026-01-01", meadow)),
            try file("meadow/production-2026.json", between("2026-01-01", "2027-01-01", meadow)),
            try file("meadow/sandbox.jsonl", select(.meadow, isSandbox: true), .items, .zstd),
            try file(
                "tidepool/production-2022-to-2024.json",
                between("2022-01-01", "2025-01-01", tidepool),
                .pageList,
                .gzip
            ),
            try file(
                "tidepool/production-2025-to-2026.jsonl",
                between("2025-01-01", "2027-01-01", tidepool),
                .pages,
                ArchiveEncoding.none
            ),
            try file("tidepool/sandbox-bodies.jsonl", select(.tidepool, isSandbox: true), .bodies),
        ]
    }

    /// Overlapping dumps, records signed again under another leaf, and one conflict.
    func repeatedFiles() throws -> [ArchiveFile] {
        let meadow = select(.meadow)
        let dump: Moment = "2025-03-11 12:00"
        let early = try between("2025-01-01", dump, meadow).map { try records.record($0, dumpedAt: dump) }
        let failing = between("2025-03-01", "2025-03-14", meadow).filter {
            records.attempts($0).first?.result != "SUCCESS"
        }
        let again = try failing.map { try records.record($0, dumpedAt: "2025-03-13") }
        return [
            try ArchiveFile("meadow/production-2025-03-11.json", early, as: .pages, compression),
            try ArchiveFile("meadow/only-failures-2025-03-13.json", again, as: .pages, .none),
            try ArchiveFile("repeated/under-another-leaf.json", resigned(meadow), as: .pages, compression),
            try ArchiveFile("repeated/conflict.json", conflict(meadow), as: .pages, compression),
        ]
    }

    /// Records signed again under a further leaf: over the same payload bytes, or in all their parts.
    private func resigned(_ told: [ToldNotification]) throws -> [ForgedRecord] {
        let leaf = CertificateRecipe.leaf(serial: 201, from: "2025-08-01", until: "2027-08-01")
        let newer = try records.forge.authority.signer(leaf)
        return try between("2025-08-10", "2025-10-01", told).prefix(6).enumerated().map { position, one in
            guard position.isMultiple(of: 2),
                let payload = try records.record(one).signedPayload.flatMap(OpenedJWS.init)
            else { return records.record(one, payload: try one.notification.signedPayload(by: newer)) }
            return records.record(one, payload: try newer.sign(String(decoding: payload.payload, as: UTF8.self)))
        }
    }

    /// The same identity with another build of the app, properly signed: both are the signer's word.
    private func conflict(_ told: [ToldNotification]) throws -> [ForgedRecord] {
        let chosen = told.filter { $0.story == "off-and-on-again" && $0.moment >= "2025-03-01" }.prefix(1)
        return try chosen.map { one in
            var other = one
            if case .data(let data) = one.notification.content {
                other.notification.content = .data(data.with { $0.bundleVersion = "215" })
            }
            return try records.record(other)
        }
    }

    private func file(
        _ path: String,
        _ told: [ToldNotification],
        _ shape: ArchiveFile.Shape = .pages,
        _ encoding: ArchiveEncoding? = nil
    ) throws -> ArchiveFile {
        try ArchiveFile(path, told.map { try records.record($0) }, as: shape, encoding ?? compression)
    }

    /// An app's notifications by instant.
    func select(_ app: InventedApp, isSandbox: Bool = false) -> [ToldNotification] {
        told.filter { $0.app == app && $0.isSandbox == isSandbox }.sorted { $0.moment < $1.moment }
    }

    /// Those of an interval, its end excluded.
    func between(_ start: Moment, _ end: Moment, _ told: [ToldNotification]) -> [ToldNotification] {
        told.filter { $0.moment >= start && $0.moment < end }
    }
}
