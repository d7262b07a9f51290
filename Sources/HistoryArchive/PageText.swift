/// Tells by its text whether a document that could not be parsed was a page of the notification history.
enum PageText {
    private static let notificationHistory = Array("notificationHistory\"".utf8)
    private static let paginationToken = Array("paginationToken\"".utf8)
    private static let hasMore = Array("hasMore\"".utf8)
    private static let signedTransactions = Array("signedTransactions\"".utf8)
    private static let revision = Array("revision\"".utf8)

    /// True if the members of a page stand in the text, and not those of a transaction history's page.
    ///
    /// - Complexity: linear in the text.
    static func hasMembers(_ text: Span<UInt8>) -> Bool {
        var sawHasMore = false
        var isOfTransactions = false
        var index = 0
        while let quote = ByteSearch.first(UInt8(ascii: "\""), in: text, index..<text.count) {
            index = quote + 1
            if stands(notificationHistory, at: index, in: text) { return true }
            if stands(paginationToken, at: index, in: text) { return true }
            if stands(hasMore, at: index, in: text) { sawHasMore = true }
            if stands(signedTransactions, at: index, in: text) { isOfTransactions = true }
            if stands(revision, at: index, in: text) { isOfTransactions = true }
        }
        return sawHasMore && !isOfTransactions
    }

    private static func stands(_ word: [UInt8], at start: Int, in text: Span<UInt8>) -> Bool {
        guard text.count - start >= word.count else { return false }
        for offset in word.indices where word[offset] != text[start + offset] { return false }
        return true
    }
}
