internal import NotificationModel

/// The members of a wire object that have columns: their positions in a row's values, and the columns.
struct WireColumns: Sendable {
    let object: WireObject
    let positions: [Int]
    let columns: [Column]

    /// The object's members except JWS and the named ones.
    init(_ object: WireObject, except excluded: Set<String> = []) {
        let fields = object.table.fields.enumerated().filter { !excluded.contains($0.element.name) }
        let pairs = fields.compactMap { field in Column(field.element).map { (field.offset, $0) } }
        self.object = object
        positions = pairs.map(\.0)
        columns = pairs.map(\.1)
    }
}
