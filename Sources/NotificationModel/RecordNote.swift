/// Remarks about an accepted record; none of them rejects it.
public struct RecordNotes: OptionSet, Sendable, Hashable {
    /// One bit a note, in the order of ``names``.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// No signing instant anywhere in the record; its certificate path is valid at some instant.
    public static let undated = RecordNotes(rawValue: 1 << 0)
    /// A known type with a subtype that the documentation does not pair with it.
    public static let undocumentedPair = RecordNotes(rawValue: 1 << 1)
    /// A notification type that the table does not know.
    public static let unknownType = RecordNotes(rawValue: 1 << 2)
    /// A value outside a documented list, kept raw.
    public static let unknownValue = RecordNotes(rawValue: 1 << 3)
    /// None of the known payload objects is present.
    public static let unknownContainer = RecordNotes(rawValue: 1 << 4)
    /// An optional field of the wrong form was left out of its column; its text is kept with the unknown members.
    public static let optionalFieldDropped = RecordNotes(rawValue: 1 << 5)

    private static let names = [
        "undated", "undocumented-pair", "unknown-type", "unknown-value", "unknown-container",
        "optional-field-dropped",
    ]

    /// The stable codes of the notes in this set, in bit order.
    public var codes: [String] {
        Self.names.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }.map(\.element)
    }
}
