internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

extension PurchaseStory {
    /// The related purchases that the text tells one by one.
    private static let relatedLimit = 20

    /// The story for people; with `isFull` nothing is told together.
    ///
    /// Notifications in `apart` always get lines of their own; `told` are the purchases that the same answer tells.
    func lines(isFull: Bool, apart: Set<Identity128>, told: Set<SubscriptionKey>) -> [String] {
        let key = derived.key
        var lines = [
            "\(summary.nature.title) \(PrintableText.escape(key.originalTransactionId)) of "
                + StoryText.app(key.app, key.environment)
        ]
        lines += head
        lines += access(isFull: isFull)
        section("Product changes", derived.productChanges.map(productChange), &lines)
        section("Revocations", derived.revocations.flatMap(revocation) + bystanders, &lines)
        section("Refund requests", derived.refundRequests.map(refundRequest), &lines)
        section("Consent", consents.map(consent), &lines)
        section(relatedTitle, relatedLines(isFull: isFull, told: told), &lines)
        section(
            "Discrepancies",
            discrepancies.map { found in
                let when = found.instant.map { "\(Instant.text($0))  " } ?? ""
                let teller = found.notificationUUID.map { " (notification \($0))" } ?? ""
                return "\(when)\(found.code.severity) \(found.code.rawValue): \(found.sentence)\(teller)"
            },
            &lines
        )
        guard !rows.isEmpty else { return lines }
        lines.append("  What was said (\(TextLayout.count(rows.count, "notification")))")
        var always = apart
        if let decisive { always.insert(decisive.notificationUUID) }
        let runs = NotificationRun.all(rows, isFull: isFull, apart: always)
        lines += runs.flatMap(\.lines)
        if runs.count < rows.count { lines.append("    --full tells each renewal on lines of its own") }
        return lines
    }

    // MARK: - Head

    private var head: [String] {
        guard let asOf, let reason else {
            return TextLayout.entry("State", "not told, for the history names no instant; --as-of names one")
        }
        let origin = isHorizon ? "the newest message from this app" : "as asked"
        var state = summary.phrase
        if let successor {
            state +=
                "; there \(successor.summary.phrase)"
                + (successor.summary.productId.map { ", product \($0)" } ?? "")
        } else if !summary.isMigrated || summary.successor == nil {
            state += summary.productId.map { ", product \($0)" } ?? ""
        }
        if let last = withdrawals.last {
            let when = last.consent.instant.map { " on \(Instant.text($0))" } ?? ""
            state += "; consent withdrawn\(when)"
        }
        var lines = entry("State", state) + inForce
        let last = lastSaidAt.map { said in
            said == asOf ? "" : "; the last message about this purchase: \(Instant.text(said))"
        }
        lines += entry("As of", "\(Instant.text(asOf)), \(origin)\(last ?? "")")
        if derived.key.environment != "Production" {
            lines += entry("Note", "a test purchase: no real money, and time runs fast for it")
        }
        lines += entry("Why", reason.why)
        if let decisive, let said = decisive.saidAt {
            lines += entry(
                "Told by",
                "\(StoryText.name(decisive.type, decisive.subtype)) of \(Instant.text(said)), notification \(decisive.notificationUUID)"
                    + (summary.state?.kind == .unconfirmed ? ", the last message" : "")
            )
        } else if summary.state?.kind != EntitlementState.Kind.none {
            lines += entry("Told by", "no dated notification; it follows from the periods alone")
        }
        lines += entry("Until", reason.until)
        lines += entry("Next", reason.next)
        return lines + buyer + deliveries
    }

    /// How many notifications the team's own system did not get when they were said.
    private var deliveries: [String] {
        var counts: [Delivery.Outcome: Int] = [:]
        var failedFirst = 0
        for row in rows where !row.isConflict {
            guard let delivery = Delivery(row) else { continue }
            if delivery.outcome == .pending, delivery.isPast {
                failedFirst += 1
            } else {
                counts[delivery.outcome, default: 0] += 1
            }
        }
        let words: [(Delivery.Outcome, String)] = [
            (.never, "never delivered"), (.pending, "not delivered so far"), (.late, "delivered late"),
            (.unknown, "delivered or not, which is not known"),
        ]
        var parts = words.compactMap { outcome, word in counts[outcome].map { "\($0) \(word)" } }
        if failedFirst > 0 { parts.append("\(failedFirst) not delivered at first, later attempts not told") }
        guard !parts.isEmpty else { return [] }
        return entry(
            "Delivery",
            "to your server, of \(TextLayout.count(rows.count, "notification")): \(parts.joined(separator: ", ")). If your own "
                + "records differ from this story, look at these notifications first"
        )
    }

