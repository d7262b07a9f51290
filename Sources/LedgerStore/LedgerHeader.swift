internal import Glibc

/// What the first 100 bytes of a file say about it, read before SQLite may touch the file.
///
/// Layout: sqlite.org, "Database File Format", section 1.3.
struct LedgerHeader {
    /// What the opening goes on with.
    enum Finding: Equatable {
        case empty
        case ledger
        /// A creation was cut short; SQLite rolls it back from the journal beside the file.
        case interruptedCreation
    }

    private static let magic = Array("SQLite format 3\0".utf8)

    /// Judges a file by its beginning and size; throws for everything that is no sound ledger of this version.
    static func judge(_ bytes: [UInt8], size: Int, path: String) throws(LedgerError) -> Finding {
        guard size > 0 else { return .empty }
        guard bytes.count >= 100, bytes.prefix(16).elementsEqual(magic) else {
            guard bytes.allSatisfy({ $0 == 0 }), sizeOfFile(path + "-journal") > 0 else {
                throw .notALedger(path: path, found: "not an SQLite database")
            }
            return .interruptedCreation
        }
        guard word(bytes, at: 68) == LedgerSchema.applicationID else {
            throw .notALedger(path: path, found: "an SQLite database of another application")
        }
        // A ledger has a rollback journal only while it is made; SQLite completes or undoes that.
        guard sizeOfFile(path + "-journal") == 0 else { return .interruptedCreation }
        let version = Int(word(bytes, at: 60))
        guard version <= LedgerSchema.version else {
            throw .newerVersion(path: path, found: version, supported: LedgerSchema.version)
        }
        guard version == LedgerSchema.version else {
            throw .damaged(path: path, finding: "schema version \(version)")
        }
        // With a write-ahead log beside it the file may be in the middle of a checkpoint, which the log completes.
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        let expected = Int(word(bytes, at: 28)) * (pageSize == 1 ? 65536 : pageSize)
        guard expected == size || sizeOfFile(path + "-wal") > 0 else {
            throw .damaged(path: path, finding: "\(size) bytes where its header says \(expected)")
        }
        return .ledger
    }

    /// The size of the file at a path; 0 where there is none.
    static func sizeOfFile(_ path: String) -> Int {
        var status = stat()
        // Safe: the path lives during the call, the structure is the callee's to fill.
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func word(_ bytes: [UInt8], at start: Int) -> UInt32 {
        bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
