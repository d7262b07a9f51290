/// What `storeledger-corpus` was asked to do.
package struct CorpusOptions: Hashable, Sendable {
    /// The folder to write.
    package var folder: String
    /// The seed of ids and instants.
    package var seed: UInt64
    /// The form of most files.
    package var compression: ArchiveEncoding

    /// A folder, with defaults for the rest.
    package init(folder: String, seed: UInt64 = 1, compression: ArchiveEncoding = .lz4) {
        self.folder = folder
        self.seed = seed
        self.compression = compression
    }

    /// Show the help, or write a corpus.
    package enum Request: Hashable, Sendable {
        case help
        case write(CorpusOptions)
    }

    /// An option that cannot be understood.
    package enum Misuse: Error, Hashable {
        case unknownOption(String)
        case missingValue(String)
        case impossibleValue(option: String, value: String, expected: String)
        case missingFolder

        /// The fault in one sentence.
        package var sentence: String {
            switch self {
            case .unknownOption(let option): "unknown option '\(option)'"
            case .missingValue(let option): "\(option) needs a value"
            case .impossibleValue(let option, let value, let expected): "\(option) '\(value)': expected \(expected)"
            case .missingFolder: "--out DIR is missing"
            }
        }
    }

    /// The text of `--help`.
    package static let help = """
        usage: storeledger-corpus --out DIR [--seed N] [--compression lz4|gzip|zstd|none]

        Writes an invented notification history under a test authority made for this run:
          DIR/archive/         history dumps: whole, repeated, altered and damaged
          DIR/root.pem         the root to trust (storeledger ... --trust-root DIR/root.pem)
          DIR/truth.jsonl      what a reader should make of every record, in reading order
          DIR/manifest.sha256  checks with sha256sum -c

          --out DIR            a folder that is empty or does not exist yet
          --seed N             determines ids and instants, not keys (default: 1)
          --compression FORM   the form of most files; a few keep one of their own (default: lz4)
          --help               this text
        """

    /// Reads the arguments after the program's name.
    package static func parse(_ arguments: [String]) throws(Misuse) -> Request {
        var options = CorpusOptions(folder: "")
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": return .help
            case "--out": options.folder = try value(of: option, &rest)
            case "--seed":
                let text = try value(of: option, &rest)
                guard let seed = UInt64(text) else {
                    throw .impossibleValue(option: option, value: text, expected: "a whole number from 0")
                }
                options.seed = seed
            case "--compression":
                let text = try value(of: option, &rest)
                guard let form = ArchiveEncoding(rawValue: text), form != .lz4Independent else {
                    throw .impossibleValue(option: option, value: text, expected: "lz4, gzip, zstd or none")
                }
                options.compression = form
            default: throw .unknownOption(option)
            }
        }
        guard !options.folder.isEmpty else { throw .missingFolder }
        return .write(options)
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw .missingValue(option) }
        return value
    }
}