    /// Other purchases of the account that give access while this one does not.
    private var inForce: [String] {
        let others = othersInForce
        guard !others.isEmpty else { return [] }
        let told = others.prefix(3).map { other in
            let product = other.summary.productId.map { ", \($0)" } ?? ""
            let ties = other.ties.map(\.phrase).joined(separator: ", ")
            return "\(other.summary.key.originalTransactionId)\(product), \(other.summary.phrase) (\(ties))"
        }
        let more = others.count > 3 ? "; and \(others.count - 3) more" : ""
        return entry(
            "But",
            "the same account has \(others.count == 1 ? "another purchase" : "other purchases") with access now: "
                + told.joined(separator: "; ") + more
        )
    }

    /// Who owns it, as far as ids tell.
    private var buyer: [String] {
        var parts: [String] = []
        if let ownership = summary.ownership {
            parts.append(Self.holders[ownership].map { "\($0) (\(ownership))" } ?? ownership)
        }
        let tokens = identifiers.accountTokens.sorted()
        if let first = tokens.first {
            parts.append("account token \(first)" + (tokens.count > 1 ? " and \(tokens.count - 1) more" : ""))
        }
        let appTransactions = identifiers.appTransactions.sorted()
        if let first = appTransactions.first {
            let more = appTransactions.count > 1 ? " and \(appTransactions.count - 1) more" : ""
            parts.append("app transaction \(first)\(more)")
        }
        return parts.isEmpty ? [] : entry("Held as", parts.joined(separator: "; "))
    }

    private static let holders = [
        "PURCHASED": "the buyer's own purchase", "FAMILY_SHARED": "a family member's copy",
        "ASSIGNED": "a seat that a team assigned",
    ]

    private func entry(_ label: String, _ text: String) -> [String] {
        TextLayout.entry(label, PrintableText.escape(text, limit: 1000))
    }

    private func section(_ title: String, _ entries: [String], _ lines: inout [String]) {
        guard !entries.isEmpty else { return }
        lines.append("  \(title)")
        for entry in entries {
            lines += TextLayout.lines(PrintableText.escape(entry, limit: 1000), first: "    ", hanging: 8)
        }
    }

    // MARK: - Access

    private func access(isFull: Bool) -> [String] {
        let spans = AccessLine.all(derived, charges.filter { $0.value.isOwn }, horizon: horizon, isFull: isFull)
        guard !spans.isEmpty else { return [] }
        var lines = ["  Access"]
        if let bar = AccessBar(derived, horizon: horizon) {
            lines.append("    |\(bar.text)|")
            if let asOf, asOf < bar.end, let column = bar.column(of: asOf) {
                lines.append("     \(String(repeating: " ", count: column))^ as of")
            }
            lines.append("    \(Instant.day(bar.start)) to \(Instant.day(bar.end)): \(bar.legend)")
        }
        for span in spans {
            let text = PrintableText.escape("\(StoryText.span(span.start, span.end))  \(span.text)", limit: 1000)
            lines += TextLayout.lines(text, first: "    ", hanging: 8)
        }
        return lines
    }

    private func productChange(_ change: DerivedPurchases.ProductChange) -> String {
        "\(Instant.text(change.instant))  \(change.fromProductId ?? "?") to \(change.toProductId), transaction "
            + change.transactionId
    }

    // MARK: - Revocations

    private func revocation(_ revocation: Revocation) -> [String] {
        var text = "\(Instant.text(revocation.instant))  \(revocation.kind.rawValue)"
        if revocation.kind == .familyRevoke { text += " (no longer shared)" }
        if let transaction = revocation.transactionId { text += " of transaction \(transaction)" }
        if let product = revocation.productId { text += " (\(product))" }
        if !revocation.purchaseSeen { text += ", whose purchase no record shows" }
        text += "; "
        if revocation.removedAccess, let from = revocation.removedFrom {
            text += "removed access from \(StoryText.span(from, revocation.removedUntil))"
        } else {
            text += "removed no access"
        }
        if let amount = revocation.amount {
            text += "; paid back \(StoryText.money(amount, revocation.currency))"
        } else if revocation.isOfMoney {
            text += "; the amount is not told"
        }
        if let share = revocation.percentage { text += "; share \(DecimalAmount.text(Int128(share))) %" }
        if revocation.isOfMoney, let why = revocation.reason {
            text += "; Apple's refund code \(why)\(Self.reasonWord(why))"
        }
        if let reversed = revocation.reversedAt {
            text += "; reversed \(Instant.text(reversed)) (\(revocation.reversal ?? "told"))"
        } else {
            text += "; not reversed"
        }
        if let teller = teller(of: revocation) {
            text += "; told by \(StoryText.name(teller.type, teller.subtype)), notification \(teller.notificationUUID)"
        }
        return [text] + [standingLine(after: revocation)].compactMap { $0 }
    }

