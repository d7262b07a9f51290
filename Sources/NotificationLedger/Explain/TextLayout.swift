/// Lays text out in lines of a bounded width, whatever the terminal or the locale.
enum TextLayout {
    /// The most columns of a line, but for words that are longer by themselves.
    static let width = 118

    /// Breaks text at spaces; the first line begins with `first`, the others with as many spaces as `hanging` says.
    ///
    /// A word is never broken, so that an id can be copied.
    static func lines(_ text: String, first: String, hanging: Int) -> [String] {
        var lines: [String] = []
        var line = first
        var column = first.unicodeScalars.count
        var isEmpty = true
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            // Spaces beyond the first stay within a line, and none begins one.
            if word.isEmpty, isEmpty { continue }
            let length = word.unicodeScalars.count
            if !isEmpty, column + 1 + length > width {
                lines.append(line)
                line = String(repeating: " ", count: hanging)
                column = hanging
                isEmpty = true
            }
            if !isEmpty {
                line += " "
                column += 1
            }
            line += word
            column += length
            isEmpty = false
        }
        lines.append(line)
        return lines
    }

    /// A labelled entry of a story's head.
    static func entry(_ label: String, _ text: String) -> [String] {
        let padding = String(repeating: " ", count: max(1, 9 - label.unicodeScalars.count))
        return lines(text, first: "  \(label)\(padding)", hanging: 11)
    }

    /// `1 purchase`, `2 purchases`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
