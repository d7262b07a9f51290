import LedgerStore
import Testing

@Suite("Runs of pages through the files of a folder")
struct PageRunsTests {
    /// Pages of files by their paths: what each one's pages say, `+` for more, `-` for the end, `?` for no word.
    private static func names(_ files: [(path: String, pages: String)], isAlone: Bool = false) -> [String] {
        let sources = files.enumerated().map { number, file in
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            var pages = SourcePages(
                sourceID: Int64(number),
                name: file.path,
                place: Array((isAlone ? file.path : folder).utf8),
                isAlone: isAlone
            )
            pages.pageCount = file.pages.count { "+-?".contains($0) }
            pages.hasMore = ["+": true, "-": false][file.pages.last ?? "?"]
            pages.brokenCount = file.pages.count { $0 == "x" }
            if file.pages.contains("/") { pages.loss = .page }
            if file.pages.contains("|") { pages.loss = .something }
            return (pages: pages, path: Array(file.path.utf8))
        }
        return PageRuns.findings(in: sources.reversed()).map { files[Int($0.sourceID)].path }
    }

    @Test("a page a file: the last page of the folder counts, in the order in which people number files")
    func pageAFile() {
        let files = (1...12).map { (path: "d/page-\($0).json", pages: $0 < 12 ? "+" : "-") }
        #expect(Self.names(files) == [])
        #expect(Self.names(Array(files.dropLast())) == ["d/page-11.json"])
        #expect(Self.names(files.map { ($0.path, "?") }) == [])
        #expect(Self.names(Array(files.dropLast()) + [("d/page-12.json", "?")]) == [])
    }

    @Test("folders are judged each by itself, and several runs may lie in one")
    func folders() {
        #expect(Self.names([("a/1", "+"), ("a/2", "-"), ("a/3", "+"), ("b/1", "-"), ("c/1", "+")]) == ["a/3", "c/1"])
        #expect(Self.names([("a/1", "-"), ("b/1", "+"), ("b/2", "-")]) == [])
    }

    @Test("a file a night: one that stopped early is found between the others")
    func fileANight() {
        #expect(Self.names([("d/1", "++-"), ("d/2", "++"), ("d/3", "+-")]) == ["d/2"])
        #expect(Self.names([("d/1", "++-"), ("d/2", "+-+-"), ("d/3", "-")]) == [])
        #expect(Self.names([("d/1", "+++")]) == ["d/1"])
    }

    @Test("parts of one run are no runs of their own")
    func parts() {
        #expect(Self.names([("d/1", "+++"), ("d/2", "+++"), ("d/3", "+-")]) == [])
        #expect(Self.names([("d/1", "+++"), ("d/2", "+++"), ("d/3", "+")]) == ["d/3"])
    }

    @Test("a page that could not be read is missing, wherever it lies")
    func broken() {
        #expect(Self.names([("d/1", "+"), ("d/2", "x"), ("d/3", "-")]) == ["d/2"])
        #expect(Self.names([("d/1", "+"), ("d/2", "x")]) == ["d/2"])
        #expect(Self.names([("d/1", "+/")]) == ["d/1"])
    }

    @Test("a loss counts where pages are kept, and says nothing of items")
    func losses() {
        #expect(Self.names([("d/1", "+"), ("d/2", "|"), ("d/3", "-")]) == ["d/2"])
        #expect(Self.names([("d/1", "|"), ("d/2", "|")]) == [])
    }

    @Test("streams continue nothing")
    func streams() {
        #expect(Self.names([("x/1", "+"), ("x/2", "-")], isAlone: true) == ["x/1"])
    }
}
