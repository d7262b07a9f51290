internal import HistoryArchive
internal import LedgerStore
internal import NotificationModel

/// One notification in words, and the small phrases that stories share.
enum StoryText {
    /// An app with its environment.
    static func app(_ app: String, _ environment: String) -> String {
        let name = app.isEmpty ? "an unnamed app" : PrintableText.escape(app)
        return "\(name) (\(environment.isEmpty ? "environment unknown" : PrintableText.escape(environment)))"
    }

    /// A span of time.
    static func span(_ start: Int64, _ end: Int64?) -> String {
        "\(Instant.text(start)) to \(end.map(Instant.text) ?? "no known end")"
    }

    /// An amount in milliunits with its currency.
    static func money(_ milliunits: Int64, _ currency: String?) -> String {
        DecimalAmount.text(Int128(milliunits)) + " " + (currency ?? "(currency not told)")
    }

    /// The type with its subtype.
    static func name(_ type: String, _ subtype: String?) -> String {
        type + (subtype.map { " / \($0)" } ?? "")
    }

    /// A notification: when it was said, what happened, the dates it told, its UUID and its source.
    ///
    /// Apple tells with one pair that a price increase was agreed to and that it needs no consent; which of the two it was
    /// shows only where consent was awaited before.
    static func lines(_ row: NotificationStory, isConsentAwaited: Bool = false) -> [String] {
        let said = row.saidAt.map(Instant.text) ?? "undated"
        var facts: [String] = []
        if let product = row.productId { facts.append(product) }
        if let transaction = row.transactionId { facts.append("transaction \(transaction)") }
        if let start = row.purchaseDate {
            facts.append(row.expiresDate.map { "period \(span(start, $0))" } ?? "bought \(Instant.text(start))")
        }
        if let price = charged(row) { facts.append("price \(price)") }
        if row.isCommitment { facts.append(Commitment(row).phrase) }
        if let revoked = row.revocationDate { facts.append("revoked from \(Instant.text(revoked))") }
        if let grace = row.gracePeriodExpiresDate { facts.append("grace until \(Instant.text(grace))") }
        if let status = row.autoRenewStatus {
            let when = row.renewalDate.map { "\(row.isCommitment ? ", at" : " for") \(Instant.text($0))" } ?? ""
            facts.append(
                "auto-renew \(status == 0 ? "off" : "on")\(row.isCommitment ? " for the next month" : "")\(when)"
            )
        }
        if let status = row.commitmentAutoRenewStatus {
            facts.append("after the commitment \(status == 0 ? "nothing follows" : "it renews")")
        }
        if let status = row.status { facts.append("status \(status)\(statusWord(status))") }
        if row.isConflict { facts.append("outranked by another content under the same UUID") }
        var lines = TextLayout.lines(
            PrintableText.escape(
                "\(said)  \(name(row.type, row.subtype)): \(story(row, isConsentAwaited: isConsentAwaited))",
                limit: 400
            ),
            first: "    ",
            hanging: 8
        )
        if !facts.isEmpty {
            let text = PrintableText.escape(facts.joined(separator: "; "), limit: 600)
            lines += TextLayout.lines(text, first: "        ", hanging: 8)
        }
        if let delivery = Delivery(row), delivery.isRemarkable {
            lines += TextLayout.lines(PrintableText.escape(delivery.phrase, limit: 400), first: "        ", hanging: 8)
        }
        return lines + provenance(row, "")
    }

    /// The UUID and where the record stands.
    static func provenance(_ row: NotificationStory, _ label: String) -> [String] {
        let source = PrintableText.escape("\(ArchivePath(bytes: row.sourcePath).text) #\(row.recordIndex)", limit: 4000)
        return ["        \(label)\(row.notificationUUID)  \(source)"]
    }