    private func standingLine(after revocation: Revocation) -> String? {
        guard let asOf, revocation.removedAccess, revocation.reversedAt == nil else { return nil }
        let standing = standing
        let title = "other access open as of \(Instant.text(asOf)): "
        guard !standing.isEmpty else {
            return title + "none here, and none "
                + (isRelatedCut
                    ? "among the purchases that were looked at" : "that the archives tie to the same account")
        }
        let told = standing.prefix(3).map { stand in
            let until = stand.summary.phrase
            guard !stand.ties.isEmpty else {
                let id = stand.summary.state?.transactionId.map { "transaction \($0)" } ?? "access"
                return "\(id) of this purchase (\(until))"
            }
            let ties = stand.ties.map(\.phrase).joined(separator: ", ")
            return
                "purchase \(stand.summary.key.originalTransactionId) in \(stand.summary.key.environment) (\(until); \(ties))"
        }
        let more = standing.count > 3 ? "; and \(standing.count - 3) more" : ""
        return title + told.joined(separator: "; ") + more
    }

    /// What the data cannot say about others.
    private var bystanders: [String] {
        guard derived.revocations.contains(where: \.removedAccess) else { return [] }
        switch summary.ownership {
        case "FAMILY_SHARED":
            return ["the buyer and other family members have ids of their own; nothing links them to this purchase"]
        case "ASSIGNED": return ["the team's purchase and other seats have ids of their own"]
        default:
            return ["family members' copies, if any, have ids of their own; nothing links them to this purchase"]
        }
    }

    private static func reasonWord(_ reason: Int64) -> String {
        switch reason {
        case 0: " (other)"
        case 1: " (an issue in the app)"
        default: ""
        }
    }

    private func refundRequest(_ request: DerivedPurchases.RefundRequest) -> String {
        let reason = request.reason.map { ", the customer's reason \($0)" } ?? ""
        let outcome = request.outcome.map { outcome in
            outcome + (request.outcomeAt.map { " \(Instant.text($0))" } ?? "")
        }
        return "\(Instant.text(request.firstRequestedAt))  transaction \(request.transactionId), asked "
            + "\(TextLayout.count(request.requestCount, "time"))\(reason): \(outcome ?? "no outcome known")"
    }

    // MARK: - Others

    private func consent(_ outcome: ConsentOutcome) -> String {
        let when = outcome.consent.instant.map(Instant.text) ?? "undated"
        var text = "\(when)  withdrawn for app transaction \(outcome.consent.appTransactionId)"
        switch match(of: outcome) {
        case .direct: text += " (direct match: messages of this purchase carry the same app transaction id)"
        case .bridged:
            text += " (bridged match: a purchase with the same account token carries that app transaction id)"
        case nil: break
        }
        text += ", notification \(outcome.consent.notificationUUID)"
        if let returned = outcome.returnedAt {
            text += "; a new purchase shows a return on \(Instant.text(returned))"
            if let evidence = outcome.returnEvidence { text += " (transaction \(evidence))" }
        } else {
            text += "; no new purchase since, so it still counts"
        }
        return text + "; it ends no purchase by itself; treat it like a request to delete the account"
    }

    /// How a consent was joined with this purchase.
    func match(of outcome: ConsentOutcome) -> ConsentOutcome.Match? {
        outcome.joins.first { $0.originalTransactionId == derived.key.originalTransactionId }?.match
    }

    private var relatedTitle: String {
        "Other purchases with the same account token or app transaction, or migrated (\(related.count)\(isRelatedCut ? " and more" : ""))"
    }

    private func relatedLines(isFull: Bool, told: Set<SubscriptionKey>) -> [String] {
        let shown = isFull ? related : Array(related.prefix(Self.relatedLimit))
        var lines = shown.map { $0.line(isTold: told.contains($0.summary.key)) }
        if shown.count < related.count { lines.append("and \(related.count - shown.count) more; --full tells them") }
        if isRelatedCut { lines.append("there are more than these; the ledger's table identifiers has them all") }
        return lines
    }
}

extension Revocation {
    /// Whether it pays a buyer back.
    fileprivate var isOfMoney: Bool {
        switch kind {
        case .refundFull, .refundProrated, .refund, .refundItems, .refundSeats: true
        case .familyRevoke, .assignmentRevoke, .consentRescinded: false
        }
    }
}
