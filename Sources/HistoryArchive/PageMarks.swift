/// What a run of input says of its history pages: how many there were, and whether the last one promises another.
///
/// Only `hasMore: false` ends a run of pages: the documents disagree whether the last one has a `paginationToken`.
/// Items, bodies and bare JWS say nothing.
package struct PageMarks: Equatable, Sendable {
    /// Whole pages.
    package var count = 0
    /// What the last page says; nil if it does not say, if it is broken, or if there is none.
    package var hasMore: Bool?
    /// Documents that could not be taken and have the members of a page.
    package var broken = 0
    /// What the end of input or damage took away.
    package var loss = Loss.none

    /// How the end of a source is missing.
    package enum Loss: Int, Comparable, Sendable {
        /// It is not.
        case none
        /// Something is, and nothing tells whether it was a page.
        case something
        /// A page is.
        case page

        package static func < (left: Loss, right: Loss) -> Bool { left.rawValue < right.rawValue }
    }

    /// No pages.
    package init() {}

    /// True if nothing was seen that bears on pages.
    package var isEmpty: Bool { self == PageMarks() }

    /// Takes a page that says this of a next one.
    mutating func addPage(hasMore: Bool?) {
        count += 1
        self.hasMore = hasMore
    }

    /// Takes a page that could not be taken.
    mutating func addBroken() {
        broken += 1
        hasMore = nil
    }

    /// Takes what follows in the input.
    package mutating func append(_ next: PageMarks) {
        if next.count > 0 || next.broken > 0 { hasMore = next.hasMore }
        count += next.count
        broken += next.broken
        loss = max(loss, next.loss)
    }
}
