// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "storeledger",
    products: [
        .library(name: "NotificationLedger", targets: ["NotificationLedger", "NotificationModel"]),
        .library(name: "CorpusForge", targets: ["CorpusForge"]),
        .executable(name: "storeledger", targets: ["storeledger"]),
        .executable(name: "storeledger-corpus", targets: ["storeledger-corpus"]),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLZ4", providers: [.apt(["liblz4-dev"])]),
        .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CISAL", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "CSimdjson",
            cxxSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(name: "CP256Lanes", cSettings: [.treatAllWarnings(as: .error)]),

        .target(name: "NotificationModel"),
        .target(name: "ByteParsing", dependencies: ["CSimdjson", "CP256Lanes"]),
        .target(
            name: "HistoryArchive",
            dependencies: ["ByteParsing", "NotificationModel", "CP256Lanes", "CLZ4", "CZstd", "CISAL"]
        ),
        .target(
            name: "SignatureVerification",
            dependencies: ["ByteParsing", "NotificationModel", "COpenSSL", "CP256Lanes"]
        ),
        .target(name: "NotificationDecoding", dependencies: ["ByteParsing", "NotificationModel"]),
        .target(name: "Reconciliation", dependencies: ["NotificationModel"]),
        .target(name: "LedgerStore", dependencies: ["NotificationModel", "Reconciliation", "CSQLite"]),
        .target(
            name: "NotificationLedger",
            dependencies: [
                "ByteParsing", "NotificationModel", "HistoryArchive", "SignatureVerification",
                "NotificationDecoding", "Reconciliation", "LedgerStore",
            ]
        ),
        .executableTarget(name: "storeledger", dependencies: ["NotificationLedger", "NotificationModel"]),
        .target(
            name: "CorpusForge",
            dependencies: ["NotificationModel", "COpenSSL", "CLZ4", "CZstd", "CZlib"]
        ),
        .executableTarget(name: "storeledger-corpus", dependencies: ["CorpusForge"]),

        // The straightforward path: the yardstick of the benchmarks and the slow twin of the fast ones.
        .target(
            name: "ReferencePath",
            dependencies: [
                "ByteParsing", "NotificationModel", "HistoryArchive", "SignatureVerification", "NotificationDecoding",
                "Reconciliation", "LedgerStore", "COpenSSL", "CLZ4", "CSQLite",
            ],
            path: "Benchmarks/Reference"
        ),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // Counts allocations, for tests and benchmarks, by standing before the C library's malloc.
        .target(
            name: "CAllocationCount",
            path: "Tests/AllocationCount",
            cSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(name: "NotificationModelTests", dependencies: ["NotificationModel"]),
        .testTarget(name: "CP256LanesTests", dependencies: ["CP256Lanes", "COpenSSL", "TestSupport"]),
        .testTarget(name: "ByteParsingTests", dependencies: ["ByteParsing", "TestSupport"]),
        .testTarget(name: "HistoryArchiveTests", dependencies: ["HistoryArchive", "ByteParsing", "TestSupport"]),
        .testTarget(
            name: "SignatureVerificationTests",
            dependencies: [
                "SignatureVerification", "ByteParsing", "NotificationModel", "CP256Lanes", "COpenSSL", "CorpusForge",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "NotificationDecodingTests",
            dependencies: ["NotificationDecoding", "NotificationModel", "TestSupport"]
        ),
        .testTarget(name: "ReconciliationTests", dependencies: ["Reconciliation", "NotificationModel", "TestSupport"]),
        .testTarget(
            name: "LedgerStoreTests",
            dependencies: ["LedgerStore", "Reconciliation", "NotificationModel", "TestSupport"]
        ),
        .testTarget(
            name: "NotificationLedgerTests",
            dependencies: [
                "NotificationLedger", "NotificationModel", "HistoryArchive", "SignatureVerification", "CorpusForge",
                "TestSupport", "CAllocationCount",
            ]
        ),
        .testTarget(name: "CorpusForgeTests", dependencies: ["CorpusForge", "NotificationModel", "TestSupport"]),
        .testTarget(
            name: "ReferencePathTests",
            dependencies: ["ReferencePath", "NotificationLedger", "NotificationModel", "CorpusForge", "TestSupport"]
        ),
        .testTarget(name: "CommandTests", dependencies: ["storeledger", "CorpusForge", "TestSupport"]),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

// The benchmarks need Google Benchmark, which nothing else does: scripts/bench sets this, and only this changes.
if Context.environment["STORELEDGER_BENCHMARKS"] != nil {
    package.targets += [
        .target(
            name: "CGoogleBenchmark",
            path: "Benchmarks/CGoogleBenchmark",
            cxxSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("benchmark")]
        ),
        .executableTarget(
            name: "storeledger-benchmarks",
            dependencies: [
                "CGoogleBenchmark", "CAllocationCount", "ReferencePath", "ByteParsing", "NotificationModel",
                "HistoryArchive",
                "SignatureVerification", "NotificationDecoding", "Reconciliation", "LedgerStore", "NotificationLedger",
                "CorpusForge", "CP256Lanes", "COpenSSL", "CZlib", "CZstd",
            ],
            path: "Benchmarks/Suite"
        ),
    ]
}

let foreign = ["CSimdjson", "CP256Lanes", "CGoogleBenchmark", "CAllocationCount"]
for target in package.targets where target.type != .system && !foreign.contains(target.name) {
    target.swiftSettings = strict
}
