package import NotificationModel

/// A whole set of archives: files, trust root, and the truth about every record.
package struct Corpus: Sendable {
    /// The files of the archive folder, in byte-wise order of their paths.
    package let files: [ArchiveFile]
    /// The truth in reading order.
    package let truth: [TruthLine]
    /// The root that a reader must be told to trust, PEM.
    package let rootPEM: String

    /// The corpus of the hand-told accounts under a seed.
    ///
    /// Ids, dates and payloads are a function of the seed; keys, and with them signatures and certificates, are made
    /// at random each time. `compression` is that of most files; a few keep a form of their own.
    package init(seed: UInt64, compression: ArchiveEncoding = .lz4) throws {
        let forge = try Forge()
        let told = Stories.all(seed: seed).flatMap(\.told)
        let records = try RecordForge(forge, Self.deliveries, signing: told)
        let archive = CorpusArchive(told: told, records: records, compression: compression, seed: seed)
        files = try (archive.intactFiles() + archive.repeatedFiles() + archive.alteredFiles())
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        truth = TruthLine.lines(of: files)
        rootPEM = forge.authority.rootPEM
    }

    /// When the invented servers failed: an hour in 2023, three weeks around New Year 2025, four days in March 2025.
    package static let deliveries = DeliverySchedule(outages: [
        .init(
            InventedApp.meadow.bundleId,
            from: "2023-07-09 11:00",
            until: "2023-07-09 12:30",
            "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        ),
        .init(InventedApp.tidepool.bundleId, from: "2024-12-20", until: "2025-01-12", "NO_RESPONSE"),
        .init(InventedApp.meadow.bundleId, from: "2025-03-10 08:00", until: "2025-03-14 06:00", "TIMED_OUT"),
    ])

    /// The reasons that a record or file of any archive can have without an option of the reader's.
    package static let reasonsWithoutOptions = Set(RejectionReason.allCases).subtracting([
        .appNotAllowed, .environmentNotAllowed,
    ])
}
