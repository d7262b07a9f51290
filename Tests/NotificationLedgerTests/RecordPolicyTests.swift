import CorpusForge
import Foundation
import NotificationLedger
import Testing

/// Which apps, environments, signers and ledgers a run is limited to.
struct RecordPolicyTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    private func judge(
        _ data: ForgedData,
        in environment: RecordPolicy.Environments = .any,
        bundles: Set<String> = [],
        apps: Set<Int64> = []
    ) throws -> String {
        try bench.folder.write("one", itemLines([forge.signedPayload(Telling.renewed(1, data))]))
        let lines = try bench.verify(["one"]) {
            $0.policy.environments = environment
            $0.policy.bundleIds = bundles
            $0.policy.appAppleIds = apps
        }
        .lines
        return lines.map(\.judgement).joined(separator: ", ")
    }

    @Test func onlyNamedBundlesPass() throws {
        let data = Telling.data()
        #expect(try judge(data, bundles: [Telling.app]) == "accepted")
        #expect(try judge(data, bundles: [Telling.app, "com.example.other"]) == "accepted")
        #expect(try judge(data, bundles: ["com.example.other"]) == "rejected app-not-allowed")
        #expect(try judge(data, bundles: ["com.example.Meadow"]) == "rejected app-not-allowed")
        let nameless = ForgedData { $0.environment = "Production" }
        #expect(try judge(nameless, bundles: [Telling.app]) == "rejected app-not-allowed")
        #expect(try judge(nameless) == "accepted")
    }

    @Test func onlyNamedAppsPassAndSandboxNeedsNone() throws {
        let production = Telling.data()
        #expect(try judge(production, apps: [Telling.appAppleId]) == "accepted")
        #expect(try judge(production, apps: [1]) == "rejected app-not-allowed")
        let nameless = production.with { $0.appAppleId = nil }
        #expect(try judge(nameless, apps: [Telling.appAppleId]) == "rejected app-not-allowed")
        let sandbox = Telling.data(environment: "Sandbox")
        #expect(try judge(sandbox, apps: [Telling.appAppleId]) == "accepted")
        #expect(try judge(sandbox.with { $0.appAppleId = 1 }, apps: [2]) == "rejected app-not-allowed")
    }

    @Test func onlyTheNamedEnvironmentPasses() throws {
        let sandbox = Telling.data(environment: "Sandbox")
        #expect(try judge(Telling.data(), in: .production) == "accepted")
        #expect(try judge(Telling.data(), in: .sandbox) == "rejected environment-not-allowed")
        #expect(try judge(sandbox, in: .sandbox) == "accepted")
        #expect(try judge(sandbox, in: .production) == "rejected environment-not-allowed")
        let nameless = ForgedData { $0.bundleId = Telling.app }
        #expect(try judge(nameless, in: .production) == "rejected environment-not-allowed")
        #expect(try judge(Telling.data(environment: "production"), in: .production) != "accepted")
    }

    @Test func aPolicyIsAskedOnlyAfterTheSignature() throws {
        try bench.folder.write("one", itemLines([forge.spoilt(Telling.renewed(1))]))
        let lines = try bench.verify(["one"]) { $0.policy.bundleIds = ["com.example.other"] }.lines
        #expect(lines.map(\.reason) == ["signature-invalid"])
    }

    // MARK: - Unsigned test environments

    /// A record as Xcode's local testing makes it: a chain of one self-signed certificate.
    private func local(_ environment: String) throws -> String {
        let own = try CertifiedKey(.leaf(serial: 1, from: "2021-01-01", until: "2030-01-01"))
        let signer = JWSSigner(key: own.key, certificates: [own.certificate])
        return try Telling.renewed(1, Telling.data(environment: environment)).signedPayload(by: signer)
    }

    @Test(arguments: ["Xcode", "LocalTesting"]) func localRecordsNeedTheFlag(environment: String) throws {
        let leaf = try local(environment)
        let signed = try forge.signedPayload(Telling.renewed(2, Telling.data(environment: environment)))
        try bench.folder.write("one", itemLines([leaf, signed]))
        let refused = try bench.verify(["one"]).lines
        #expect(refused.map(\.reason) == ["unsigned-test-environment", "unsigned-test-environment"])
        let taken = try bench.verify(["one"]) { $0.policy.allowsUnsignedTestEnvironments = true }.lines
        #expect(taken.map(\.verdict) == ["accepted", "accepted"])
    }

    @Test func theFlagLetsNothingUnsignedPassUnderAnotherEnvironment() throws {
        for environment in ["Production", "Sandbox", "Xcode ", "xcode"] {
            try bench.folder.write("one", itemLines([local(environment)]))
            let lines = try bench.verify(["one"]) { $0.policy.allowsUnsignedTestEnvironments = true }.lines
            #expect(lines.map(\.reason) == ["chain-length"], "\(environment)")
        }
    }

    @Test func theFlagLetsNoProductionPartRideInALocalRecord() throws {
        let own = try CertifiedKey(.leaf(serial: 1, from: "2021-01-01", until: "2030-01-01"))
        let signer = JWSSigner(key: own.key, certificates: [own.certificate])
        let data = Telling.data().with { $0.environment = "Xcode" }
        try bench.folder.write("one", itemLines([Telling.renewed(1, data).signedPayload(by: signer)]))
        let lines = try bench.verify(["one"]) { $0.policy.allowsUnsignedTestEnvironments = true }.lines
        #expect(lines.map(\.reason) == ["parts-disagree"])
    }

    @Test func localRecordsEnterOnlyALedgerMadeForThem() throws {
        try bench.folder.write("real", itemLines([forge.signedPayload(Telling.renewed(2))]))
        try bench.folder.write("local", itemLines([local("Xcode")]))
        try bench.reconcile(["real"], into: "production")
        let before = try bench.fingerprint("production")
        let error = #expect(throws: LedgerRunError.self) {
            try bench.reconcile(["local"], into: "production", { $0.policy.allowsUnsignedTestEnvironments = true })
        }
        #expect(error?.kind == .failed)
        #expect(try bench.fingerprint("production") == before)
        let tests = try bench.reconcile(
            ["local"],
            into: "tests",
            { $0.policy.allowsUnsignedTestEnvironments = true }
        )
        #expect(tests.counts.new == 1)
        #expect(throws: LedgerRunError.self) { try bench.reconcile(["real"], into: "tests") }
    }

    // MARK: - Ledgers

    @Test func aLedgerOfOtherAnchorsIsRefusedUntouched() throws {
        let payload = itemLines([try forge.signedPayload(Telling.renewed(1))])
        try bench.folder.write("a", payload)
        try bench.reconcile(["a"])
        var stranger = bench
        let root = try bench.folder.write("other.cer", Forge().authority.rootDER)
        stranger.configuration.anchors = try TrustRootFile.anchors(path: root)
        let error = #expect(throws: LedgerRunError.self) {
            try stranger.reconcile(["a"], options: { $0.rereads = true })
        }
        #expect(error?.kind == .failed)
        #expect(try bench.rows("notifications").count == 1)
        #expect(try bench.reconcile(["a"]).counts.sourcesSkipped == 1)
    }

    @Test func aForeignFileIsRefusedUntouched() throws {
        try bench.folder.write("a", itemLines([forge.signedPayload(Telling.renewed(1))]))
        let contents = [Array("notes of mine\n".utf8), Array("SQLite format 3\0 but not really".utf8), [0]]
        for content in contents {
            try bench.folder.write("mine", content)
            let error = #expect(throws: LedgerRunError.self) { try bench.reconcile(["a"], into: "mine") }
            #expect(error?.kind == .failed)
            #expect(error?.message.contains("mine") == true)
            #expect(try bench.folder.read("mine") == content)
            #expect(!bench.folder.exists("mine.rejected"))
        }
    }

    @Test func aTrustRootThatIsNoneIsAnImpossibleValue() throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("page.cer", Array("<html><body>404 Not Found</body></html>".utf8)), ("empty.cer", []),
            ("cut.cer", Array(forge.authority.rootDER.dropLast(20))),
            ("cut.pem", Array(forge.authority.rootPEM.utf8.dropLast(60))),
        ]
        for (name, bytes) in files {
            let path = try bench.folder.write(name, bytes)
            let error = #expect(throws: LedgerRunError.self) { _ = try TrustRootFile.anchors(path: path) }
            #expect(error?.kind == .impossibleValue, "\(name)")
            #expect(error?.message.contains(name) == true)
        }
        let error = #expect(throws: LedgerRunError.self) {
            _ = try TrustRootFile.anchors(path: bench.path("nowhere.cer"))
        }
        #expect(error?.kind == .missingPath)
        let pem = try bench.folder.write("two.pem", forge.authority.rootPEM + Forge().authority.rootPEM)
        #expect(try TrustRootFile.anchors(path: pem).count == 2)
    }
}
