/// What `storeledger-corpus` was asked to do.
package struct CorpusOptions: Hashable, Sendable {
    /// The folder to write; empty where only a stream is written.
    package var folder = ""
    /// True writes the archive to standard output.
    package var writesStream = false
    /// The notifications of the history.
    package var notifications = 10_000
    /// The apps of the history.
    package var apps = 2
    /// How the history is written.
    package var writing = WritingOptions()

    /// A folder, with defaults for the rest.
    package init(folder: String = "") {
        self.folder = folder
    }

    /// The world that the history comes from.
    package var world: WorldOptions {
        WorldOptions(
            seed: writing.seed,
            start: writing.start,
            days: writing.days,
            notifications: notifications,
            apps: apps
        )
    }

    /// Show the help, write the hand-told corpus, or write a history.
    package enum Request: Hashable, Sendable {
        case help
        case stories(CorpusOptions)
        case history(CorpusOptions)
    }

    /// An option that cannot be understood.
    package enum Misuse: Error, Hashable {
        case unknownOption(String)
        case missingValue(String)
        case impossibleValue(option: String, value: String, expected: String)
        case missingFolder
        case notForStories(String)

        /// The fault in one sentence.
        package var sentence: String {
            switch self {
            case .unknownOption(let option): "unknown option '\(option)'"
            case .missingValue(let option): "\(option) needs a value"
            case .impossibleValue(let option, let value, let expected): "\(option) '\(value)': expected \(expected)"
            case .missingFolder: "--out DIR is missing"
            case .notForStories(let option): "\(option) does not go with --stories, whose history is fixed"
            }
        }
    }

    /// The text of `--help`.
    package static let help = """
        usage: storeledger-corpus --out DIR [options]
               storeledger-corpus --stdout [--out DIR] [options]
               storeledger-corpus --stories --out DIR [--seed N] [--compression FORM]

        Writes an invented notification history under a test authority made for this run:
          DIR/archive/         history dumps by app and environment: whole, repeated, altered and damaged
          DIR/root.pem         the root to trust (storeledger ... --trust-root DIR/root.pem)
          DIR/truth.jsonl      what a reader should make of every record, in reading order
          DIR/state.jsonl      what is true of every purchase, subscription and withdrawn consent
          DIR/manifest.sha256  checks with sha256sum -c

          --out DIR            a folder that is empty or does not exist yet
          --stdout             the archive's files one after another to standard output, DIR/ gets the rest; the
                               truth tells them as one source '-'; damage that needs a file of its own is left out
          --stories            the hand-told accounts, some 340 records
          --seed N             determines ids, instants, repeats and damage, not keys (default: 1)

        the history:
          --notifications N    distinct notifications (default: 10000)
          --start DATE         its first day, YYYY-MM-DD, from 2021-04-01 (default: 2022-01-01)
          --days N             its length; ends before 2036 (default: 1780)
          --apps N             its apps (default: 2)
          --outage FROM/TO     a time at which every server fails, YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ, the end
                               excluded; may be given again

        the archive:
          --leaves N           signing leaves that follow each other, 1 to 100; repeats that are signed again use
                               one more beside each (default: 3)
          --repeats P          later copies in per cent of the notifications, up to four decimals (default: 8)
          --damage P           damaged and conflicting copies, counted likewise; each kind comes at least once,
                               and a file that is cut counts once though it has two faults (default: 5)
          --damage-kinds LIST  reason codes, with commas between (default: all that need no option of a reader's)
          --lossy              an altered copy takes the place of its intact record
          --pages-per-file N   about how many pages of 20 records a file has, 1 to 5000 (default: 50)
          --layout FORM        pages, lines (an item a line) or bodies (no attempts) (default: pages)
          --compression FORM   lz4, lz4-independent, gzip, zstd or none; some damage needs a form of its own
                               (default: lz4)
          --jobs N             threads that sign, 1 to 256 (default: the processors)
          --help               this text
        """
}
