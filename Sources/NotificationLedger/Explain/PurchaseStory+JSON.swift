internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

extension PurchaseStory {
    /// Writes the story as one object, nothing told together; the keys are documented in docs/command-line.md.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeHead(to: &writer)
        writer.name("events")
        writer.beginArray()
        for row in rows { StoryText.write(row, to: &writer) }
        writer.endArray()
        writer.array("intervals", derived.intervals) { interval, writer in
            let charge = interval.origin == .transaction ? interval.transactionId.flatMap { charges[$0] } : nil
            writer.members(
                [
                    ("origin", interval.origin.rawValue), ("endCause", interval.endCause.rawValue),
                    ("transactionId", interval.transactionId), ("productId", interval.productId),
                    ("currency", charge?.currency),
                ],
                [("start", interval.start), ("end", interval.end), ("price", charge?.amount)]
            )
        }
        writer.array("lapses", derived.lapses) { lapse, writer in
            writer.members(
                [("state", lapse.state.rawValue), ("cause", lapse.cause)],
                [("start", lapse.start), ("end", lapse.end)]
            )
        }
        writer.array("productChanges", derived.productChanges) { change, writer in
            writer.members(
                [
                    ("fromProductId", change.fromProductId), ("toProductId", change.toProductId),
                    ("transactionId", change.transactionId),
                ],
                [("instant", change.instant)]
            )
        }
        writer.array("revocations", derived.revocations, write)
        writer.array("refundRequests", derived.refundRequests) { request, writer in
            writer.members(
                [
                    ("transactionId", request.transactionId), ("reason", request.reason),
                    ("outcome", request.outcome),
                ],
                [
                    ("firstRequestedAt", request.firstRequestedAt), ("requestCount", Int64(request.requestCount)),
                    ("outcomeAt", request.outcomeAt),
                ]
            )
        }
        writer.array("consents", consents) { outcome, writer in
            writer.members(
                [
                    ("appTransactionId", outcome.consent.appTransactionId),
                    ("notificationUUID", outcome.consent.notificationUUID.description),
                    ("match", match(of: outcome)?.rawValue), ("returnEvidence", outcome.returnEvidence),
                ],
                [("withdrawnAt", outcome.consent.instant), ("returnedAt", outcome.returnedAt)]
            )
        }
        writer.array("related", related) { other, writer in
            write(other.summary, to: &writer)
            write(other.ties, to: &writer)
        }
        writer.name("relatedIsCut")
        writer.value(isRelatedCut)
        writer.array("discrepancies", derived.discrepancies) { found, writer in
            writer.members(
                [
                    ("code", found.code.rawValue), ("severity", found.code.severity), ("sentence", found.sentence),
                    ("notificationUUID", found.notificationUUID?.description), ("transactionId", found.transactionId),
                ],
                [("instant", found.instant)]
            )
        }
        writer.endObject()
    }

    private func writeHead(to writer: inout JSONWriter) {
        let state = summary.state
        write(summary, to: &writer)
        writer.members([("reason", reason?.why), ("untilText", reason?.until), ("next", reason?.next)])
        writer.name("decisive")
        if let decisive {
            writer.beginObject()
            writer.members(
                [
                    ("notificationUUID", decisive.notificationUUID.description), ("notificationType", decisive.type),
                    ("subtype", decisive.subtype),
                ],
                [("saidAt", decisive.saidAt)]
            )
            writer.endObject()
        } else {
            writer.null()
        }
        writer.members(
            [
                ("transactionId", state?.transactionId), ("autoRenewProductId", reason?.renewal?.autoRenewProductId),
            ],
            [
                ("horizon", horizon), ("autoRenewStatus", reason?.renewal?.autoRenewStatus),
                ("renewalDate", reason?.renewal?.renewalDate),
                ("consentWithdrawnAt", withdrawals.last?.consent.instant),
            ]
        )
        writer.name("commitment")
        if let commitment { commitment.write(to: &writer) } else { writer.null() }
        writer.members([("migratedTo", summary.isMigrated ? summary.successor : nil)])
        writer.name("consentWithdrawn")
        writer.value(!withdrawals.isEmpty)
        for (name, values) in [
            ("appAccountTokens", identifiers.accountTokens), ("appTransactionIds", identifiers.appTransactions),
        ] {
            writer.name(name)
            writer.beginArray()
            for value in values.sorted() { writer.value(value) }
            writer.endArray()
        }
    }

    private func write(_ revocation: Revocation, to writer: inout JSONWriter) {
        writer.members(
            [
                ("kind", revocation.kind.rawValue), ("transactionId", revocation.transactionId),
                ("productId", revocation.productId), ("currency", revocation.currency),
                ("reversal", revocation.reversal),
                ("notificationUUID", teller(of: revocation)?.notificationUUID.description),
            ],
            [
                ("instant", revocation.instant), ("reason", revocation.reason), ("percentage", revocation.percentage),
                ("amount", revocation.amount), ("removedFrom", revocation.removedFrom),
                ("removedUntil", revocation.removedUntil), ("reversedAt", revocation.reversedAt),
            ]
        )
        writer.name("removedAccess")
        writer.value(revocation.removedAccess)
        writer.name("purchaseSeen")
        writer.value(revocation.purchaseSeen)
        writer.array("stillStands", revocation.reversedAt == nil ? standing : []) { stand, writer in
            write(stand.summary, to: &writer)
            writer.members([("transactionId", stand.summary.state?.transactionId)])
            write(stand.ties, to: &writer)
        }
    }

    private func write(_ summary: PurchaseSummary, to writer: inout JSONWriter) {
        let state = summary.state
        writer.members(
            [
                ("bundleId", summary.key.app.isEmpty ? nil : summary.key.app),
                ("environment", summary.key.environment.isEmpty ? nil : summary.key.environment),
                ("originalTransactionId", summary.key.originalTransactionId), ("nature", summary.nature.rawValue),
                ("productId", summary.productId), ("inAppOwnershipType", summary.ownership),
                ("state", state?.kind.rawValue), ("cause", state?.cause),
            ],
            [("asOf", summary.asOf), ("since", state?.since), ("until", state?.until)]
        )
    }

    private func write(_ ties: [RelatedPurchase.Tie], to writer: inout JSONWriter) {
        writer.name("sharedBy")
        writer.beginArray()
        for tie in ties { writer.value(tie.rawValue) }
        writer.endArray()
    }
}
