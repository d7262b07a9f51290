import CorpusForge
import NotificationModel
import Testing

struct ForgedNotificationTests {
    @Test func aNotificationCarriesItsSignedPartsInAFixedOrder() throws {
        let forge = try Forge()
        let signed = try forge.notification(
            type: "DID_RENEW",
            uuid: "00000000-0000-4000-8000-000000000001",
            signedDate: "2024-03-05 10:15",
            data: ForgedData {
                $0.environment = "Production"
                $0.bundleId = "com.example.meadow"
                $0.transaction = .fields(
                    ForgedTransaction {
                        $0.transactionId = "2000000000000002"
                        $0.isUpgraded = true
                        $0.purchaseDate = "1970-01-01 00:00:01"
                    }
                )
                $0.status = 1
            }
        )
        let outer = try #require(OpenedJWS(signed))
        #expect(try outer.isSigned(under: forge.signer(at: "2024-03-05").certificates))
        let text = String(decoding: outer.payload, as: UTF8.self)
        let inner = try #require(text.firstMatch(of: /"signedTransactionInfo":"([^"]+)"/)?.output.1)
        #expect(
            text.replacing(inner, with: "T") == """
                {"notificationType":"DID_RENEW","notificationUUID":"00000000-0000-4000-8000-000000000001","data":\
                {"bundleId":"com.example.meadow","environment":"Production","signedTransactionInfo":"T","status":1},\
                "version":"2.0","signedDate":1709633700000}
                """
        )
        let transaction = try #require(OpenedJWS(String(inner)))
        #expect(
            String(decoding: transaction.payload, as: UTF8.self)
                == #"{"transactionId":"2000000000000002","purchaseDate":1000,"isUpgraded":true}"#
        )
    }

    /// Every documented member of an object can be said, under its wire name.
    @Test func buildersKnowEveryDocumentedMember() {
        let built: [(WireObject, any Sendable)] = [
            (.transaction, ForgedTransaction()), (.renewal, ForgedRenewal()), (.summary, ForgedSummary()),
            (.appTransaction, ForgedAppTransaction()), (.externalPurchaseToken, ForgedToken()),
        ]
        for (object, builder) in built {
            let names = Set(Mirror(reflecting: builder).children.compactMap(\.label)).subtracting(["others"])
            #expect(names == Set(object.table.fields.map(\.name)), "\(object)")
        }
    }

    @Test func textIsEscapedAndOtherMembersComeLast() {
        let json = ForgedTransaction {
            $0.offerIdentifier = "a\"b\\c\n\u{1}é"
            $0.others = [ForgedJSON.Member("offerIdentifier", nil), ForgedJSON.Member("list", [1, true])]
        }.json
        #expect(json.text == #"{"offerIdentifier":"a\"b\\c\n\u0001é","offerIdentifier":null,"list":[1,true]}"#)
    }

    private static let civil: [(Moment, Int64)] = [
        ("1970-01-01", 0), ("2000-02-29 12:00", 951_825_600_000), ("2026-12-31 23:59:59", 1_798_761_599_000),
        ("1969-12-31 23:59:59", -1000), ("2024-03-01", 1_709_251_200_000),
    ]

    @Test(arguments: civil)
    func momentsReadTheCivilCalendar(moment: Moment, milliseconds: Int64) {
        #expect(moment.milliseconds == milliseconds)
    }

    @Test func pagesHoldTwentyItemsAndSayWhetherMoreFollow() {
        let items = (0..<41).map { HistoryItem("\($0)", attempts: [SendAttempt(at: "1970-01-01")]) }
        let pages = HistoryPage.pages(of: items) { "token-\($0)" }
        #expect(pages.map(\.items.count) == [20, 20, 1])
        #expect(pages.map(\.hasMore) == [true, true, false])
        #expect(
            pages[2].text == """
                {"paginationToken":"token-2","hasMore":false,"notificationHistory":[{"signedPayload":"40",\
                "sendAttempts":[{"attemptDate":0,"sendAttemptResult":"SUCCESS"}]}]}
                """
        )
    }
}
