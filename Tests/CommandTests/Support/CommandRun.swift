import Foundation

/// One finished run of a program: what it printed and how it ended.
struct CommandRun: Sendable {
    /// The bytes of standard output.
    let output: [UInt8]
    /// The bytes of standard error.
    let errors: [UInt8]
    /// The exit code; 128 and the signal's number for a process that a signal ended, as in a shell.
    let exitCode: Int32

    /// Standard output as text.
    var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    var errorText: String { String(decoding: errors, as: UTF8.self) }
    /// The lines of standard output.
    var lines: [String] { outputText.split(separator: "\n").map(String.init) }

    /// The one JSON object that standard output holds.
    func object() throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any] else {
            throw UnexpectedShape()
        }
        return object
    }

    /// Standard output is JSON of another shape.
    struct UnexpectedShape: Error {}

    /// Runs `storeledger` and waits for its end.
    static func storeledger(
        _ arguments: [String],
        input: [UInt8] = [],
        environment: [String: String] = [:],
        in folder: URL? = nil
    ) async throws -> CommandRun {
        try await RunningCommand(
            Executable.path,
            arguments,
            input: input,
            environment: environment,
            in: folder
        ).finish()
    }

    /// Runs a script of the Bourne shell, in which `$STORELEDGER` is the program.
    static func shell(_ script: String, _ arguments: [String] = [], in folder: URL? = nil) async throws -> CommandRun {
        try await RunningCommand("/bin/bash", ["-c", script, "bash"] + arguments, in: folder).finish()
    }
}

/// A process under way; its output goes to files, so that it never waits for a reader.
final class RunningCommand {
    /// The time after which a run that should have ended is killed.
    private static let limit = Duration.seconds(240)

    private let process = Process()
    private let folder: URL

    /// Starts a program.
    init(
        _ program: String,
        _ arguments: [String],
        input: [UInt8] = [],
        environment: [String: String] = [:],
        in directory: URL? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "storeledger-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let streams = (folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err"))
        try Data(input).write(to: streams.0)
        try Data().write(to: streams.1)
        try Data().write(to: streams.2)
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = directory ?? folder
        process.environment = ProcessInfo.processInfo.environment
            .merging(["STORELEDGER": Executable.path]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: streams.0)
        process.standardOutput = try FileHandle(forWritingTo: streams.1)
        process.standardError = try FileHandle(forWritingTo: streams.2)
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The process's number.
    var processID: Int32 { process.processIdentifier }

    /// True until the process has ended.
    var isRunning: Bool { process.isRunning }

    /// What standard error holds so far.
    var errorsSoFar: String {
        String(decoding: (try? Data(contentsOf: folder.appending(path: "err"))) ?? Data(), as: UTF8.self)
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end; a process over the time limit is killed and so ends with 137.
    func finish() async throws -> CommandRun {
        let deadline = ContinuousClock.now + Self.limit
        while process.isRunning {
            if ContinuousClock.now > deadline { send(SIGKILL) }
            try await Task.sleep(for: .milliseconds(5))
        }
        let status = process.terminationStatus
        return CommandRun(
            output: Array(try Data(contentsOf: folder.appending(path: "out"))),
            errors: Array(try Data(contentsOf: folder.appending(path: "err"))),
            exitCode: process.terminationReason == .uncaughtSignal ? 128 + status : status
        )
    }
}
