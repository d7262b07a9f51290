import NotificationModel
import Testing

@Suite struct Identity128Tests {
    @Test func `letter case is folded`() throws {
        let lower = try #require(Identity128("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"))
        let upper = try #require(Identity128("0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"))
        #expect(lower == upper)
        #expect(lower.hashValue == upper.hashValue)
        #expect(upper.description == "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9")
    }

    @Test func `the two words hold the bytes in order`() {
        let identity = Identity128("00112233-4455-6677-8899-aabbccddeeff")
        #expect(identity == Identity128(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
    }

    @Test(arguments: [
        "",
        "00112233445566778899aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeef",
        "00112233-4455-6677-8899-aabbccddeeff0",
        "{0112233-4455-6677-8899-aabbccddeeff}",
        "00112233-4455-6677-8899-aabbccddeefg",
        "00112233-4455-6677-8899+aabbccddeeff",
        "001122334-455-6677-8899-aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeef\0",
        " 0112233-4455-6677-8899-aabbccddeeff",
        "００112233-4455-6677-8899-aabbccdde",
        "--------------------------------0000",
    ])
    func `anything but the 36-character form is refused`(text: String) {
        #expect(Identity128(text) == nil)
    }

    @Test func `order is that of the bytes`() {
        let texts = [
            "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
            "00000000-0000-0000-ffff-ffffffffffff", "00000000-0000-0001-0000-000000000000",
            "ffffffff-0000-0000-0000-000000000000",
        ]
        let identities = texts.compactMap { Identity128($0) }
        #expect(identities.reversed().sorted().map(\.description) == texts)
    }
}
