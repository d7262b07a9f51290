import Foundation

/// The program under test: the executable that was built with this test bundle.
enum Executable {
    /// The path of `storeledger` in the folder of the running test bundle, whatever its configuration.
    static let path: String = {
        let running = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        #if DEBUG
            let configuration = "debug"
        #else
            let configuration = "release"
        #endif
        let folders = [
            running, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
            checkout.appending(path: ".build").appending(path: configuration),
        ]
        let candidates = folders.map { $0.appending(path: "storeledger").path }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "storeledger was not built"
    }()
}
