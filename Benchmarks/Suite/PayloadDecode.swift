import Foundation
import NotificationDecoding
import NotificationModel

/// Verified payloads into rows, against Foundation's `JSONSerialization`.
struct PayloadDecode {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] { [Scenario(name: "stage/payload-decode", isPortable: true, prepare: trial)] }

    /// The decoder and a batch whose arena holds all payloads already, as base64url would have put them there.
    private final class Work {
        var decoder = NotificationDecoder()
        var batch = RowBatch()
        let payloads: [[ByteSlice]]
        let mark: Int

        init(_ notifications: [[BenchmarkMaterial.Token]]) {
            var arena: [UInt8] = []
            payloads = notifications.map { tokens in
                tokens.map { token in
                    let start = arena.count
                    arena += token.payload
                    return ByteSlice(offset: UInt32(start), length: UInt32(token.payload.count))
                }
            }
            mark = arena.count
            batch.arena = arena
        }

        /// Decodes all; calls `check` with the columns of each object.
        func decode(_ check: ((Int, Int, WireObject, ObjectColumns) throws -> Void)? = nil) throws {
            batch.arena.removeSubrange(mark...)
            batch.values.removeAll(keepingCapacity: true)
            let serial = ByteSlice(offset: 0, length: 0)
            var parts: [NotificationEnvelope.Part] = []
            for (number, slices) in payloads.enumerated() {
                parts.removeAll(keepingCapacity: true)
                let envelope = try decoder.envelope(
                    slices[0],
                    leafSerial: serial,
                    truncatesFractions: false,
                    into: &batch,
                    parts: &parts
                )
                try check?(number, 0, .notification, envelope.row.notification)
                guard parts.count == slices.count - 1 else { throw WrongAnswer("parts are missing") }
                for (index, part) in parts.enumerated() {
                    let decoded = try decoder.part(
                        part.part,
                        slices[index + 1],
                        truncatesFractions: false,
                        into: &batch
                    )
                    guard let decoded else { throw WrongAnswer("a part is missing") }
                    try check?(number, index + 1, part.part.object, decoded.columns)
                }
            }
        }
    }

    private func trial() throws -> Trial {
        let notifications = material.notifications
        let work = Work(notifications)
        let data = notifications.map { $0.map { Data($0.payload) } }
        return Trial(
            yardstickName: "JSONSerialization",
            amount: .init(
                notifications: notifications.count,
                bytes: material.tokens.reduce(0) { $0 + $1.payload.count }
            ),
            compare: {
                try work.decode { number, index, object, columns in
                    guard
                        let members = try JSONSerialization.jsonObject(with: data[number][index]) as? [String: Any]
                    else { throw WrongAnswer("a payload that is no object") }
                    for (position, field) in object.table.fields.enumerated() {
                        try Self.compare(work.batch, work.batch.values[columns.base + position], members[field.name])
                    }
                }
            },
            yardstick: {
                for one in data { for payload in one { _ = try JSONSerialization.jsonObject(with: payload) } }
            },
            subject: { try work.decode() }
        )
    }

    private static func compare(_ batch: RowBatch, _ value: FieldValue, _ twin: Any?) throws {
        switch value {
        case .absent:
            // A subtype that is empty counts as none.
            guard twin == nil || twin as? String == "" else { throw WrongAnswer("a member was not decoded") }
        case .integer(let number):
            try WrongAnswer.unlessEqual(number, (twin as? NSNumber)?.int64Value ?? .min, "numbers")
        case .boolean(let truth): try WrongAnswer.unlessEqual(truth, (twin as? NSNumber)?.boolValue ?? !truth, "truths")
        case .text(let slice): try WrongAnswer.unlessEqual(batch.text(slice), twin as? String ?? "none", "texts")
        case .json(let slice):
            let text = Data(batch.arena[slice.range])
            let own = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) as? NSObject
            guard let own, own == twin as? NSObject else { throw WrongAnswer("JSON members differ") }
        }
    }
}
