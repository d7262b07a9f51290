import CGoogleBenchmark
import Foundation
import NotificationLedger
import ReferencePath

/// Ends the process with a message on standard error.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("storeledger-benchmarks: \(message)\n".utf8))
    exit(status)
}

/// Hands the library its own options.
func initializeLibrary(_ arguments: [String]) {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    // Safe: the texts live as long as the program; the library may reorder the pointers during the call.
    let left = unsafe CGoogleBenchmark_initialize(Int32(pointers.count), &pointers)
    guard left == 1 else { stop("Google Benchmark does not know one of: \(arguments.dropFirst())", status: 2) }
}

/// Everything that can be measured, in the order of the work.
func allScenarios(_ corpus: BenchmarkCorpus) throws -> [Scenario] {
    let material = try BenchmarkMaterial(corpus)
    return ReferenceItself(corpus: corpus).scenarios + EndToEnd(corpus: corpus).scenarios
        + Decompression(corpus: corpus, material: material).scenarios + PageScan(material: material).scenarios
        + Headers(material: material).scenarios + Base64URL(material: material).scenarios
        + Hashing(material: material).scenarios + ES256(material: material).scenarios
        + PayloadDecode(material: material).scenarios + Duplicates().scenarios
        + Committing(corpus: corpus, material: material).scenarios
        + Deriving(corpus: corpus, material: material).scenarios
}

func run() throws -> Bool {
    let options = try SuiteOptions(CommandLine.arguments)
    if let folder = options.forge {
        try BenchmarkCorpus.forge(options, into: URL(filePath: folder))
        return true
    }
    let corpus = try BenchmarkCorpus(options)
    let scenarios = try allScenarios(corpus).filter { !options.isQuick || !$0.isLong }
    if options.countsInstructions {
        guard CGoogleBenchmark_canCountInstructions() else {
            stop("instructions are counted under callgrind", status: 2)
        }
        // Those with threads come last: callgrind books what a thread did later wherever it stopped counting.
        let portable = scenarios.filter(\.isPortable)
        for scenario in portable.filter({ !$0.hasThreads }) + portable.filter(\.hasThreads) {
            try InstructionCount(scenario).run(as: scenario.name)
        }
        return true
    }
    initializeLibrary(options.libraryArguments)
    unsafe CGoogleBenchmark_addContext("storeledger_version", LibraryVersion.text)
    unsafe CGoogleBenchmark_addContext("corpus_notifications", String(corpus.summary.records))
    unsafe CGoogleBenchmark_addContext("corpus_bytes", String(corpus.summary.decompressedBytes))
    for scenario in scenarios { Measurement(scenario, pairs: options.pairs).register() }
    let count = CGoogleBenchmark_run()
    return unsafe count > 0 && !Measurement.hasFailed
}

do {
    exit(try run() ? 0 : 1)
} catch let misuse as SuiteOptions.Misuse {
    stop(misuse.description, status: 2)
} catch {
    stop("\(error)", status: 1)
}