    /// What happened, from the table of types.
    private static func story(_ row: NotificationStory, isConsentAwaited: Bool) -> String {
        guard let type = NotificationType(row.type) else { return "a type that this version does not know" }
        let subtype = row.subtype.flatMap { NotificationSubtype($0) }
        guard row.subtype == nil || subtype != nil, let pair = NotificationTable.pair(type, subtype) else {
            return "a pair of type and subtype that this version does not know"
        }
        if type == .priceIncrease, subtype == .accepted {
            return isConsentAwaited
                ? "the customer agreed to the price increase"
                : "the price increase goes ahead: it needs no consent, or the customer agreed; Apple does not tell which"
        }
        guard row.isCommitment, type == .didChangeRenewalStatus else { return pair.story }
        switch subtype {
        case .autoRenewDisabled:
            return pair.story + "; under the commitment its payments go on, and only what would follow it is off"
        case .autoRenewEnabled: return pair.story + "; it will go on when the commitment is over"
        default: return pair.story
        }
    }

    /// What was charged for the transaction; nil for a copy of somebody else's purchase, and where no price is told.
    static func charged(_ row: NotificationStory) -> String? {
        guard let price = row.price, row.ownership.map({ $0 == "PURCHASED" }) ?? true else { return nil }
        return charged(price, row.currency, hasSeats: row.hasSeats)
    }

    /// A price with its currency; of seats it is that of one.
    static func charged(_ price: Int64, _ currency: String?, hasSeats: Bool) -> String {
        money(price, currency) + (hasSeats ? " a seat on average" : "")
    }

    private static func statusWord(_ status: Int64) -> String {
        let words = ["active", "expired", "billing retry", "billing grace period", "revoked"]
        return (1...5).contains(status) ? " (\(words[Int(status) - 1]))" : ""
    }

    /// Writes a notification as a JSON object.
    static func write(_ row: NotificationStory, to writer: inout JSONWriter) {
        writer.beginObject()
        let texts: [(String, String?)] = [
            ("notificationUUID", row.notificationUUID.description), ("notificationType", row.type),
            ("subtype", row.subtype), ("event", row.event), ("effect", row.effect), ("productId", row.productId),
            ("transactionId", row.transactionId), ("source", ArchivePath(bytes: row.sourcePath).text),
            ("currency", row.currency), ("inAppOwnershipType", row.ownership),
            ("delivery", Delivery(row)?.outcome.rawValue),
        ]
        let numbers: [(String, Int64?)] = [
            ("index", row.recordIndex), ("saidAt", row.saidAt), ("status", row.status),
            ("purchaseDate", row.purchaseDate), ("expiresDate", row.expiresDate),
            ("revocationDate", row.revocationDate), ("gracePeriodExpiresDate", row.gracePeriodExpiresDate),
            ("renewalDate", row.renewalDate), ("autoRenewStatus", row.autoRenewStatus), ("price", row.price),
        ]
        writer.members(texts, numbers)
        writer.name("commitment")
        if row.isCommitment { Commitment(row).write(to: &writer) } else { writer.null() }
        writer.array("sendAttempts", row.attempts) { attempt, writer in
            writer.members([("sendAttemptResult", attempt.result)], [("attemptDate", attempt.attemptDate)])
        }
        writer.name("conflict")
        writer.value(row.isConflict)
        writer.endObject()
    }
}

extension Commitment {
    /// Writes it as a JSON object.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(
            [],
            [
                ("billingPeriodNumber", payment), ("totalBillingPeriods", payments), ("commitmentExpiresDate", expires),
                ("commitmentAutoRenewStatus", goesOn.map { $0 ? 1 : 0 }),
            ]
        )
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes members of an open object, texts first.
    mutating func members(_ texts: [(String, String?)], _ numbers: [(String, Int64?)] = []) {
        for (name, text) in texts {
            self.name(name)
            value(text)
        }
        for (name, number) in numbers {
            self.name(name)
            value(number)
        }
    }

    /// Writes a member that is an array of objects.
    mutating func array<Element>(_ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
        self.name(name)
        beginArray()
        for element in elements {
            beginObject()
            write(element, &self)
            endObject()
        }
        endArray()
    }
}
