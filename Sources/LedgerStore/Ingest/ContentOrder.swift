internal import NotificationModel

/// The order in which contents of one identity compete to be shown: the earlier word first, undated ones last.
struct ContentOrder: Comparable {
    let saidAt: Int64?
    let digest: Digest256

    static func < (left: ContentOrder, right: ContentOrder) -> Bool {
        let (first, second) = (left.saidAt ?? .max, right.saidAt ?? .max)
        return first == second ? left.digest < right.digest : first < second
    }
}
