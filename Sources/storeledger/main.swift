internal import Foundation
internal import Glibc
internal import NotificationLedger

// A reader that closes the pipe is no error; writes report it as EPIPE.
signal(SIGPIPE, SIG_IGN)
StandardOutput.reserveDescriptors()

exit(Program.run(Word.ofThisProcess).rawValue)
