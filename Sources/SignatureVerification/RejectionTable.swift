internal import NotificationModel

/// Refused headers, the oldest dropped first, bounded by count and by bytes.
struct RejectionTable {
    private var entries: [[UInt8]: Rejection] = [:]
    private var order: [[UInt8]] = []
    private var oldest = 0

    /// The bytes of the headers held.
    private(set) var bytes = 0

    /// The number of headers held.
    var count: Int { entries.count }

    /// The verdict on a header, nil if it is not held.
    subscript(text: [UInt8]) -> Rejection? { entries[text] }

    /// Takes a header in and drops the oldest ones that no longer fit.
    ///
    /// - Complexity: O(1) on average, apart from hashing the text.
    mutating func insert(_ text: [UInt8], _ rejection: Rejection, maximumCount: Int, maximumBytes: Int) {
        guard entries.updateValue(rejection, forKey: text) == nil else { return }
        order.append(text)
        bytes += text.count
        while count > maximumCount || bytes > maximumBytes {
            let dropped = order[oldest]
            order[oldest] = []
            oldest += 1
            bytes -= dropped.count
            entries[dropped] = nil
        }
        if oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}
