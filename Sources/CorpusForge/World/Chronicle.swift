/// What a customer really had and when: spans that follow each other without overlap from the first access on.
///
/// It is written forward in time by what happens: a new span ends whatever was expected to go on.
package struct Chronicle: Hashable, Sendable {
    /// How access is known.
    package enum Origin: String, Sendable { case transaction, grace, attested }

    /// Why access ended.
    package enum EndCause: String, Sendable {
        case periodEnd = "period-end"
        case superseded, revoked
        case graceEnd = "grace-end"
        case contraryWord = "contrary-word"
        case migrated, open
    }

    /// What the customer is in without access.
    package enum Lapse: String, Sendable {
        case billingRetry = "billing-retry"
        case expired, revoked, unconfirmed
    }

    /// What fills a span.
    package enum Content: Hashable, Sendable {
        case access(Origin, EndCause, transactionId: String?, productId: String?)
        case lapse(Lapse, cause: String?)
    }

    /// A time with one content; an end that is nil lies beyond all that is known.
    package struct Span: Hashable, Sendable {
        package var start: Moment
        package var end: Moment?
        package var content: Content
    }

    /// The spans, oldest first.
    package private(set) var spans: [Span] = []

    /// Ends what was expected to go on from an instant.
    mutating func cut(at moment: Moment, _ cause: EndCause = .superseded) {
        while let last = spans.last, last.start >= moment { spans.removeLast() }
        guard let last = spans.last, last.end.map({ $0 > moment }) ?? true else { return }
        spans[spans.count - 1].end = moment
        if case .access(let origin, _, let transactionId, let productId) = last.content {
            spans[spans.count - 1].content = .access(
                origin,
                cause,
                transactionId: transactionId,
                productId: productId
            )
        }
    }

    /// Access from an instant on.
    mutating func grant(
        from start: Moment,
        until end: Moment?,
        _ origin: Origin,
        _ cause: EndCause,
        transactionId: String?,
        productId: String?
    ) {
        cut(at: start)
        guard end.map({ $0 > start }) ?? true else { return }
        spans.append(
            Span(
                start: start,
                end: end,
                content: .access(origin, cause, transactionId: transactionId, productId: productId)
            )
        )
    }

    /// No access from an instant on; it joins the lapse before it where that says the same.
    mutating func lapse(
        _ state: Lapse,
        _ cause: String?,
        from start: Moment,
        until end: Moment? = nil,
        ending access: EndCause = .superseded
    ) {
        cut(at: start, access)
        guard end.map({ $0 > start }) ?? true else { return }
        let content = Content.lapse(state, cause: cause)
        if let last = spans.last, last.content == content, last.end == start {
            spans[spans.count - 1].end = end
        } else {
            spans.append(Span(start: start, end: end, content: content))
        }
    }

    /// Names the revocation that a lapse comes from anew.
    mutating func renameRevocation(from start: Moment, to kind: String) {
        for index in spans.indices where spans[index].start == start {
            if case .lapse(.revoked, _) = spans[index].content {
                spans[index].content = .lapse(.revoked, cause: kind)
            }
        }
    }

    /// Moves the end of the access that ends at an instant.
    mutating func extendAccess(endingAt former: Moment, to end: Moment) {
        cut(at: former)
        guard case .access? = spans.last?.content else { return }
        spans[spans.count - 1].end = end
    }

    /// Puts access before all that is known, up to the first span's start or an earlier instant.
    mutating func prepend(from start: Moment, until end: Moment, transactionId: String?, productId: String?) {
        spans.removeAll { $0.start < end }
        let content = Content.access(.transaction, .periodEnd, transactionId: transactionId, productId: productId)
        spans.insert(Span(start: start, end: end, content: content), at: 0)
    }

    /// The first time in [start, end) that a revocation left without access.
    func revoked(from start: Moment, until end: Moment?) -> (from: Moment, until: Moment?)? {
        for span in spans {
            guard case .lapse(.revoked, _) = span.content, span.end.map({ $0 > start }) ?? true,
                end.map({ span.start < $0 }) ?? true
            else { continue }
            return (max(start, span.start), [span.end, end].compactMap(\.self).min())
        }
        return nil
    }

    /// The span of an instant; nil before the first.
    func span(at moment: Moment) -> Span? {
        spans.last { $0.start <= moment }
    }
}
