/// A command line that cannot be carried out, and what to do about it.
struct UsageError: Error {
    let message: String
    /// The command whose help fits, if it is known.
    let command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }
}
