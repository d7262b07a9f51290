import CorpusForge
import Testing

struct DeliveryScheduleTests {
    private static let schedule = DeliverySchedule(outages: [
        .init("com.example.meadow", from: "2025-03-10 08:00", until: "2025-03-14 06:00", "TIMED_OUT")
    ])

    private static func attempts(_ first: Moment, _ app: String = "com.example.meadow", sandbox: Bool = false)
        -> [SendAttempt]
    {
        schedule.attempts(first: first, bundleId: app, isSandbox: sandbox)
    }

    @Test func oneAttemptIsEnoughOutsideTheOutage() {
        #expect(Self.attempts("2025-03-10 07:59:59").map(\.result) == ["SUCCESS"])
        #expect(Self.attempts("2025-03-14 06:00").map(\.result) == ["SUCCESS"])
        #expect(Self.attempts("2025-03-12", "com.example.tidepool").map(\.result) == ["SUCCESS"])
    }

    @Test func retriesFollowAfter1And12And24And48And72Hours() {
        #expect(
            Self.attempts("2025-03-10 08:00") == [
                SendAttempt(at: "2025-03-10 08:00", "TIMED_OUT"), SendAttempt(at: "2025-03-10 09:00", "TIMED_OUT"),
                SendAttempt(at: "2025-03-10 21:00", "TIMED_OUT"), SendAttempt(at: "2025-03-11 21:00", "TIMED_OUT"),
                SendAttempt(at: "2025-03-13 21:00", "TIMED_OUT"), SendAttempt(at: "2025-03-16 21:00"),
            ]
        )
    }

    @Test func afterTheSixthFailureTheStoreGivesUp() {
        let endless = DeliverySchedule(outages: [.init("a", from: "2025-01-01", until: "2026-01-01", "NO_RESPONSE")])
        let attempts = endless.attempts(first: "2025-02-01", bundleId: "a", isSandbox: false)
        #expect(attempts.count == 6 && attempts.allSatisfy { $0.result == "NO_RESPONSE" })
    }

    @Test func sandboxTriesOnce() {
        #expect(Self.attempts("2025-03-11", sandbox: true) == [SendAttempt(at: "2025-03-11", "TIMED_OUT")])
    }

    @Test func singleFailuresComeFirstAndAreRetried() {
        let attempts = Self.schedule.attempts(
            first: "2025-03-14 05:30",
            bundleId: "com.example.meadow",
            isSandbox: false,
            failures: ["OTHER"]
        )
        #expect(attempts == [SendAttempt(at: "2025-03-14 05:30", "OTHER"), SendAttempt(at: "2025-03-14 06:30")])
        let sandbox = Self.schedule.attempts(first: "2024-01-01", bundleId: "a", isSandbox: true, failures: ["a", "b"])
        #expect(sandbox == [SendAttempt(at: "2024-01-01", "a")])
    }

    @Test func theCorpusHasANotificationThatNeverArrived() throws {
        let told = Stories.all(seed: 1).flatMap(\.told)
        let records = try RecordForge(Forge(), Corpus.deliveries, signing: [])
        let lost = told.filter { one in !records.attempts(one).contains { $0.result == "SUCCESS" } }
        #expect(lost.map(\.story) == ["never-paid-again"])
        #expect(told.filter { records.attempts($0).count > 1 }.count >= 8)
    }
}
