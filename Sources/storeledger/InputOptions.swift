internal import Foundation
internal import NotificationLedger

/// The options that every command over archives shares, turned into a configuration.
enum InputOptions {
    static func configuration(_ arguments: CommandArguments) throws -> RunConfiguration {
        var configuration = RunConfiguration(pathBytes: arguments.operands.map(\.bytes))
        let roots = arguments.all("--trust-root")
        if !roots.isEmpty { configuration.anchors = try roots.flatMap(TrustRootFile.anchors) }
        configuration.policy = try policy(arguments)
        configuration.jobs =
            try arguments.count("--jobs", in: 1...256) ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
        configuration.kernel = try kernel(arguments)
        if let bytes = try arguments.count("--max-document-bytes", in: 1024...(1 << 30)) {
            configuration.maximumDocumentBytes = bytes
        }
        return configuration
    }

    private static func kernel(_ arguments: CommandArguments) throws(UsageError) -> KernelChoice {
        try kernel(arguments.choice("--kernel", default: .auto), of: arguments.command.name) { $0.isSupported }
    }

    /// The choice, if the machine can run it.
    static func kernel(
        _ choice: KernelChoice,
        of command: String,
        isSupported: (KernelChoice) -> Bool
    ) throws(UsageError) -> KernelChoice {
        guard isSupported(choice) else {
            let able = KernelChoice.allCases.filter(isSupported).map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "--kernel \(choice.rawValue) needs instructions that this machine lacks; it can run \(able)",
                command: command
            )
        }
        return choice
    }

    private static func policy(_ arguments: CommandArguments) throws(UsageError) -> RecordPolicy {
        var policy = RecordPolicy()
        policy.bundleIds = try bundleIds(arguments)
        for text in arguments.all("--app-apple-id") {
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(text) else {
                throw UsageError(
                    "--app-apple-id is \(quoted(text)); it takes digits only, as in 1659344089",
                    command: arguments.command.name
                )
            }
            policy.appAppleIds.insert(id)
        }
        policy.environments = try arguments.choice("--environment", default: .any)
        policy.allowsUnsignedTestEnvironments = arguments.has("--allow-unsigned-test-environments")
        return policy
    }

    /// The apps that `--bundle-id` names.
    static func bundleIds(_ arguments: CommandArguments) throws(UsageError) -> Set<String> {
        let ids = Set(arguments.all("--bundle-id"))
        guard !ids.contains("") else {
            throw UsageError(
                "--bundle-id is empty; it takes an id as in com.example.app",
                command: arguments.command.name
            )
        }
        return ids
    }
}
