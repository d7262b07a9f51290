/// One option of the command line: how it is written and what it does.
struct CommandOption {
    /// The name with its two hyphens.
    let name: String
    /// What stands for the value in the help; nil for a flag.
    let value: String?
    /// True if it may be given more than once.
    let isRepeatable: Bool
    /// What it does, for the help.
    let help: String

    /// An option; without a value it is a flag.
    init(_ name: String, value: String? = nil, repeatable: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        isRepeatable = repeatable
        self.help = help
    }
}

extension CommandOption {
    static let ledger = CommandOption("--ledger", value: "FILE", "the ledger, one SQLite file")
    static let json = CommandOption("--json", "one JSON object on standard output instead of text")
    static let helpFlag = CommandOption("--help", "this text")
    static let asOf = CommandOption(
        "--as-of",
        value: "INSTANT",
        "ask for the state at this instant: ISO 8601 with a zone, a date, or milliseconds (default: each app's horizon)"
    )
    static let knownBy = CommandOption("--known-by", value: "INSTANT", "leave out what was said after this instant")

    /// Options of every command that reads archives.
    static let input: [CommandOption] = [
        CommandOption(
            "--trust-root",
            value: "FILE",
            repeatable: true,
            "trust these certificates (DER or PEM) instead of Apple Root CA - G3"
        ),
        CommandOption("--bundle-id", value: "ID", repeatable: true, "accept only this app"),
        CommandOption("--app-apple-id", value: "N", repeatable: true, "accept only the app with this App Store id"),
        CommandOption("--environment", value: "production|sandbox|any", "accept only this environment (default: any)"),
        CommandOption("--jobs", value: "N", "worker threads (default: the machine's cores); no output depends on it"),
        CommandOption(
            "--kernel",
            value: "auto|openssl|scalar|ifma",
            "how signatures are checked (default: auto, the fastest here); no output depends on it"
        ),
        CommandOption("--max-document-bytes", value: "N", "the largest JSON document taken (default: 67108864)"),
        CommandOption(
            "--allow-unsigned-test-environments",
            "accept Xcode and LocalTesting records, which carry no signature of Apple's; for test ledgers only"
        ),
        CommandOption("--progress", value: "auto|always|never", "progress on standard error (default: auto)"),
        CommandOption("--quiet", "no progress and no summary text"),
    ]

    /// Options of `audit`.
    static let audit: [CommandOption] = [
        CommandOption(
            "--entitlements",
            value: "SOURCE",
            "your grants: CSV or JSON lines in a file or - for standard input, or an SQLite database"
        ),
        CommandOption(
            "--entitlements-format",
            value: "csv|jsonl",
            "how they are written (default: told by the content)"
        ),
        CommandOption("--query", value: "SQL", "the SELECT that gives the grants of an SQLite database"),
        CommandOption(
            "--columns",
            value: "MEANING=NAME,…",
            repeatable: true,
            "what your columns are called, as in originalTransactionId=orig_id,expires=valid_until"
        ),
        CommandOption("--grants-where", value: "COLUMN=VALUE", repeatable: true, "compare only rows with this value"),
        CommandOption(
            "--products",
            value: "FILE",
            "CSV or JSON lines of productId, accessLevel and duration: compare access levels instead of products"
        ),
        CommandOption("--tolerance", value: "DURATION", "how far apart expiries count as equal (default: PT1H)"),
        CommandOption("--grace", value: "grants|denies", "whether a billing grace period entitles (default: grants)"),
        CommandOption(
            "--environment",
            value: "production|sandbox|any",
            "which purchases the grants are meant for (default: production, or what a row names)"
        ),
        CommandOption("--bundle-id", value: "ID", repeatable: true, "only this app"),
        CommandOption("--format", value: "table|csv|jsonl", "how findings are written (default: table)"),
        CommandOption("--only", value: "CLASSES", "tell only these classes, and let only them decide the exit status"),
    ]
}
