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
