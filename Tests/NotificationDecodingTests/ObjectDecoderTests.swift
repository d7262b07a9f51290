import NotificationModel
import Testing

/// The rules for members, seen through the transaction inside a notification.
@Suite struct ObjectDecoderTests {
    private static func transaction(_ members: String) throws -> Payload {
        try Payload(Payload.data(""), transaction: "{\(members)}")
    }

    private static func reason(_ members: String) -> RejectionReason? {
        Payload.reason { try transaction(members) }
    }

    private static func value(_ name: String, _ members: String) throws -> FieldValue {
        let payload = try transaction(members)
        return payload.batch.value(.transaction, payload.row.transaction, name)
    }

    private static func text(_ name: String, _ members: String) throws -> String? {
        let payload = try transaction(members)
        return payload.batch.text(.transaction, payload.row.transaction, name)
    }

    @Test(arguments: [
        #""transactionId":"1","transactionId":"1""#,
        #""transactionId":"1","\u0074ransactionId":"2""#,
        #""price":null,"price":1"#,
        #""price":"x","price":1"#,
        #""isUpgraded":true,"productId":"p","isUpgraded":true"#,
    ])
    func `a repeated known member is refused, also by escape and whatever its value`(members: String) {
        #expect(Self.reason(members) == .repeatedMember)
    }

