import Glibc

extension Trial.Clock {
    /// The clock's reading in seconds.
    var now: Double {
        let identifier =
            switch self {
            case .thread: CLOCK_THREAD_CPUTIME_ID
            case .process: CLOCK_PROCESS_CPUTIME_ID
            case .wall: CLOCK_MONOTONIC
            }
        var time = timespec()
        // Safe: the structure is the callee's to fill.
        let status = unsafe clock_gettime(identifier, &time)
        precondition(status == 0, "the clock cannot be read")
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
