/// What a source's history pages say of the whole, as far as it was read.
package struct SourcePages: Sendable, Equatable {
    /// How the end of a source is missing.
    package enum Loss: Int64, Sendable {
        /// It is not.
        case none = 0
        /// Something is, and nothing tells whether it was a page.
        case something
        /// A page is.
        case page
    }

    package var sourceID: Int64
    /// The source's path as people see it.
    package var name: String
    /// The files of one place continue each other: the folder's path as bytes, or the source's own if it is alone.
    package var place: [UInt8]
    /// True for standard input and other streams, which nothing continues.
    package var isAlone: Bool
    /// Whole pages.
    package var pageCount: Int
    /// What the last page says of a next one; nil if it does not say.
    package var hasMore: Bool?
    /// Pages that could not be taken.
    package var brokenCount: Int
    package var loss: Loss

    package init(
        sourceID: Int64,
        name: String,
        place: [UInt8],
        isAlone: Bool = false,
        pageCount: Int = 0,
        hasMore: Bool? = nil,
        brokenCount: Int = 0,
        loss: Loss = .none
    ) {
        self.sourceID = sourceID
        self.name = name
        self.place = place
        self.isAlone = isAlone
        self.pageCount = pageCount
        self.hasMore = hasMore
        self.brokenCount = brokenCount
        self.loss = loss
    }

    /// True if nothing in the source bears on pages.
    package var isSilent: Bool { pageCount == 0 && brokenCount == 0 && loss == .none }
}
