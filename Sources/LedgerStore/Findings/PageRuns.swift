/// Tells which sources' history pages show that pages are missing.
///
/// A run of pages ends only with `hasMore: false`. Runs follow each other through the files of a folder, so the last page
/// of a folder counts, and of a stream its own last page. Where at least half of a folder's files of several pages end
/// with `hasMore: false`, each such file is a run of its own, as when a nightly job writes a file a night; else they are
/// parts of one run.
package enum PageRuns {
    /// A source from which pages are missing.
    package struct Finding: Equatable, Sendable {
        /// The source's number in the books.
        package let sourceID: Int64
        /// One sentence for people, which names the source.
        package let sentence: String
    }

    /// The findings.
    ///
    /// - Parameter sources: what is known of each source, with its path.
    /// - Returns: the findings, in the order of the places and of the files in them.
    /// - Complexity: n log n in the sources.
    package static func findings(in sources: [(pages: SourcePages, path: [UInt8])]) -> [Finding] {
        struct Place: Hashable {
            let path: [UInt8]
            let isAlone: Bool
        }
        let places = Dictionary(grouping: sources) { Place(path: $0.pages.place, isAlone: $0.pages.isAlone) }
        return
            places.sorted { left, right in
                left.key.path == right.key.path
                    ? left.key.isAlone && !right.key.isAlone
                    : left.key.path.lexicographicallyPrecedes(right.key.path)
            }
            .flatMap { findings(inPlace: $0.value) }
    }

    private static func findings(inPlace sources: [(pages: SourcePages, path: [UInt8])]) -> [Finding] {
        let ordered = sources.sorted { NaturalOrder.precedes($0.path, $1.path) }.map(\.pages)
        guard ordered.contains(where: { $0.pageCount > 0 || $0.brokenCount > 0 || $0.loss == .page }) else { return [] }
        let long = ordered.filter { $0.pageCount > 1 }
        let ended = long.count { $0.hasMore == false }
        let areRuns = ended > 0 && 2 * ended >= long.count
        return ordered.indices.compactMap { index in
            let source = ordered[index]
            let isLast = index == ordered.count - 1
            var causes: [String] = []
            if source.brokenCount > 0 {
                causes.append("\(source.brokenCount) of its pages could not be read")
            }
            if source.loss != .none { causes.append("a part of it is damaged or cut off") }
            if source.hasMore == true, isLast || areRuns && source.pageCount > 1 {
                causes.append("its last page has hasMore true, and no page follows")
            }
            guard !causes.isEmpty else { return nil }
            let isCertain = causes.count > 1 || source.loss != .something
            return Finding(
                sourceID: source.sourceID,
                sentence: "Pages of the history \(isCertain ? "are" : "may be") missing from \(source.name): "
                    + causes.joined(separator: "; ") + "."
            )
        }
    }
}
