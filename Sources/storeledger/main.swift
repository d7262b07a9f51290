internal import Foundation
internal import Glibc
internal import NotificationLedger

// A reader that closes the pipe is no error; writes report it as EPIPE.
signal(SIGPIPE, SIG_IGN)

let words = Array(CommandLine.arguments.dropFirst())
exit(Program.run(words).rawValue)
