import Testing

/// The counts of a summary object.
struct SummaryCounts {
    let records: [String: Int]
    let sources: [String: Int]
    let rejectedByReason: [String: Int]
    let types: [Int]
    let apps: [Int]

    /// Takes them out of the object; every member must be there.
    init(_ object: [String: Any]) throws {
        records = try #require(object["records"] as? [String: Int])
        sources = try #require(object["sources"] as? [String: Int])
        rejectedByReason = try #require(object["rejectedByReason"] as? [String: Int])
        types = try #require(object["types"] as? [[String: Any]]).map { $0["count"] as? Int ?? 0 }
        apps = try #require(object["apps"] as? [[String: Any]]).map { $0["count"] as? Int ?? 0 }
    }

    /// Every record is exactly one of new, duplicate and rejected, under one reason or one type and app.
    func expectToAddUp(sourceLocation: SourceLocation = #_sourceLocation) {
        let (new, duplicate) = (records["new", default: -1], records["duplicate", default: -1])
        let rejected = records["rejected", default: -1]
        #expect(records["in"] == new + duplicate + rejected, sourceLocation: sourceLocation)
        #expect(rejected == rejectedByReason.values.reduce(0, +), sourceLocation: sourceLocation)
        #expect(new + duplicate == types.reduce(0, +), sourceLocation: sourceLocation)
        #expect(new + duplicate == apps.reduce(0, +), sourceLocation: sourceLocation)
        #expect(records["conflicting", default: -1] >= 0, sourceLocation: sourceLocation)
    }
}
