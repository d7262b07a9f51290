/// One thing that is measured, under the name that reports and baselines know it by.
struct Scenario {
    /// Slashes order the names, `key:value` tells a parameter.
    let name: String
    /// True if its instructions are counted as well: it runs on every machine in the same way.
    var isPortable = false
    /// True if other threads work as well.
    var hasThreads = false
    /// True if a quick run leaves it out.
    var isLong = false
    /// Makes what it needs; called when its turn comes, so that nothing is made for what is filtered out.
    let prepare: () throws -> Trial
}

/// A prepared measurement: the subject and the yardstick do the same work, pass by pass.
struct Trial {
    /// The clock that counts.
    enum Clock {
        /// CPU time of the calling thread, for work that stays on it.
        case thread
        /// CPU time of all threads.
        case process
        /// Time of the day, for what is about waiting and about threads working side by side.
        case wall
    }

    /// How much work a pass is.
    struct Amount {
        /// Notifications that the pass's material belongs to.
        var notifications: Int
        var signatures = 0
        var bytes = 0
        /// Portions of the input, as the reader hands them on.
        var slabs = 0
    }

    /// What the subject is compared with and measured against.
    let yardstickName: String
    let amount: Amount
    var clock = Clock.thread
    /// Undoes a pass before the next one; not measured.
    var resetYardstick: () throws -> Void = {}
    var resetSubject: () throws -> Void = {}
    /// Throws unless both give the same answers.
    let compare: () throws -> Void
    let yardstick: () throws -> Void
    let subject: () throws -> Void
}

/// Two answers that differ, or material that is not what it should be: nothing may be measured on it.
struct WrongAnswer: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws unless the values are equal.
    static func unlessEqual<Value: Equatable>(_ subject: Value, _ twin: Value, _ what: String) throws {
        guard subject != twin else { return }
        throw WrongAnswer(
            "\(what): \(String(describing: subject).prefix(80)), not \(String(describing: twin).prefix(80))"
        )
    }
}
