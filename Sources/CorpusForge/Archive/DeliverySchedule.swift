/// When the store tries to deliver a notification, and what becomes of it.
///
/// Apple, "Responding to App Store Server Notifications": after a failure five retries, 1, 12, 24, 48 and 72 hours
/// after the attempt before; one attempt only in Sandbox. Success is any answer of 200 to 206.
package struct DeliverySchedule: Hashable, Sendable {
    /// The times at which the developer's server fails.
    package var outages: [Outage]

    /// A time at which every attempt fails in one way.
    package struct Outage: Hashable, Sendable {
        /// The app whose server fails.
        package var bundleId: String
        /// The first failing instant.
        package var start: Moment
        /// The first instant at which attempts succeed again.
        package var end: Moment
        /// What the store notes.
        package var result: String

        /// An outage of an app's server.
        package init(_ bundleId: String, from start: Moment, until end: Moment, _ result: String) {
            self.bundleId = bundleId
            self.start = start
            self.end = end
            self.result = result
        }
    }

    /// A schedule with its outages.
    package init(outages: [Outage]) {
        self.outages = outages
    }

    /// The waits between attempts.
    package static let waits: [Length] = [.hours(1), .hours(12), .hours(24), .hours(48), .hours(72)]

    /// All attempts for a notification whose first one is made at an instant, oldest first.
    ///
    /// `failures` are the results of first attempts that fail whatever the server does.
    package func attempts(
        first: Moment,
        bundleId: String,
        isSandbox: Bool,
        failures: [String] = []
    ) -> [SendAttempt] {
        var attempts: [SendAttempt] = []
        var moment = first
        for wait in (isSandbox ? [] : Self.waits) + [.seconds(0)] {
            let isFailing = attempts.count < failures.count
            let attempt = isFailing ? SendAttempt(at: moment, failures[attempts.count]) : attempt(at: moment, bundleId)
            attempts.append(attempt)
            guard attempt.result != "SUCCESS" else { return attempts }
            moment = moment + wait
        }
        return attempts
    }

    private func attempt(at moment: Moment, _ bundleId: String) -> SendAttempt {
        let outage = outages.first { $0.bundleId == bundleId && $0.start <= moment && moment < $0.end }
        return SendAttempt(at: moment, outage?.result ?? "SUCCESS")
    }
}