    @Test func `a repeated unknown member is kept twice`() throws {
        let payload = try Self.transaction(#""new":1,"price":5,"new":[ 2 ]"#)
        #expect(payload.text(payload.row.transaction?.unknownMembers) == #"{"new":1,"new":[ 2 ]}"#)
        #expect(payload.row.notes.isEmpty)
    }

    @Test(arguments: [
        #""transactionId":1"#, #""productId":true"#, #""bundleId":["x"]"#, #""purchaseDate":"1""#,
        #""purchaseDate":true"#, #""expiresDate":{}"#, #""signedDate":1.5"#, #""signedDate":1e-3"#,
        #""signedDate":1e400"#, #""signedDate":9223372036854775808"#, #""signedDate":-9223372036854775809"#,
        #""signedDate":1e19"#, #""environment":0"#, #""storefrontId":143441"#,
    ])
    func `an id or date of the wrong type, with a fraction or beyond 64 bits is refused`(members: String) {
        #expect(Self.reason(members) == .wrongFieldType)
    }

    @Test(arguments: [
        #""price":1e400"#, #""price":10000000000000000000000000000000000000000"#, #""quantity":9223372036854775808"#,
    ])
    func `an optional integer beyond 64 bits is refused, not guessed`(members: String) {
        #expect(Self.reason(members) == .wrongFieldType)
    }

    @Test(
        arguments: zip(
            [
                "1e12", "1E+12", "1000000000000.000", "10000000000000e-1", "12.0", "-0", "0e999999999999", "0.0",
                "9223372036854775807", "-9223372036854775808", "922337203685477580.7e1", "-62135769600000",
            ],
            [
                1_000_000_000_000, 1_000_000_000_000, 1_000_000_000_000, 1_000_000_000_000, 12, 0, 0, 0, .max, .min,
                .max, -62_135_769_600_000,
            ] as [Int64]
        )
    )
    func `a number without a true fraction is its integer`(literal: String, expected: Int64) throws {
        #expect(try Self.value("signedDate", "\"signedDate\":\(literal)") == .integer(expected))
        #expect(try Self.value("price", "\"price\":\(literal)") == .integer(expected))
    }

    @Test(arguments: [
        #""price":"5""#, #""price":5.5"#, #""price":1e-400"#,
        #""isUpgraded":1"#, #""isUpgraded":"true""#, #""currency":7"#, #""quantity":[1, 2]"#, #""type":{"a": "b"}"#,
    ])
    func `an optional member of the wrong form is left out with a note and kept as it came`(member: String) throws {
        let payload = try Self.transaction(#""transactionId":"1","# + member)
        #expect(payload.row.notes == [.optionalFieldDropped])
        #expect(payload.text(payload.row.transaction?.unknownMembers) == "{\(member)}")
        let name = try #require(member.split(separator: "\"").first).description
        #expect(payload.batch.value(.transaction, payload.row.transaction, name) == .absent)
        #expect(payload.batch.text(.transaction, payload.row.transaction, "transactionId") == "1")
    }

    @Test func `null is absence for every member`() throws {
        let members = WireObject.transaction.table.fields.map { "\"\($0.name)\":null" }.joined(separator: ",")
        let payload = try Self.transaction(members)
        for field in WireObject.transaction.table.fields {
            #expect(payload.batch.value(.transaction, payload.row.transaction, field.name) == .absent)
        }
        #expect(payload.row.transaction?.unknownMembers == nil)
        #expect(payload.row.notes.isEmpty)
    }

    @Test(arguments: [
        #""new":1e400"#,
        #""new":10000000000000000000000000000000000000000"#,
        #""new":[[[[[[[[[[[[[[[[{"a" : [ 1,2 ]}]]]]]]]]]]]]]]]]"#,
        #""n\u0065w" : "\ud83d\ude00\n""#,
        "\"neü\":\"ü\u{1F600}\"",
        #""bundleID":"com.example.app""#,
        #""":false"#,
        #""new":"}""#,
    ])
    func `an unknown member is kept verbatim, whatever it holds`(member: String) throws {
        let payload = try Self.transaction(#" "transactionId" : "1" , "# + member)
        let kept = try #require(payload.text(payload.row.transaction?.unknownMembers))
        #expect(kept.filter { $0 != " " } == "{\(member)}".filter { $0 != " " })
        #expect(payload.row.notes.isEmpty)
    }

    @Test func `white space inside an unknown value stays`() throws {
        let payload = try Self.transaction("\"new\" :\n { \"a\" :\t[ 1 , 2 ] }\n")
        #expect(payload.text(payload.row.transaction?.unknownMembers) == "{\"new\":{ \"a\" :\t[ 1 , 2 ] }}")
    }

    @Test func `escapes in texts and names are resolved`() throws {
        let members = #""\u0070roductId":"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00z","transactionId":"2""#
        #expect(try Self.text("productId", members) == "a\"\\/\u{8}\u{c}\n\r\té\u{1F600}z")
        #expect(try Self.text("transactionId", members) == "2")
    }

    @Test func `a NUL escape in an id is a character, not an end`() throws {
        #expect(try Self.text("transactionId", #""transactionId":"1\u00002""#) == "1\u{0}2")
    }

    @Test func `a nested object is kept as its JSON text`() throws {
        let members = #""commitmentInfo": { "billingPeriodNumber" : 1 } ,"price":1"#
        #expect(try Self.text("commitmentInfo", members) == #"{ "billingPeriodNumber" : 1 }"#)
    }

    @Test(arguments: [
        #""environment":"Moon""#, #""type":"consumable""#, #""revocationReason":2"#, #""offerType":9"#,
        #""revocationPercentage":100001"#, #""inAppOwnershipType":"""#,
    ])
    func `a value outside a documented list is kept with a note`(member: String) throws {
        let payload = try Self.transaction(member)
        #expect(payload.row.notes == [.unknownValue])
        #expect(payload.row.transaction?.unknownMembers == nil)
    }

    @Test func `a fraction is cut off only from dates, and only where it is allowed`() throws {
        let payload = try Payload(
            Payload.data(""),
            transaction: #"{"purchaseDate":1697679936049.7297,"originalPurchaseDate":-1.9,"price":5.5}"#,
            truncatesFractions: true
        )
        let columns = payload.row.transaction
        #expect(payload.batch.integer(.transaction, columns, "purchaseDate") == 1_697_679_936_049)
        #expect(payload.batch.integer(.transaction, columns, "originalPurchaseDate") == -1)
        #expect(payload.text(columns?.unknownMembers) == #"{"price":5.5}"#)
        #expect(payload.row.notes == [.optionalFieldDropped])
    }

    @Test func `details of a refusal quote no value`() {
        do {
            _ = try Self.transaction(#""transactionId":["secret-4711"]"#)
            Issue.record("accepted")
        } catch {
            let detail = (error as? Rejection)?.detail ?? ""
            #expect(detail == "transactionId is not a string")
        }
    }
}
