import COpenSSL
package import Foundation
package import NotificationModel

extension Corpus {
    /// Why a corpus was not written.
    package enum WritingFailure: Error, Equatable {
        /// The folder holds something already; nothing is overwritten.
        case folderNotEmpty
        /// The path is a file.
        case notAFolder
    }

    /// Everything that is written, by path under the folder: `archive/…`, `root.pem`, `truth.jsonl`, `manifest.sha256`.
    package var outputs: [(path: String, bytes: [UInt8])] {
        var outputs = files.map { (path: "archive/" + $0.path, bytes: $0.stored) }
        outputs.append((path: "root.pem", bytes: Array(rootPEM.utf8)))
        outputs.append((path: "truth.jsonl", bytes: Array(truth.map { $0.text + "\n" }.joined().utf8)))
        let manifest = outputs.map { Self.digest(of: $0.bytes).description + "  " + $0.path + "\n" }.joined()
        return outputs + [(path: "manifest.sha256", bytes: Array(manifest.utf8))]
    }

    /// Throws unless the folder is empty or does not exist yet.
    static func checkIsFree(_ folder: URL) throws {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        // The flag lives through the call that sets it.
        if unsafe manager.fileExists(atPath: folder.path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw WritingFailure.notAFolder }
            guard try manager.contentsOfDirectory(atPath: folder.path).isEmpty else {
                throw WritingFailure.folderNotEmpty
            }
        }
    }

    /// Writes the corpus into a folder that is empty or does not exist yet.
    package func write(to folder: URL) throws {
        try Self.checkIsFree(folder)
        let manager = FileManager.default
        for output in outputs {
            let file = folder.appending(path: output.path)
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(output.bytes).write(to: file)
        }
    }

    /// SHA-256, as `sha256sum` prints it.
    package static func digest(of bytes: [UInt8]) -> Digest256 {
        var value = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        // Both arrays live through the call; the second one has the digest's length.
        unsafe SHA256(bytes, bytes.count, &value)
        return Digest256(bytes: value.span)
    }
}
