import CorpusForge
import Foundation
import NotificationModel
import Testing

@Suite("The records of the simulated world")
struct WorldRecordsTests {
    /// A record with a transaction.
    private struct Record {
        let type: String
        let subtype: String?
        let moment: Moment
        let isSandbox: Bool
        let transaction: ForgedTransaction
        let renewal: ForgedRenewal?
    }

    private static let world = World(WorldOptions(seed: 7, notifications: 6000))
    private static let records = records(of: world)

    private static func records(of world: World) -> [Record] {
        world.streams.flatMap { stream in world.told(0..<stream.count, of: stream) }.compactMap { told in
            guard case .data(let data) = told.notification.content, case .fields(let transaction)? = data.transaction
            else { return nil }
            var renewal: ForgedRenewal?
            if case .fields(let fields)? = data.renewal { renewal = fields }
            return Record(
                type: told.notification.type ?? "",
                subtype: told.notification.subtype,
                moment: told.moment,
                isSandbox: told.isSandbox,
                transaction: transaction,
                renewal: renewal
            )
        }
    }

    @Test("a transaction's price never changes; a changed price is that of the next renewal")
    func pricesOfTransactions() {
        var prices: [String?: Set<Int64>] = [:]
        for record in Self.records {
            guard let price = record.transaction.price else { continue }
            prices[record.transaction.transactionId, default: []].insert(price)
        }
        #expect(prices.filter { $0.value.count > 1 }.keys.isEmpty)
        let changes = Self.records.filter { $0.type == "PRICE_CHANGE" && $0.transaction.price != nil }
        #expect(changes.contains { $0.renewal?.renewalPrice != $0.transaction.price })
        let later = Self.records.filter { $0.type == "DID_RENEW" && $0.transaction.advancedCommerceInfo != nil }
        #expect(later.contains { $0.transaction.price == 5_990 })
    }

    @Test("one-time purchases are told since ONE_TIME_CHARGE exists: June 2024 in Sandbox, May 2025 in Production")
    func oneTimeCharges() {
        let charges = Self.records.filter { $0.type == "ONE_TIME_CHARGE" }
        #expect(charges.contains { $0.isSandbox } && charges.contains { !$0.isSandbox })
        #expect(charges.allSatisfy { $0.moment >= ($0.isSandbox ? "2024-06-10" : "2025-05-01") })
        let early = Self.records.filter { $0.type == "REFUND" && $0.renewal == nil && $0.moment < "2024-06-01" }
        #expect(!early.isEmpty, "what was bought before is refunded all the same")
    }

