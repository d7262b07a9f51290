internal import HistoryArchive
internal import LedgerStore

extension SourcePages {
    /// The marks of a source, for the books.
    init(sourceID: Int64, name: String, place: [UInt8], isAlone: Bool, _ marks: PageMarks) {
        self.init(
            sourceID: sourceID,
            name: name,
            place: place,
            isAlone: isAlone,
            pageCount: marks.count,
            hasMore: marks.hasMore,
            brokenCount: marks.broken,
            loss: Loss(marks.loss)
        )
    }
}

extension SourcePages.Loss {
    fileprivate init(_ loss: PageMarks.Loss) {
        switch loss {
        case .none: self = .none
        case .something: self = .something
        case .page: self = .page
        }
    }
}
