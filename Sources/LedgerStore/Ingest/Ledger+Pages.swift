extension Ledger {
    /// Notes what a source's pages say; part of the present transaction.
    package func save(_ pages: SourcePages) throws {
        try pageBook.save(pages)
        try markFindings()
    }

    /// What is known of a source's pages; nil for one that has none.
    package func pages(of path: [UInt8]) throws -> SourcePages? {
        try pageBook.pages(of: path)
    }

    /// Forgets the pages of files that are no longer in folders that were listed; part of the present transaction.
    ///
    /// - Complexity: linear in the sources with pages.
    package func forgetPages(inFolders folders: Set<[UInt8]>, but paths: Set<[UInt8]>) throws {
        guard !folders.isEmpty, try pageBook.forget(inFolders: folders, but: paths) else { return }
        try markFindings()
    }

    /// Notes that the archive findings no longer follow from facts and books.
    func markFindings() throws {
        guard !hasMarkedFindings else { return }
        try setMeta(.findingsDirty, to: 1)
        hasMarkedFindings = true
    }

    private var pageBook: PageBook {
        get throws {
            if let bookOfPages { return bookOfPages }
            let book = try PageBook(on: connection)
            bookOfPages = book
            return book
        }
    }
}
