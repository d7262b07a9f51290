/// Why bytes are not one JSON value.
package enum JSONFault: Error, Equatable, Sendable {
    /// Not the grammar of RFC 8259, a bad escape or a lone surrogate; the offset is where reading stopped, if known.
    case malformed(offset: Int)
    /// More nesting than allowed.
    case tooDeep
    /// Not UTF-8.
    case notUTF8
    /// More values than a document may have, or more bytes than the parser takes.
    case tooLarge
    /// Nothing but white space.
    case empty
}
