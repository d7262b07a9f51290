/// A wire number that is either on the known list or kept as it came.
public enum OpenNumber<Known>: Hashable, Sendable
where Known: RawRepresentable & Hashable & Sendable, Known.RawValue == Int64 {
    case known(Known)
    case unknown(Int64)

    /// Reads the number; what the list lacks is kept.
    public init(_ number: Int64) {
        self = Known(rawValue: number).map { .known($0) } ?? .unknown(number)
    }

    /// The number on the wire.
    public var number: Int64 {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let number): number
        }
    }
}
