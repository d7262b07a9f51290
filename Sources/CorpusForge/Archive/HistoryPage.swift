/// One attempt of the store to deliver a notification.
package struct SendAttempt: Hashable, Sendable {
    /// When it was made.
    package var date: Moment
    /// What became of it, such as `SUCCESS` or `TIMED_OUT`.
    package var result: String

    /// An attempt with its result.
    package init(at date: Moment, _ result: String = "SUCCESS") {
        self.date = date
        self.result = result
    }
}

/// One item of a history page: a signed notification with its delivery attempts.
package struct HistoryItem: Hashable, Sendable {
    /// The compact JWS.
    package var signedPayload: String
    /// The attempts, oldest first; nil leaves the member out.
    package var sendAttempts: [SendAttempt]?
    /// The older dumps' only result; nil leaves the member out.
    package var firstSendAttemptResult: String?

    /// An item with its attempts.
    package init(_ signedPayload: String, attempts: [SendAttempt]? = nil, firstResult: String? = nil) {
        self.signedPayload = signedPayload
        sendAttempts = attempts
        firstSendAttemptResult = firstResult
    }

    /// The item's JSON.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("signedPayload", signedPayload)
        list.add("firstSendAttemptResult", firstSendAttemptResult)
        list.add(
            "sendAttempts",
            sendAttempts.map { attempts in
                .array(
                    attempts.map {
                        ["attemptDate": .integer($0.date.milliseconds), "sendAttemptResult": .string($0.result)]
                    }
                )
            }
        )
        return .object(list.members)
    }
}

/// One page of Get Notification History: at most 20 items.
package struct HistoryPage: Hashable, Sendable {
    /// The items' JSON.
    package var items: [ForgedJSON]
    /// Whether another page follows.
    package var hasMore: Bool
    /// The token of the next page; nil leaves the member out.
    package var paginationToken: String?

    /// The greatest number of items that the store puts on a page.
    package static let greatestCount = 20

    /// A page of items.
    package init(_ items: [HistoryItem], hasMore: Bool = false, paginationToken: String? = nil) {
        self.init(json: items.map(\.json), hasMore: hasMore, paginationToken: paginationToken)
    }

    /// A page whose items are any JSON.
    package init(json items: [ForgedJSON], hasMore: Bool = false, paginationToken: String? = nil) {
        self.items = items
        self.hasMore = hasMore
        self.paginationToken = paginationToken
    }

    /// Cuts items into full pages; all but the last say that more follows.
    package static func pages(of items: [HistoryItem], token: (Int) -> String) -> [HistoryPage] {
        let starts = Array(stride(from: 0, to: items.count, by: greatestCount))
        return starts.enumerated().map { page, start in
            HistoryPage(
                Array(items[start..<min(start + greatestCount, items.count)]),
                hasMore: page + 1 < starts.count,
                paginationToken: token(page)
            )
        }
    }

    /// The page's compact JSON text.
    package var text: String {
        var list = MemberList()
        list.add("paginationToken", paginationToken)
        list.add("hasMore", hasMore)
        list.add("notificationHistory", .array(items))
        return ForgedJSON.object(list.members).text
    }
}
