import Foundation
import Glibc

/// A process under way; its output goes to files, so that it never waits for a reader.
///
/// Foundation's `Process` learns of an end by a socket that every child of the test inherits, and so misses it while
/// another one runs; this one asks the kernel.
final class RunningCommand {
    /// The time after which a run that should have ended is killed.
    private static let limit = Duration.seconds(240)

    /// The system refused to start the program.
    struct SpawnFailure: Error {
        let errno: Int32
    }

    /// The process's number.
    let processID: Int32
    private let folder: URL
    private var status: Int32?

    /// Starts a program; without a directory it works in an empty one of its own.
    init(
        _ program: String,
        _ arguments: [String],
        input: [UInt8] = [],
        environment: [String: String] = [:],
        in directory: URL? = nil
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storeledger-run-\(UUID().uuidString)")
        let emptyFolder = folder.appending(path: "here")
        try FileManager.default.createDirectory(at: emptyFolder, withIntermediateDirectories: true)
        try Data(input).write(to: folder.appending(path: "in"))
        let variables = ProcessInfo.processInfo.environment
            .merging(["STORELEDGER": Executable.path]) { $1 }
            .merging(environment) { $1 }
            .map { "\($0)=\($1)" }
        self.folder = folder
        processID = try Self.spawn(
            // The shell only changes the folder; the program takes its place, with its number.
            ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", (directory ?? emptyFolder).path, program] + arguments,
            variables,
            streams: ["in", "out", "err"].map { folder.appending(path: $0).path }
        )
    }

    deinit {
        if isRunning {
            send(SIGKILL)
            _ = waitpid(processID, nil, 0)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// True until the process has ended.
    var isRunning: Bool {
        guard status == nil else { return false }
        var word: Int32 = 0
        // Safe: the status is the callee's to fill.
        guard unsafe waitpid(processID, &word, WNOHANG) == processID else { return true }
        status = word
        return false
    }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Int32) {
        if isRunning { kill(processID, signal) }
    }

    /// Waits for the end; a process over the time limit is killed and so ends with 137.
    func finish() async throws -> CommandRun {
        let deadline = ContinuousClock.now + Self.limit
        while isRunning {
            if ContinuousClock.now > deadline { send(SIGKILL) }
            try await Task.sleep(for: .milliseconds(5))
        }
        let word = status ?? 0
        // The lowest seven bits of the status tell the signal, the next eight the exit code.
        return CommandRun(
            output: Array(try Data(contentsOf: folder.appending(path: "out"))),
            errors: Array(try Data(contentsOf: folder.appending(path: "err"))),
            exitCode: word & 0x7F == 0 ? (word >> 8) & 0xFF : 128 + (word & 0x7F)
        )
    }

    private static func spawn(
        _ words: [String],
        _ variables: [String],
        streams: [String]
    ) throws(SpawnFailure) -> Int32 {
        // Safe throughout: every text is copied and freed behind the call, the arrays end with nil, the actions live
        // until they are destroyed.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, path) in streams.enumerated() {
            let mode = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
            unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, mode, 0o600)
        }
        let argv = unsafe words.map { unsafe strdup($0) } + [nil]
        let envp = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        var id: pid_t = 0
        let code = unsafe posix_spawn(&id, words[0], &actions, nil, argv, envp)
        guard code == 0 else { throw SpawnFailure(errno: code) }
        return id
    }
}
