internal import ByteParsing
internal import Foundation
internal import LedgerStore
internal import NotificationModel
internal import SignatureVerification

/// Examines the machine: libraries, kernels, and whether verification answers rightly here.
public enum Doctor {
    /// The findings.
    public struct Report: Sendable {
        /// What was found, by name.
        public let facts: [(name: String, value: String)]
        /// True if every self-test answered rightly.
        public let isHealthy: Bool

        /// The findings for people.
        public var text: String {
            let width = facts.map(\.name.count).max() ?? 0
            return facts.map { fact in
                "\(fact.name)\(String(repeating: " ", count: width - fact.name.count))  \(fact.value)\n"
            }.joined()
        }

        /// The findings as one JSON object.
        public var json: String {
            var writer = JSONWriter()
            writer.beginObject()
            for fact in facts {
                writer.name(fact.name)
                writer.value(fact.value)
            }
            writer.name("healthy")
            writer.value(isHealthy)
            writer.endObject()
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    /// The kernel that runs choose, and why not another.
    private static var kernels: String {
        let fastest = SignatureKernel.fastest
        let missing = SignatureKernel.allCases.filter { !$0.isSupported }.map { kernel in
            kernel == .ifma ? "ifma needs AVX-512 IFMA" : "\(kernel.rawValue) is not supported here"
        }
        return ([fastest.rawValue] + missing).joined(separator: "; ")
    }

    /// Looks at everything once; takes well under a second.
    public static func examine() -> Report {
        let selfTest = SignatureSelfTest.run()
        return Report(
            facts: [
                ("storeledger", LibraryVersion.text),
                ("cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
                ("openssl", SignatureSelfTest.libraryVersion),
                ("sqlite", Ledger.sqliteVersion),
                ("simdjson", JSONParser.implementationName),
                ("kernel", kernels),
                ("trust anchor", TrustAnchor.appleRootCAG3.fingerprint.description),
                ("self-test", selfTest.summary),
                ("expected throughput", selfTest.throughput),
            ],
            isHealthy: selfTest.passed
        )
    }
}
