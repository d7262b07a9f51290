import Foundation
import NotificationDecoding
import NotificationModel
import TestSupport
import Testing

/// Records that Apple signed, against what an independent decoder read in them.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct GenuineRecordTests {
    /// What is expected of one record, as far as decoding decides it.
    struct Expected: Decodable {
        struct Part: Decodable {
            let transactionId: String?
            let originalTransactionId: String
            let productId: String
            let purchaseDate: Int64?
            let expiresDate: Int64?
            let signedDate: Int64
            let autoRenewStatus: Int64?
        }

        let file: String
        let verdict: String
        let notificationType: String?
        let subtype: String?
        let notificationUUID: String?
        let signedDate: Int64?
        let environment: String?
        let bundleId: String?
        let appAppleId: Int64?
        let status: Int64?
        let transaction: Part?
        let renewal: Part?
    }

    private static func accepted() throws -> [Expected] {
        let all = try JSONDecoder().decode(
            [Expected].self,
            from: Data(contentsOf: SharedMaterial.url("real/expected.json"))
        )
        return all.filter { $0.verdict == "accepted" }
    }

    /// The payload of a compact JWS, unverified.
    private static func payload(_ jws: String) throws -> [UInt8] {
        let part = try #require(jws.split(separator: ".").dropFirst().first)
        let standard = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Array(try #require(Data(base64Encoded: standard + padding)))
    }

    private static func decode(_ record: Expected) throws -> Payload {
        let jws = try String(contentsOf: SharedMaterial.url("real/\(record.file)"), encoding: .utf8)
        let outer = try payload(jws.trimmingCharacters(in: .whitespacesAndNewlines))
        let envelope = try Payload(outer)
        var inner: [SignedPart: String] = [:]
        for part in envelope.parts {
            inner[part.part] = String(decoding: try payload(envelope.batch.text(part.token)), as: UTF8.self)
        }
        return try Payload(outer, transaction: inner[.transaction], renewal: inner[.renewal])
    }

    @Test func `every genuine record decodes without a note, an unknown member or a disagreement`() throws {
        let records = try Self.accepted()
        #expect(records.count == 13)
        for record in records {
            let payload = try Self.decode(record)
            #expect(payload.row.notes.isEmpty, "\(record.file): \(payload.row.notes.codes)")
            #expect(PartsAgreement.rejection(payload.row, payload.batch) == nil)
            let columns = [
                payload.row.notification, payload.row.content, payload.row.transaction, payload.row.renewal,
            ]
            let unknown = columns.compactMap { $0?.unknownMembers }
            #expect(unknown.isEmpty, "\(record.file)")
            #expect(payload.row.pair.map { NotificationTable.pairs[$0].isDocumented } == true)
        }
    }

    @Test func `every genuine record becomes the typed value that was expected`() throws {
        for record in try Self.accepted() {
            let model = try Self.decode(record).model
            #expect(model.notificationUUID.description == record.notificationUUID)
            #expect(model.notificationType?.text == record.notificationType)
            #expect(model.subtype?.text == record.subtype)
            #expect(model.signedDate?.sinceEpoch == record.signedDate)
            guard case .data(let data) = model.content else {
                Issue.record("\(record.file): no data")
                continue
            }
            #expect(data.environment?.text == record.environment)
            #expect(data.bundleId == record.bundleId)
            #expect(data.appAppleId == record.appAppleId)
            #expect(data.status?.number == record.status)
            #expect(data.transactionInfo?.transactionId == record.transaction?.transactionId)
            #expect(data.transactionInfo?.originalTransactionId == record.transaction?.originalTransactionId)
            #expect(data.transactionInfo?.productId == record.transaction?.productId)
            #expect(data.transactionInfo?.purchaseDate?.sinceEpoch == record.transaction?.purchaseDate)
            #expect(data.transactionInfo?.expiresDate?.sinceEpoch == record.transaction?.expiresDate)
            #expect(data.transactionInfo?.signedDate?.sinceEpoch == record.transaction?.signedDate)
            #expect(data.renewalInfo?.originalTransactionId == record.renewal?.originalTransactionId)
            #expect(data.renewalInfo?.productId == record.renewal?.productId)
            #expect(data.renewalInfo?.signedDate?.sinceEpoch == record.renewal?.signedDate)
            #expect(data.renewalInfo?.autoRenewStatus?.number == record.renewal?.autoRenewStatus)
        }
    }
}
