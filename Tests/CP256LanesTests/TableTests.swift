import CP256Lanes
import Testing

@Suite("Kernels: tables")
struct TableTests {
    private static let point = ReferenceKey(privateKey: BigNumber(99)).point

    @Test("Points off the curve have none", arguments: P256Kernel.supported)
    func offTheCurve(_ kernel: P256Kernel) {
        #expect(KernelTable.status(kernel, width: 5, point: Self.point) == .made)
        for place in [0, 31, 32, 63] {
            var point = Self.point
            point[place] ^= 1
            #expect(KernelTable.status(kernel, width: 5, point: point) == .notOnCurve)
        }
        #expect(KernelTable.status(kernel, width: 5, point: [UInt8](repeating: 0, count: 64)) == .notOnCurve)
        let swapped = Array(Self.point[32...] + Self.point[..<32])
        #expect(KernelTable.status(kernel, width: 5, point: swapped) == .notOnCurve)
    }

    @Test("Coordinates have to be below p", arguments: P256Kernel.supported)
    func belowThePrime(_ kernel: P256Kernel) throws {
        // 5 is the x coordinate of a point, and 5 + p has 32 bytes as well.
        let y = "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc"
        let low = BigNumber(5).bytes + BigNumber(hexadecimal: y).bytes
        #expect(KernelTable.status(kernel, width: 5, point: low) == .made)
        let high = (BigNumber(5) + BigNumber.prime).bytes + BigNumber(hexadecimal: y).bytes
        #expect(KernelTable.status(kernel, width: 5, point: high) == .notOnCurve)
    }

    @Test("Widths outside the limits have none", arguments: P256Kernel.supported)
    func widths(_ kernel: P256Kernel) {
        for width in [0, 3, 17, 64, .max] as [UInt32] {
            #expect(KernelTable.status(kernel, width: width, point: Self.point) == .unsupported)
            #expect(p256_table_size(width) == 0)
        }
    }

    @Test("The memory is what the widths promise, to within a page")
    func sizes() {
        for (width, entries) in [(4, 64 * 8), (8, 32 * 128), (13, 20 * 4096), (16, 16 * 32768)] as [(UInt32, Int)] {
            let size = p256_table_size(width)
            #expect(size >= entries * 64 && size < entries * 64 + (2 << 20) + 64)
        }
    }

    @Test("A table tells its width and kernel", arguments: P256Kernel.supported)
    func description(_ kernel: P256Kernel) throws {
        let table = try #require(KernelTable(kernel, width: 6, point: Self.point))
        defer { withExtendedLifetime(table) {} }
        #expect(unsafe p256_table_width(table.handle) == 6 && p256_table_kernel(table.handle) == kernel)
    }

    @Test(
        "Tables of different kernels do not go together",
        .enabled(if: P256Kernel.supported.count == 2, "this machine supports one kernel only")
    )
    func mixed() throws {
        let base = try #require(KernelTable(baseOf: .scalar, width: 5))
        let key = try #require(KernelTable(.ifma, width: 5, point: Self.point))
        var scratch = [UInt8](repeating: 0, count: unsafe p256_batch_scratch_size(base.handle, key.handle, 1))
        var verdict: UInt8 = 0xff
        let zeros = [UInt8](repeating: 0, count: 64)
        defer { withExtendedLifetime((base, key)) {} }
        // Safe: all buffers have the sizes that the kernel is told.
        #expect(unsafe !p256_verify_batch(base.handle, key.handle, zeros, zeros, 1, &verdict, &scratch))
        #expect(verdict == 0xff)
    }

    @Test("An empty batch is none", arguments: P256Kernel.supported)
    func empty(_ kernel: P256Kernel) throws {
        let base = try #require(KernelTable(baseOf: kernel, width: 5))
        let key = try #require(KernelTable(kernel, width: 5, point: Self.point))
        #expect(judge([], base: base, key: key).isEmpty)
    }
}
