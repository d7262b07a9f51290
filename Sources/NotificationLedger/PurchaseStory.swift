internal import LedgerStore
internal import Reconciliation

/// One purchase history told: state, reason, events, access, revocations, discrepancies.
struct PurchaseStory {
    let derived: DerivedPurchases
    let consents: [ConsentOutcome]
    let rows: [NotificationStory]
    let asOf: Int64?
    let isHorizon: Bool
    let horizon: Int64?

    private var state: EntitlementState? {
        asOf.map { derived.state(at: $0, horizon: horizon) }
    }

    var lines: [String] {
        let key = derived.key
        let kind = derived.subscription == nil ? "Purchase" : "Subscription"
        var lines = [
            "\(kind) \(PrintableText.escape(key.originalTransactionId)) of \(StoryText.app(key.app, key.environment))"
        ]
        lines += stateLines
        lines.append("  What was said")
        lines += rows.map { "    " + StoryText.line($0) }
        section("Access", derived.intervals.map(intervalLine), &lines)
        section("Without access", derived.lapses.map(lapseLine), &lines)
        section(
            "Product changes",
            derived.productChanges.map { change in
                "\(Instant.text(change.instant))  \(change.fromProductId ?? "?") to \(change.toProductId)"
            },
            &lines
        )
        section("Consent", consents.map(consentLine), &lines)
        section("Revocations", derived.revocations.map(revocationLine), &lines)
        section(
            "Refund requests",
            derived.refundRequests.map { request in
                "\(Instant.text(request.firstRequestedAt))  transaction \(request.transactionId), asked \(request.requestCount) "
                    + "time\(request.requestCount == 1 ? "" : "s"), \(request.outcome ?? "no outcome known")"
            },
            &lines
        )
        section(
            "Discrepancies",
            derived.discrepancies.map { found in
                "\(found.code.rawValue) (\(found.code.severity)): \(found.sentence)"
            },
            &lines
        )
        return lines
    }

    private var stateLines: [String] {
        guard let asOf, let state else {
            return ["  State: not told, for the history names no instant; --as-of names one"]
        }
        let origin = isHorizon ? "the newest word from this app" : "as asked"
        return [
            "  State as of \(Instant.text(asOf)) (\(origin)): \(state.kind.rawValue)"
                + (state.productId.map { ", product \(PrintableText.escape($0))" } ?? ""),
            "  Why: \(StateReason.sentence(state, asOf: asOf))",
        ]
    }

    private func section(_ title: String, _ entries: [String], _ lines: inout [String]) {
        guard !entries.isEmpty else { return }
        lines.append("  \(title)")
        lines += entries.map { "    " + PrintableText.escape($0, limit: 400) }
    }

    private func intervalLine(_ interval: AccessInterval) -> String {
        "\(StoryText.span(interval.start, interval.end))  \(interval.productId ?? "product unknown")"
            + "  by \(interval.origin.rawValue)\(interval.transactionId.map { " \($0)" } ?? "")"
            + "; ends: \(interval.endCause.rawValue)"
    }

    private func lapseLine(_ lapse: AccessLapse) -> String {
        "\(StoryText.span(lapse.start, lapse.end))  \(lapse.state.rawValue)\(lapse.cause.map { " (\($0))" } ?? "")"
    }

    private func consentLine(_ outcome: ConsentOutcome) -> String {
        let when = outcome.consent.instant.map(Instant.text) ?? "undated"
        let match = outcome.joins.first { $0.originalTransactionId == derived.key.originalTransactionId }?.match
        var line = "\(when)  withdrawn for app transaction \(outcome.consent.appTransactionId)"
        if let match { line += " (\(match.rawValue) match)" }
        if let returned = outcome.returnedAt {
            line += "; a new purchase shows a return on \(Instant.text(returned))"
            if let evidence = outcome.returnEvidence { line += " (transaction \(evidence))" }
        }
        return line + "; it ends no purchase by itself"
    }

    private func revocationLine(_ revocation: Revocation) -> String {
        var line = "\(Instant.text(revocation.instant))  \(revocation.kind.rawValue)"
        if let transaction = revocation.transactionId { line += " of transaction \(transaction)" }
        if revocation.removedAccess, let from = revocation.removedFrom {
            line += "; took access \(StoryText.span(from, revocation.removedUntil))"
        } else {
            line += "; took no access"
        }
        if let reversed = revocation.reversedAt {
            line += "; reversed \(Instant.text(reversed)) (\(revocation.reversal ?? "told"))"
        }
        return line
    }
}

// MARK: - JSON

extension PurchaseStory {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("bundleId")
        writer.value(derived.key.app.isEmpty ? nil : derived.key.app)
        writer.name("environment")
        writer.value(derived.key.environment.isEmpty ? nil : derived.key.environment)
        writer.name("originalTransactionId")
        writer.value(derived.key.originalTransactionId)
        writer.name("asOf")
        writer.value(asOf)
        writer.name("state")
        writer.value(state?.kind.rawValue)
        writer.name("cause")
        writer.value(state?.cause)
        writer.name("productId")
        writer.value(state?.productId)
        writer.name("reason")
        writer.value(asOf.flatMap { instant in state.map { StateReason.sentence($0, asOf: instant) } })
        writer.name("events")
        writer.beginArray()
        for row in rows { StoryText.write(row, to: &writer) }
        writer.endArray()
        writer.name("intervals")
        writer.beginArray()
        for interval in derived.intervals {
            members(
                &writer,
                [
                    ("origin", interval.origin.rawValue), ("endCause", interval.endCause.rawValue),
                    ("transactionId", interval.transactionId), ("productId", interval.productId),
                ],
                [("start", interval.start), ("end", interval.end)]
            )
        }
        writer.endArray()
        writer.name("lapses")
        writer.beginArray()
        for lapse in derived.lapses {
            members(
                &writer,
                [("state", lapse.state.rawValue), ("cause", lapse.cause)],
                [("start", lapse.start), ("end", lapse.end)]
            )
        }
        writer.endArray()
        writer.name("revocations")
        writer.beginArray()
        for revocation in derived.revocations {
            members(
                &writer,
                [
                    ("kind", revocation.kind.rawValue), ("transactionId", revocation.transactionId),
                    ("reversal", revocation.reversal),
                ],
                [
                    ("instant", revocation.instant), ("removedFrom", revocation.removedFrom),
                    ("removedUntil", revocation.removedUntil), ("reversedAt", revocation.reversedAt),
                ]
            )
        }
        writer.endArray()
        writer.name("discrepancies")
        writer.beginArray()
        for found in derived.discrepancies {
            members(
                &writer,
                [
                    ("code", found.code.rawValue), ("severity", found.code.severity), ("sentence", found.sentence),
                    ("transactionId", found.transactionId),
                ],
                [("instant", found.instant)]
            )
        }
        writer.endArray()
        writer.endObject()
    }

    private func members(_ writer: inout JSONWriter, _ texts: [(String, String?)], _ numbers: [(String, Int64?)]) {
        writer.beginObject()
        for (name, text) in texts {
            writer.name(name)
            writer.value(text)
        }
        for (name, number) in numbers {
            writer.name(name)
            writer.value(number)
        }
        writer.endObject()
    }
}
