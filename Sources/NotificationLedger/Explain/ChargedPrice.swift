internal import LedgerStore
internal import Reconciliation

/// What was charged for a transaction: the price that was told first with it.
///
/// A transaction's price does not change. Where later messages tell another one, as of a plan whose price was changed, what
/// was told first is what was paid, and the others are only told.
struct ChargedPrice: Equatable {
    /// In milliunits of ``currency``; of seats the average of one.
    let amount: Int64
    let currency: String?
    private let hasSeats: Bool
    /// Whether the customer told of paid it: nobody pays for a copy of somebody else's purchase.
    let isOwn: Bool
    /// Other prices that later messages tell of the same transaction, in the order of their being said.
    private(set) var later: [String] = []

    /// In words, such as `29.94 BRL`.
    var text: String { StoryText.charged(amount, currency, hasSeats: hasSeats) }

    /// In words, with the later prices where they differ.
    ///
    /// - Parameter each: whether the price is that of each of several transactions.
    /// - Returns: such as `29.94 BRL as first told (later messages say 5.99 BRL)`.
    func phrase(each: Bool = false) -> String {
        let price = text + (each ? " each" : "")
        guard !later.isEmpty else { return price }
        return "\(price) as first told (later messages say \(later.joined(separator: ", ")))"
    }

    private init(_ amount: Int64, _ currency: String?, hasSeats: Bool, ownership: String?) {
        self.amount = amount
        self.currency = currency
        self.hasSeats = hasSeats
        isOwn = ownership.map { $0 == "PURCHASED" } ?? true
    }

    private mutating func add(_ price: ChargedPrice) {
        let other = price.text
        if other != text, !later.contains(other) { later.append(other) }
    }

    /// By transaction; for those whose price no row tells that of the newest snapshot.
    ///
    /// - Parameters:
    ///   - rows: the notifications in the order of their being said.
    ///   - derived: what they amount to.
    /// - Returns: the prices by transaction id; those of copies of somebody else's purchase too.
    static func all(_ rows: [NotificationStory], _ derived: DerivedPurchases) -> [String: ChargedPrice] {
        var result: [String: ChargedPrice] = [:]
        for row in rows where !row.isConflict {
            guard let id = row.transactionId, let amount = row.price else { continue }
            let price = ChargedPrice(amount, row.currency, hasSeats: row.hasSeats, ownership: row.ownership)
            result[id, default: price].add(price)
        }
        for snapshot in derived.transactions.lazy.map(\.snapshot) where result[snapshot.transactionId] == nil {
            result[snapshot.transactionId] = snapshot.price.map {
                ChargedPrice(
                    $0,
                    snapshot.currency,
                    hasSeats: snapshot.multiSeatInfo != nil,
                    ownership: snapshot.ownership
                )
            }
        }
        return result
    }
}
