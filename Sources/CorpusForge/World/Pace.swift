/// How fast time runs for a customer: Production by the calendar, Sandbox with a month of five minutes.
struct Pace: Hashable, Sendable {
    let isSandbox: Bool

    /// So many of the customer's days: 24 hours, or ten seconds in Sandbox.
    func days(_ count: Double) -> Length {
        .milliseconds(Int(count * (isSandbox ? 10_000 : 86_400_000)))
    }

    /// The short while that the store needs to tell of something.
    func moments(_ count: Int) -> Length {
        isSandbox ? .milliseconds(count * 1100) : .seconds(count * 60)
    }

    /// The end of a plan's period that begins at an instant.
    func end(of plan: Plan, from start: Moment) -> Moment {
        switch (isSandbox, plan.months) {
        case (true, 0): start + .minutes(3)
        case (true, let months): start + .minutes(5 * months)
        case (false, 0): start + .days(7)
        case (false, let months): start.adding(months: months)
        }
    }
}
