/// A quarantine file as of the last commit.
package struct QuarantineMark: Sendable, Equatable {
    /// The file's identity on its machine, whatever its name.
    package var file: String
    /// Counts how often a file of this identity began anew.
    package var generation: Int64
    /// The length in bytes; what lies beyond was never committed.
    package var length: Int64

    package init(file: String, generation: Int64, length: Int64) {
        self.file = file
        self.generation = generation
        self.length = length
    }

    /// The name under which rejects are noted as kept.
    package var name: String { "\(file)/\(generation)" }
}
