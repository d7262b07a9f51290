/// What the benchmark program was asked to do; everything that begins with `--benchmark_` is the library's.
struct SuiteOptions {
    /// An archive to measure on, with `archive` and `root.pem` in it; nil has one forged.
    var corpus: String?
    /// Writes the corpus there, for a later run, and measures nothing.
    var forge: String?
    /// The notifications of a forged corpus.
    var notifications = 4000
    /// The seed of a forged corpus.
    var seed: UInt64 = 1
    /// Pairs of measurements for each benchmark.
    var pairs = 15
    /// Leaves out what takes long and tells little that is new.
    var isQuick = false
    /// Counts instructions under callgrind instead of measuring times.
    var countsInstructions = false
    /// The program's name and the library's options.
    var libraryArguments: [String] = []

    /// An argument that cannot be understood.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the arguments, the program's name first.
    init(_ arguments: [String]) throws {
        libraryArguments = [arguments.first ?? "storeledger-benchmarks"]
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            switch option {
            case "--corpus": corpus = try Self.text(option, &rest)
            case "--forge": forge = try Self.text(option, &rest)
            case "--notifications": notifications = try Self.number(option, &rest)
            case "--seed": seed = UInt64(try Self.number(option, &rest))
            case "--pairs": pairs = try Self.number(option, &rest)
            case "--quick": isQuick = true
            case "--count-instructions": countsInstructions = true
            case let option where option.hasPrefix("--benchmark_"): libraryArguments.append(option)
            default: throw Misuse(description: "unknown option '\(option)'")
            }
        }
    }

    private static func text(_ option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw Misuse(description: "\(option) needs a value") }
        return value
    }

    private static func number(_ option: String, _ rest: inout ArraySlice<String>) throws -> Int {
        guard let value = Int(try text(option, &rest)), value > 0 else {
            throw Misuse(description: "\(option) needs a whole number from 1")
        }
        return value
    }
}
