import CorpusForge
import NotificationModel
import Testing

struct StoriesTests {
    private static let told = Stories.all(seed: 1).flatMap(\.told)

    @Test func theStoriesTellEveryPairOfTheTable() {
        let pairs = Self.told.compactMap { Self.pair(of: $0.notification)?.event }
        #expect(NotificationTable.pairs.prefix(NotificationTable.basePairCount).count == 39)
        for pair in NotificationTable.pairs {
            #expect(
                Self.told.contains {
                    $0.notification.type == pair.type.text && $0.notification.subtype == pair.subtype?.text
                },
                "\(pair.type.text) \(pair.subtype?.text ?? "-")"
            )
        }
        #expect(pairs.count < Self.told.count, "types and pairs that the table lacks are told too")
    }

    @Test func everyPairComesInItsContainerWithItsSignedParts() throws {
        for one in Self.told where one.story != "a-renewal-that-is-null" {
            guard let pair = Self.pair(of: one.notification) else { continue }
            switch one.notification.content {
            case .data(let data):
                #expect(pair.payload == .data, "\(one.story)")
                let parts = (data.transaction != nil, data.renewal != nil)
                switch pair.inner {
                case .none, .appTransaction: #expect(parts == (false, false), "\(one.story)")
                case .transaction: #expect(parts == (true, false), "\(one.story)")
                case .transactionAndRenewal: #expect(parts == (true, true), "\(one.story)")
                case .transactionAndRenewalIfAutoRenewable: #expect(parts.0, "\(one.story)")
                }
            case .appData: #expect(pair.payload == .appData)
            case .summary: #expect(pair.payload == .summary)
            case .externalPurchaseToken: #expect(pair.payload == .externalPurchaseToken)
            case .unclaimInfo: #expect(pair.payload == .unclaimInfo)
            case .other, .none: Issue.record("\(one.story): a documented pair in no documented container")
            }
        }
    }

    @Test func partsAgreeWithEachOtherAndWithTheWhole() throws {
        for one in Self.told {
            guard case .data(let data) = one.notification.content else { continue }
            #expect(data.bundleId == one.app.bundleId)
            guard case .fields(let transaction) = data.transaction else { continue }
            #expect(transaction.bundleId == data.bundleId && transaction.environment == data.environment)
            let signed = try #require(transaction.signedDate)
            #expect(signed <= one.moment && one.moment < signed + .seconds(60))
            let purchased = try #require(transaction.purchaseDate)
            #expect(try #require(transaction.originalPurchaseDate) <= purchased)
            if let expires = transaction.expiresDate { #expect(purchased < expires) }
            guard case .fields(let renewal) = data.renewal, data.status != nil || one.moment < "2023-06-05" else {
                continue
            }
            #expect(renewal.originalTransactionId == transaction.originalTransactionId)
            #expect(renewal.environment == data.environment)
        }
    }

    @Test func everyInstantLiesWithinItsLeafsValidity() throws {
        let forge = try Forge()
        for one in Self.told {
            let leaf = forge.leaf(at: one.moment)
            #expect(leaf.notBefore <= one.moment && one.moment <= leaf.notAfter, "\(one.story)")
        }
    }

    @Test func identitiesAreUniqueAndFollowTheSeed() {
        let uuids = Self.told.compactMap(\.notification.uuid)
        #expect(uuids.count == Self.told.count && Set(uuids).count == uuids.count)
        #expect(uuids.allSatisfy { Identity128($0) != nil })
        #expect(Stories.all(seed: 1).flatMap(\.told) == Self.told)
        let other = Stories.all(seed: 2).flatMap(\.told)
        #expect(Set(other.compactMap(\.notification.uuid)).isDisjoint(with: uuids))
        #expect(other.map(\.notification.type) == Self.told.map(\.notification.type))
    }

    @Test func recordsOf2022LackWhatLaterVersionsBrought() throws {
        let early = Self.told.filter { $0.moment < "2022-04-01" }
        #expect(!early.isEmpty && early.allSatisfy { $0.notification.signedDate == nil })
        let before2023 = Self.told.filter { $0.moment < "2023-06-05" }
        for one in before2023 {
            guard case .data(let data) = one.notification.content, case .fields(let transaction) = data.transaction
            else { continue }
            #expect(data.status == nil && transaction.storefront == nil && transaction.price == nil)
            #expect(transaction.appTransactionId == nil)
        }
        #expect(before2023.count > 20)
    }

    private static func pair(of notification: ForgedNotification) -> NotificationPair? {
        guard let type = notification.type.flatMap({ NotificationType($0) }) else { return nil }
        guard let text = notification.subtype else { return NotificationTable.pair(type, nil) }
        return NotificationSubtype(text).flatMap { NotificationTable.pair(type, $0) }
    }
}
