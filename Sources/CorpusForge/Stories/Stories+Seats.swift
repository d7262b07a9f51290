import NotificationModel

/// Subscriptions for several people, versions 2.22 and 2.23.
extension Stories {
    static func seats(_ seed: UInt64) -> [Story] {
        [
            story("group-of-five", .meadow, seed) {
                $0.begin(.teamMonthly, at: "2026-10-24 10:00")
                $0.setSeats(5, at: 7990)
                $0.tell(.subscribed, .initialBuy, at: "2026-10-24 10:01", status: 1)
                var first = $0.transaction
                $0.purchaseMoreSeats(2, at: "2026-10-28 10:00")
                $0.tell(.didChangeRenewalPref, .increaseQuantity, at: "2026-10-28 10:01", status: 1)
                $0.setRenewalSeats(4, at: 7990)
                $0.tell(.didChangeRenewalPref, .decreaseQuantity, at: "2026-11-02 10:00", status: 1)
                first.multiSeatInfo = [
                    "invitationManagement": "APPLE", "priceTiers": [["price": 7990, "quantity": 5]],
                    "revokedSeatQuantity": 1,
                ]
                first.additionalTransactionReason = "SEAT_ADDITION"
                $0.transaction = first
                $0.tell(.refund, .seats, at: "2026-11-05 10:00", status: 1)
            },
            story("seat-holder", .meadow, seed) {
                $0.transaction.inAppOwnershipType = "ASSIGNED"
                $0.transaction.appAccountToken = nil
                $0.renewal.appAccountToken = nil
                $0.begin(.teamMonthly, at: "2026-10-25 09:00")
                $0.setSeats(5, at: 7990)
                $0.tell(.subscribed, .initialBuy, at: "2026-10-25 09:01", status: 1)
                $0.revoke(at: "2026-11-05 09:59", kind: "ASSIGNMENT_REVOKE")
                $0.tell(.revoke, at: "2026-11-05 10:00", status: 5)
            },
            story("seat-claims-released", .meadow, seed) {
                let claims: [ForgedJSON] = [.string($0.numbers.uuid()), .string($0.numbers.uuid())]
                $0.tell(
                    .unclaimSeats,
                    at: "2026-11-06 08:00",
                    content: .unclaimInfo([
                        "environment": "Production", "appAppleId": .integer($0.app.appAppleId),
                        "bundleId": .string($0.app.bundleId), "unclaimSeatIds": .array(claims),
                    ])
                )
            },
        ]
    }
}

extension Story {
    /// Makes the present transaction one for so many seats, and the next renewal too.
    mutating func setSeats(_ count: Int64, at price: Int64) {
        transaction.quantity = count
        transaction.price = price
        transaction.multiSeatInfo = [
            "invitationManagement": "APPLE",
            "priceTiers": [["price": .integer(price), "quantity": .integer(count)]],
        ]
        setRenewalSeats(count, at: price)
    }

    /// Plans so many seats for the next renewal.
    mutating func setRenewalSeats(_ count: Int64, at price: Int64) {
        renewal.renewalQuantity = count
        renewal.multiSeatInfo = [
            "renewalPriceTiers": [["price": .integer(price), "quantity": .integer(count)]]
        ]
    }

    /// Seats that stand beside the period's first transaction, which ends with it.
    mutating func purchaseMoreSeats(_ count: Int64, at moment: Moment) {
        let end = expiry
        purchase(.teamMonthly, at: moment, reason: "PURCHASE")
        transaction.expiresDate = end
        renewal.renewalDate = end
        setSeats(count, at: 7990)
        transaction.additionalTransactionReason = "SEAT_ADDITION"
        setRenewalSeats(7, at: 7990)
    }
}
