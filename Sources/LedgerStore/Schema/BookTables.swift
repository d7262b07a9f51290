/// The tables of the ledger's own affairs; no fingerprint covers them.
enum BookTables {
    static let meta = Table(
        name: "meta",
        kind: .book,
        columns: [.text("key", required: true), .any("value")],
        primaryKey: ["key"]
    )

    static let runs = Table(
        name: "runs",
        kind: .book,
        columns: [
            .integer("id", required: true), .integer("started_at", required: true), .integer("finished_at"),
            .text("counts"),
        ],
        primaryKey: ["id"]
    )

    /// The inputs and how far each was read; a path is bytes, since nothing makes it UTF-8.
    static let sources = Table(
        name: "sources",
        kind: .book,
        columns: [
            .integer("id", required: true), .blob("path", required: true), .integer("size", required: true),
            .integer("modified_nanoseconds", required: true), .blob("prefix_digest"),
            .integer("stream_offset", required: true), .integer("next_record_index", required: true),
            .integer("is_finished", required: true),
            // The options that the records were judged under: other options may judge otherwise.
            .text("policy", required: true),
        ],
        primaryKey: ["id"],
        indexes: [Table.Index(name: "sources_by_path", terms: "path", isUnique: true)]
    )

    /// What the history pages of a source say of the whole; only sources with pages, or with an end that is missing.
    static let historyPages = Table(
        name: "history_pages",
        kind: .book,
        columns: [
            .integer("source_id", required: true), .text("name", required: true),
            // The files of one place continue each other: a folder's path, or the path of a stream.
            .blob("place", required: true), .integer("is_alone", required: true),
            .integer("page_count", required: true),
            // What the last page says; NULL where it does not say.
            .integer("has_more"),
            .integer("broken_count", required: true),
            // 0 nothing of the end is missing, 1 something is, 2 a page is.
            .integer("loss", required: true),
        ],
        primaryKey: ["source_id"]
    )

    /// What fetch manifests say an archive covers: [starts_at, ends_at).
    static let coverage = Table(
        name: "coverage",
        kind: .book,
        columns: [
            .text("app", required: true), .text("environment", required: true),
            .integer("starts_at", required: true), .integer("ends_at", required: true),
            .integer("is_complete", required: true),
        ],
        primaryKey: ["app", "environment", "starts_at", "ends_at", "is_complete"]
    )

    /// What was not accepted, once by its bytes.
    static let rejects = Table(
        name: "rejects",
        kind: .book,
        columns: [
            .blob("digest", required: true), .text("reason", required: true), .text("detail", required: true),
            .integer("source_id", required: true), .integer("record_index"),
            .integer("first_run_id", required: true), .integer("seen_count", required: true),
        ],
        primaryKey: ["digest"]
    )

    /// Where the bytes of a reject were written.
    static let rejectCopies = Table(
        name: "reject_copies",
        kind: .book,
        columns: [.blob("digest", required: true), .text("quarantine", required: true)],
        primaryKey: ["digest", "quarantine"]
    )

    /// The quarantine files written to, by file, and the length each had at the last commit.
    ///
    /// A file that was cut or replaced under the same identity begins another generation.
    static let quarantines = Table(
        name: "quarantines",
        kind: .book,
        columns: [
            .text("file", required: true), .integer("generation", required: true), .integer("length", required: true),
        ],
        primaryKey: ["file"]
    )

    /// The keys whose derived rows no longer follow from the facts.
    static let dirtyKeys = Table(
        name: "dirty_keys",
        kind: .book,
        columns: [
            .text("original_transaction_id", required: true), .text("environment", required: true),
            .text("app", required: true),
        ],
        primaryKey: ["original_transaction_id", "environment", "app"]
    )

    /// How far each app's knowledge reached at the end of the last finished derivation.
    static let horizons = Table(
        name: "horizons",
        kind: .book,
        columns: [
            .text("app", required: true), .text("environment", required: true), .integer("horizon", required: true),
        ],
        primaryKey: ["app", "environment"]
    )

    static let all = [
        meta, runs, sources, historyPages, coverage, rejects, rejectCopies, quarantines, dirtyKeys, horizons,
    ]
}
