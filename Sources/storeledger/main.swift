internal import Foundation
internal import Glibc
internal import NotificationLedger

// A reader that closes the pipe is no error; writes report it as EPIPE.
signal(SIGPIPE, SIG_IGN)
// Nor is a limit on the size of files a reason to die without a word; writes report it as EFBIG.
signal(SIGXFSZ, SIG_IGN)
StandardOutput.reserveDescriptors()

exit(Program.run(Word.ofThisProcess).rawValue)
