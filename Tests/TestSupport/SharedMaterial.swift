package import Foundation

/// The folder of genuine records and published vectors that may stand beside the checkout.
///
/// Tests that need it skip with a clear message where it is absent; nothing of it is copied into the project.
package enum SharedMaterial {
    /// The folder, nil where it is absent.
    package static let root: URL? = {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = checkout.deletingLastPathComponent().appending(path: "shared")
        return FileManager.default.fileExists(atPath: folder.appending(path: "vectors").path) ? folder : nil
    }()

    /// True where the folder is there.
    package static var isPresent: Bool { root != nil }

    /// Why a test is skipped without the folder.
    package static let absence = "the folder of shared vectors and records is not beside this checkout"

    /// A file or folder in it.
    ///
    /// - Precondition: ``isPresent``.
    package static func url(_ path: String) -> URL {
        guard let root else { preconditionFailure(absence) }
        return root.appending(path: path)
    }
}
