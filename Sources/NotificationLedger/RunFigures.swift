/// How a run went: figures of the machine, which no result depends on.
package struct RunFigures: Sendable, Equatable {
    /// The signature kernel.
    package var kernel = KernelChoice.openssl.rawValue
    package var jobs = 1
    /// Bytes read, compressed as they were.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    package var records = 0

    package init() {}

    /// Records a second, to the nearest whole one.
    package var rate: Int { seconds > 0 ? Int((Double(records) / seconds).rounded()) : 0 }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("kernel")
        writer.value(kernel)
        writer.name("jobs")
        writer.value(jobs)
        writer.name("bytes")
        writer.value(Int64(clamping: bytes))
        writer.name("seconds")
        writer.raw(secondsText.utf8)
        writer.name("rate")
        writer.value(rate)
        writer.endObject()
    }

    var text: String {
        "\(bytes) bytes in \(secondsText) s, \(rate) records a second; kernel \(kernel), \(jobs) jobs"
    }

    /// Seconds with three decimals, whatever the locale.
    private var secondsText: String {
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
