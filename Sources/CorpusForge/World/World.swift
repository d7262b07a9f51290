/// A simulated world of customers: what the store sends about them, and what is true.
///
/// Accounts are lived anew whenever their notifications are asked for, so a world keeps 16 to 32 bytes a
/// notification. Everything is a function of the options.
package struct World: ToldHistory {
    /// What it was made from.
    package let options: WorldOptions
    package let streams: [HistoryStream]
    /// How many accounts there are.
    package let accountCount: Int
    private let entries: [[Entry]]
    /// The first account that is there only to make the number whole.
    private let firstSingle: Int

    /// Where a notification comes from.
    private struct Entry {
        let moment: Int64
        let account: UInt32
        let ordinal: UInt32
    }

    /// Lives all accounts once, to know when what is told.
    ///
    /// - Complexity: O(n log n) time and 16 bytes of memory a notification, up to twice that while it is made.
    package init(_ options: WorldOptions) {
        self.options = options
        var entries = Array(repeating: [Entry](), count: 2 * options.apps)
        var rest = options.notifications
        var number = 0
        var firstSingle = Int.max
        while rest > 0 {
            var history = Self.history(number, options, firstSingle: firstSingle)
            if history.told.count > rest {
                firstSingle = number
                history = Self.history(number, options, firstSingle: firstSingle)
            }
            let account = Account(number, of: options)
            let place = options.places(of: account.app) + (account.isSandbox ? 1 : 0)
            for (ordinal, told) in history.told.enumerated() {
                entries[place].append(
                    Entry(moment: told.moment.milliseconds, account: UInt32(number), ordinal: UInt32(ordinal))
                )
            }
            rest -= history.told.count
            number += 1
        }
        accountCount = number
        self.firstSingle = firstSingle
        var pairs: [(HistoryStream, [Entry])] = []
        for place in entries.indices where !entries[place].isEmpty {
            // In place and taken out: a second copy of all entries would double the memory.
            entries[place].sort { ($0.moment, $0.account, $0.ordinal) < ($1.moment, $1.account, $1.ordinal) }
            let count = entries[place].count
            let stream = HistoryStream(app: .numbered(place / 2), isSandbox: place % 2 == 1, count: count)
            pairs.append((stream, entries[place]))
            entries[place] = []
        }
        pairs.sort { $0.0.name.utf8.lexicographicallyPrecedes($1.0.name.utf8) }
        streams = pairs.map(\.0)
        self.entries = pairs.map(\.1)
    }

    package func told(_ positions: Range<Int>, of stream: HistoryStream) -> [ToldNotification] {
        guard let place = streams.firstIndex(of: stream) else { return [] }
        let wanted = entries[place][positions]
        var result: [ToldNotification?] = Array(repeating: nil, count: wanted.count)
        let byAccount = wanted.indices.sorted { wanted[$0].account < wanted[$1].account }
        var present: (number: UInt32, told: [ToldNotification])?
        for position in byAccount {
            let entry = wanted[position]
            if present?.number != entry.account {
                present = (entry.account, Self.history(Int(entry.account), options, firstSingle: firstSingle).told)
            }
            result[position - positions.lowerBound] = present?.told[Int(entry.ordinal)]
        }
        return result.compactMap(\.self)
    }

    /// Lends the lines of `state.jsonl`, without line feeds, account by account.
    ///
    /// `lost` names the stories of which a notification never arrives.
    package func forEachStateLine(lost: Set<String> = [], _ body: (String) throws -> Void) rethrows {
        let lost = Set(lost.map { String($0.prefix { $0 != "/" && $0 != " " }) })
        for number in 0..<accountCount {
            let history = Self.history(number, options, firstSingle: firstSingle)
            for var subject in history.subjects {
                subject.isIncomplete = lost.contains(subject.account)
                try body(subject.text)
            }
            for var consent in history.consents {
                consent.isIncomplete = lost.contains(consent.account)
                try body(consent.text)
            }
        }
    }

    private static func history(_ number: Int, _ options: WorldOptions, firstSingle: Int) -> AccountHistory {
        AccountHistory(Account(number, of: options, isSingle: number >= firstSingle))
    }
}

extension WorldOptions {
    /// The place of an app's Production stream among all.
    fileprivate func places(of app: InventedApp) -> Int {
        2 * Int(app.appAppleId - InventedApp.meadow.appAppleId)
    }
}
