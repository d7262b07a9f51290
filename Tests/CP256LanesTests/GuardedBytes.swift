import Glibc

/// Memory between two pages that may not be touched, so that a step outside of it ends the test run.
@safe
final class GuardedBytes {
    private let mapping: UnsafeMutableRawPointer
    private let mappedCount: Int
    private let page: Int
    /// The number of bytes between the two pages.
    let count: Int

    /// Maps at least this many bytes, filled with zeros.
    init(atLeast minimum: Int) {
        page = Int(sysconf(Int32(_SC_PAGESIZE)))
        count = (minimum + page - 1) / page * page
        mappedCount = count + 2 * page
        let mapped = unsafe mmap(nil, mappedCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { preconditionFailure("no memory") }
        unsafe mapping = mapped
        let opened = unsafe mprotect(mapped + page, count, PROT_READ | PROT_WRITE)
        precondition(opened == 0, "the memory could not be opened")
    }

    deinit {
        unsafe munmap(mapping, mappedCount)
    }

    /// The bytes before the closed page at the end.
    func last(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(count <= self.count, "more bytes than there are")
        let start = unsafe mapping + page + self.count - count
        return unsafe UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// The bytes behind the closed page at the front.
    func first(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(count <= self.count, "more bytes than there are")
        let start = unsafe mapping + page
        return unsafe UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }
}
