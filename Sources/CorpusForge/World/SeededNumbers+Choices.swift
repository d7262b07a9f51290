extension SeededNumbers {
    /// A whole number from 0 up to but not including the limit.
    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// True in so many of a hundred cases.
    mutating func chance(_ percent: Double) -> Bool {
        Double(next() >> 11) * 0x1p-53 * 100 < percent
    }

    /// One of the elements.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[below(list.count)]
    }

    /// One of the elements, each as often as its weight says.
    mutating func pick<Element>(weighted list: KeyValuePairs<Element, Int>) -> Element {
        var rest = below(list.reduce(0) { $0 + $1.value })
        for (element, weight) in list {
            if rest < weight { return element }
            rest -= weight
        }
        return list[list.count - 1].key
    }

    /// An instant from the first one up to but not including the second.
    mutating func moment(from first: Moment, until last: Moment) -> Moment {
        let span = last.milliseconds - first.milliseconds
        guard span > 0 else { return first }
        return Moment(milliseconds: first.milliseconds + Int64(next() % UInt64(span)))
    }
}
