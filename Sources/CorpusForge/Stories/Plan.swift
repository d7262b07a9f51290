/// A subscription plan of an invented app.
package struct Plan: Hashable, Sendable {
    /// The end of the product id.
    package let name: String
    /// The calendar months of one period; 0 for a week.
    package let months: Int
    /// The price in thousandths.
    package let price: Int64

    package static let weekly = Plan(name: "weekly", months: 0, price: 1990)
    package static let monthly = Plan(name: "monthly", months: 1, price: 4990)
    package static let yearly = Plan(name: "yearly", months: 12, price: 49_990)
    /// Of the same level as the monthly plan.
    package static let sportMonthly = Plan(name: "sport.monthly", months: 1, price: 4990)
    package static let plusMonthly = Plan(name: "plus.monthly", months: 1, price: 9990)
    package static let plusYearly = Plan(name: "plus.yearly", months: 12, price: 89_990)
    package static let familyYearly = Plan(name: "family.yearly", months: 12, price: 69_990)
    package static let teamMonthly = Plan(name: "team.monthly", months: 1, price: 7990)
}
