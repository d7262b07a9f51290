/// Turns what a batch kernel says of a signature, true for accepted, into something else: how tests make a kernel lie.
package typealias VerdictDistortion = @Sendable (_ isAccepted: Bool) -> Bool
