internal import NotificationLedger

/// `doctor`: the machine, the libraries and a self-test.
enum DoctorCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        let report = Doctor.examine()
        StandardOutput.write(arguments.has("--json") ? report.json + "\n" : report.text)
        return report.isHealthy ? .success : .failure
    }
}
