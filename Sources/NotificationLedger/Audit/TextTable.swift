/// Texts that many purchases share, each kept once under a number.
struct TextTable {
    private var numbers: [String: UInt32] = [:]
    private var texts: [String] = []

    /// The number of a text that may be new.
    mutating func number(of text: String) -> UInt32 {
        if let number = numbers[text] { return number }
        texts.append(text)
        numbers[text] = UInt32(texts.count - 1)
        return UInt32(texts.count - 1)
    }

    /// The number of a text that is known.
    func known(_ text: String) -> UInt32? { numbers[text] }

    /// The text under a number.
    subscript(number: UInt32) -> String { texts[Int(number)] }
}
