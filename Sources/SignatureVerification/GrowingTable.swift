internal import CP256Lanes
internal import Synchronization

/// A point's table for the batch kernels, made when it pays and made wider the more it is used.
///
/// A table costs as much to make as some dozens to some thousands of verifications, and a wider one makes each
/// verification cheaper by a little.
final class GrowingTable: Sendable {
    /// The width of a table after so many signatures.
    static let steps: [(signatures: Int, width: Int)] = [(64, 8), (2_048, 11), (131_072, 13)]

    private struct State {
        var table: KernelTable?
        var width = 0
        var signatures = 0
        var isGrowing = false
        var isRefused = false
        /// Where the memory of the table was taken.
        var budget: TableBudget?
    }

    private let point: [UInt8]?
    private let state = Mutex(State())

    /// A table of a point, 64 bytes of coordinates, or of the curve's base point for nil.
    init(point: [UInt8]?) {
        self.point = point
    }

    deinit {
        state.withLock { state in
            if state.width > 0 { state.budget?.giveBack(width: state.width) }
        }
    }

    /// The table for the next signatures; nil where there are too few yet, or the memory is used up.
    ///
    /// One worker makes a wider table while the others go on with the present one.
    func table(for count: Int, _ kernel: P256Kernel, _ budget: TableBudget) -> KernelTable? {
        let (present, wanted) = state.withLock { state -> (KernelTable?, Int?) in
            state.signatures += count
            let width = Self.steps.last { $0.signatures <= state.signatures }?.width ?? 0
            guard width > state.width, !state.isGrowing, !state.isRefused else { return (state.table, nil) }
            state.isGrowing = true
            return (state.table, width)
        }
        guard let wanted else { return present }
        let made = make(kernel, width: wanted, budget)
        return state.withLock { state in
            state.isGrowing = false
            guard let made else {
                state.isRefused = true
                return state.table
            }
            if state.width > 0 { budget.giveBack(width: state.width) }
            state.table = made
            state.width = wanted
            state.budget = budget
            return made
        }
    }

    private func make(_ kernel: P256Kernel, width: Int, _ budget: TableBudget) -> KernelTable? {
        guard budget.take(width: width) else { return nil }
        guard let table = KernelTable(kernel, width: width, point: point) else {
            budget.giveBack(width: width)
            return nil
        }
        return table
    }
}

/// The memory that all tables of a store may take together.
final class TableBudget: Sendable {
    private let bytes: Mutex<Int>

    init(bytes: Int) {
        self.bytes = Mutex(bytes)
    }

    /// The bytes that are left.
    var remaining: Int { bytes.withLock { $0 } }

    /// Takes the memory of a table; false if it is not there.
    func take(width: Int) -> Bool {
        let needed = KernelTable.byteCount(width: width)
        return bytes.withLock { bytes in
            guard bytes >= needed else { return false }
            bytes -= needed
            return true
        }
    }

    /// Gives back the memory of a table that was replaced; workers may still hold it for one batch.
    func giveBack(width: Int) {
        bytes.withLock { $0 += KernelTable.byteCount(width: width) }
    }
}