    @Test("consumption is asked about for consumables, and for subscriptions since April 2024")
    func consumptionRequests() {
        let requests = Self.records.filter { $0.type == "CONSUMPTION_REQUEST" }
        #expect(requests.contains { $0.renewal == nil } && requests.contains { $0.renewal != nil })
        for request in requests {
            #expect(
                request.renewal == nil ? request.transaction.type == "Consumable" : request.moment >= "2024-04-01"
            )
        }
    }

    @Test("the next renewal's offer is told whole and used up by that renewal")
    func offersOfTheNextRenewal() {
        var uses = 0
        for record in Self.records {
            guard let renewal = record.renewal else { continue }
            if let kind = renewal.offerType {
                #expect(kind == 1 || renewal.offerIdentifier != nil)
                #expect((renewal.offerDiscountType != nil) == (record.moment >= "2023-10-12"))
                #expect((renewal.offerPeriod != nil) == (record.moment >= "2025-02-21"))
            }
            if record.type == "DID_RENEW" {
                #expect(renewal.offerType == nil)
                uses += record.transaction.offerType == 2 ? 1 : 0
            }
        }
        #expect(uses > 5)
    }

    @Test("an offer's period is that of the transaction bought with it")
    func offerPeriods() {
        let bought = Self.records.filter {
            !$0.isSandbox && $0.transaction.offerPeriod != nil && $0.type == "SUBSCRIBED"
        }
        #expect(Set(bought.compactMap(\.transaction.offerPeriod)).count > 1)
        for record in bought {
            guard let start = record.transaction.purchaseDate else { continue }
            let ends: [String: Moment] = [
                "P1W": start + .days(7), "P1M": start.adding(months: 1), "P1Y": start.adding(months: 12),
            ]
            #expect(record.transaction.expiresDate == ends[record.transaction.offerPeriod ?? ""])
        }
    }

    @Test("once a commitment was cancelled, its payments go on to say that nothing follows it")
    func cancelledCommitments() {
        var payments = 0
        let committed = Self.records.filter { $0.renewal?.commitmentInfo != nil }
        for (_, told) in Dictionary(grouping: committed, by: \.transaction.originalTransactionId) {
            let inOrder = told.sorted { $0.moment < $1.moment }
            guard let cancelled = inOrder.firstIndex(where: { $0.subtype == "AUTO_RENEW_DISABLED" }) else { continue }
            for record in inOrder[cancelled...] {
                payments += record.type == "DID_RENEW" ? 1 : 0
                #expect(record.renewal?.commitmentInfo == ["commitmentAutoRenewStatus": 0])
                #expect(record.type == "EXPIRED" || record.renewal?.autoRenewStatus == 1)
            }
        }
        #expect(payments > 0)
    }

    @Test("a price increase tells what the customer answered")
    func priceIncreases() {
        for record in Self.records where record.type == "PRICE_INCREASE" {
            #expect(record.renewal?.priceIncreaseStatus == (record.subtype == "PENDING" ? 0 : 1))
        }
    }

    @Test("a group renews with the seats that were planned last, none of them refunded yet")
    func seatsOfARenewal() {
        var planned: [String: Int64] = [:]
        var renewals = 0
        for record in Self.records where record.transaction.multiSeatInfo != nil {
            let id = record.transaction.originalTransactionId ?? ""
            if record.type == "DID_RENEW" {
                renewals += 1
                #expect(record.transaction.quantity == planned[id])
                #expect(record.transaction.multiSeatInfo?.text.contains("revokedSeatQuantity") == false)
            }
            planned[id] = record.renewal?.renewalQuantity
        }
        #expect(renewals > 2)
    }

    @Test("what is older than the archive says so, also where the world ends before a refund of it is told")
    func olderThanTheArchive() {
        let world = World(WorldOptions(seed: 51, start: "2025-06-01", days: 90, notifications: 8000))
        var count = 0
        world.forEachStateLine { line in
            guard line.contains("\"older-than-the-archive\"") else { return }
            count += 1
            #expect(line.contains("\"code\":\"history-begins-late\""))
        }
        #expect(count > 100)
    }

    @Test("grace of unknown end counts as such no longer than the store speaks")
    func graceOfUnknownEnd() throws {
        struct Line: Decodable {
            struct Interval: Decodable {
                let until: Int64?
                let origin: String
            }
            struct State: Decodable {
                let at: Int64
                let state: String
            }
            let originalTransactionId: String?
            let intervals: [Interval]?
            let states: [State]?
        }
        // The last words of account 310 leave much of this world's time to ask about.
        let world = World(WorldOptions(seed: 19, notifications: 5000))
        var newest: [String: Int64] = [:]
        for record in Self.records(of: world) {
            let id = record.transaction.originalTransactionId ?? ""
            newest[id] = max(newest[id] ?? 0, record.moment.milliseconds)
        }
        var count = 0
        try world.forEachStateLine { text in
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            guard let last = line.intervals?.last, last.origin == "grace", last.until == nil else { return }
            count += 1
            for state in line.states ?? [] where state.state == "grace-period" {
                #expect(state.at <= newest[line.originalTransactionId ?? ""] ?? 0)
            }
        }
        #expect(count > 0)
    }
}
