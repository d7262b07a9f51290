/// A span of whole seconds, both ends inside: X.509 dates are inclusive (RFC 5280, 4.1.2.5).
public struct ValidityWindow: Sendable, Hashable {
    /// The first second inside, counted from 1970-01-01T00:00:00Z.
    public let notBefore: Int64
    /// The last second inside, counted from 1970-01-01T00:00:00Z.
    public let notAfter: Int64

    /// A window from its first and last second; empty if they are in the wrong order.
    public init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// True if no instant lies inside.
    public var isEmpty: Bool { notBefore > notAfter }

    /// True if the second lies inside.
    public func contains(second: Int64) -> Bool {
        notBefore <= second && second <= notAfter
    }

    /// The seconds inside both windows.
    public func intersection(_ other: ValidityWindow) -> ValidityWindow {
        ValidityWindow(notBefore: max(notBefore, other.notBefore), notAfter: min(notAfter, other.notAfter))
    }
}
