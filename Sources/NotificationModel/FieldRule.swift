/// What is asked of a member's value: its form, and the values that are documented for it.
package struct FieldRule: Sendable {
    /// The form of the value.
    package let form: FieldForm
    private let texts: TextList?
    private let lowest: Int64
    private let highest: Int64

    init(_ field: WireField) {
        form = field.form
        texts = TextList(ofMember: field.name)
        let range = ListedValues.range(of: field.name)
        lowest = range.lowerBound
        highest = range.upperBound
    }

    /// False if the member has a documented list and the text is not on it.
    package func permits(_ text: Span<UInt8>) -> Bool {
        texts.map { $0.contains(text) } ?? true
    }

    /// False if the member has a documented range and the number is outside it.
    package func permits(_ number: Int64) -> Bool {
        lowest <= number && number <= highest
    }
}
