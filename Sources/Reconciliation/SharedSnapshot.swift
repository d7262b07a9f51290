/// A transaction snapshot that the folds share: a snapshot has some thirty members, and a reference copies as one.
@dynamicMemberLookup
final class SharedSnapshot: Sendable {
    let value: TransactionSnapshot

    init(_ value: TransactionSnapshot) {
        self.value = value
    }

    @inline(__always)
    subscript<Member>(dynamicMember path: KeyPath<TransactionSnapshot, Member>) -> Member {
        value[keyPath: path]
    }
}
