/// A country's store with its currency.
struct Storefront: Hashable, Sendable {
    /// ISO 3166-1 alpha-3.
    let code: String
    /// The store's number.
    let id: String
    /// ISO 4217.
    let currency: String
    /// How much of the currency one euro's worth of a price is.
    let scale: Int64

    static let all = [
        Storefront(code: "USA", id: "143441", currency: "USD", scale: 1),
        Storefront(code: "DEU", id: "143443", currency: "EUR", scale: 1),
        Storefront(code: "FRA", id: "143442", currency: "EUR", scale: 1),
        Storefront(code: "GBR", id: "143444", currency: "GBP", scale: 1),
        Storefront(code: "JPN", id: "143462", currency: "JPY", scale: 150),
        Storefront(code: "KOR", id: "143466", currency: "KRW", scale: 1300),
        Storefront(code: "BRA", id: "143503", currency: "BRL", scale: 5),
        Storefront(code: "IND", id: "143467", currency: "INR", scale: 80),
        Storefront(code: "CHE", id: "143459", currency: "CHF", scale: 1),
    ]

    /// A price in thousandths of the currency at an instant: prices rose in the summers of 2023 and 2025.
    func price(_ base: Int64, at moment: Moment) -> Int64 {
        let percent: Int64 = moment >= Milestone.secondPriceRise ? 120 : moment >= Milestone.firstPriceRise ? 110 : 100
        return base * scale * percent / 1000 * 10
    }
}
