/// An instant as the wire tells it: milliseconds since 1970-01-01T00:00:00Z, negative before that.
public struct Milliseconds: Hashable, Comparable, Sendable {
    /// The number of milliseconds since 1970.
    public var sinceEpoch: Int64

    /// An instant this many milliseconds after 1970 began.
    public init(_ sinceEpoch: Int64) {
        self.sinceEpoch = sinceEpoch
    }

    /// Orders by time.
    public static func < (left: Milliseconds, right: Milliseconds) -> Bool {
        left.sinceEpoch < right.sinceEpoch
    }
}
