/// The one table of notification types and their subtypes; decoder, reconciliation, documents and commands read it.
///
/// Source: Apple, App Store Server Notifications V2, `notificationType` and `subtype`: 39 pairs of the base
/// (version 2.21), the newer pairs of 2.23, and pairs that only records from before 2024 or one row of Apple's price
/// table show.
public enum NotificationTable {
    /// Every pair, base pairs first.
    public static let pairs: [NotificationPair] = base + newer + legacy

    /// The number of documented pairs in the base table.
    public static let basePairCount = 39

    /// Finds the row of a type and a subtype.
    ///
    /// The two quantity subtypes decide by themselves: which type carries them is not documented.
    public static func pair(_ type: NotificationType, _ subtype: NotificationSubtype?) -> NotificationPair? {
        index(of: type, subtype).map { pairs[$0] }
    }

    /// The position in ``pairs`` of a type and a subtype.
    ///
    /// - Complexity: constant; a table look-up.
    public static func index(of type: NotificationType, _ subtype: NotificationSubtype?) -> Int? {
        let found = positions[position(type, subtype)]
        return found < 0 ? nil : Int(found)
    }

    private static let subtypeSlots = NotificationSubtype.allCases.count + 1

    private static func position(_ type: NotificationType, _ subtype: NotificationSubtype?) -> Int {
        Int(type.rawValue) * subtypeSlots + (subtype.map { Int($0.rawValue) + 1 } ?? 0)
    }

    private static let positions: [Int8] = {
        var result = [Int8](repeating: -1, count: NotificationType.allCases.count * subtypeSlots)
        for (index, pair) in pairs.enumerated() {
            let types =
                pair.subtype == .increaseQuantity || pair.subtype == .decreaseQuantity
                ? NotificationType.allCases : [pair.type]
            for type in types {
                result[position(type, pair.subtype)] = Int8(index)
            }
        }
        return result
    }()

    private static let base: [NotificationPair] = [
        row(.subscribed, .initialBuy, "subscribed", .grants, since: "2.0", "first purchase in the subscription group"),
        row(.subscribed, .resubscribe, "resubscribed", .grants, since: "2.0", "came back after the subscription ended"),
        row(.didRenew, nil, "renewed", .extends, since: "2.0", "renewed"),
        row(.didRenew, .billingRecovery, "billing-recovered", .restores, since: "2.0", "a failed renewal succeeded"),
        row(.didChangeRenewalPref, .upgrade, "upgraded", .grants, since: "2.0", "upgraded, effective at once"),
        row(
            .didChangeRenewalPref,
            .downgrade,
            "downgrade-scheduled",
            .keeps,
            since: "2.0",
            "chose another plan from the next renewal"
        ),
        row(.didChangeRenewalPref, nil, "downgrade-cancelled", .keeps, since: "2.0", "kept the present plan after all"),
        row(
            .didChangeRenewalStatus,
            .autoRenewEnabled,
            "auto-renew-enabled",
            .keeps,
            since: "2.0",
            "turned auto-renew on again"
        ),
        row(
            .didChangeRenewalStatus,
            .autoRenewDisabled,
            "auto-renew-disabled",
            .warns,
            since: "2.0",
            "auto-renew was turned off"
        ),
        row(
            .offerRedeemed,
            nil,
            "offer-redeemed",
            .keeps,
            since: "2.0",
            "redeemed an offer on the active subscription"
        ),
        row(
            .offerRedeemed,
            .upgrade,
            "offer-upgraded",
            .grants,
            since: "2.0",
            "redeemed an offer to upgrade, effective at once"
        ),
        row(
            .offerRedeemed,
            .downgrade,
            "offer-downgrade-scheduled",
            .keeps,
            since: "2.0",
            "redeemed an offer to downgrade from the next renewal"
        ),
        row(
            .didFailToRenew,
            .gracePeriod,
            "renewal-failed-grace",
            .keeps,
            since: "2.0",
            "billing failed, the grace period keeps service on"
        ),
        row(
            .didFailToRenew,
            nil,
            "renewal-failed",
            .ends,
            since: "2.0",
            "billing failed, no grace period; Apple retries"
        ),
        row(
            .gracePeriodExpired,
            nil,
            "grace-period-ended",
            .ends,
            since: "2.0",
            "the grace period ended; Apple goes on retrying"
        ),
        row(.expired, .voluntary, "expired-voluntary", .ends, since: "2.0", "expired after auto-renew was turned off"),
        row(
            .expired,
            .billingRetry,
            "expired-billing-retry",
            .ends,
            since: "2.0",
            "expired: billing retry ended without success"
        ),
        row(
            .expired,
            .priceIncrease,
            "expired-price-increase",
            .ends,
            since: "2.0",
            "expired: no consent to a price increase"
        ),
        row(
            .expired,
            .productNotForSale,
            "expired-not-for-sale",
            .ends,
            since: nil,
            "expired: the product was not for sale"
        ),
        row(.expired, nil, "expired", .ends, since: "2.0", "expired for another reason"),
        row(
            .priceIncrease,
            .pending,
            "price-increase-pending",
            .warns,
            since: "2.0",
            "told of a price increase that needs consent"
        ),
        row(
            .priceIncrease,
            .accepted,
            "price-increase-accepted",
            .keeps,
            since: "2.0",
            "consented to a price increase, or was told of one that needs no consent"
        ),
        row(
            .priceChange,
            nil,
            "price-changed",
            .none,
            since: nil,
            "the developer changed the price of an Advanced Commerce subscription"
        ),
        row(
            .metadataUpdate,
            nil,
            "metadata-updated",
            .none,
            since: "2.16",
            "the developer changed an Advanced Commerce subscription's metadata"
        ),
        row(
            .migration,
            nil,
            "migrated",
            .keeps,
            since: "2.16",
            "migrated to Advanced Commerce under another original transaction id"
        ),
        row(.renewalExtended, nil, "renewal-extended", .extends, since: "2.0", "the renewal date was moved later"),
        row(
            .renewalExtension,
            .summary,
            "extension-finished",
            .none,
            .summary,
            inner: .none,
            since: "2.7",
            "a mass extension finished"
        ),
        row(
            .renewalExtension,
            .failure,
            "extension-failed",
            .none,
            since: "2.7",
            "a mass extension failed for this subscription"
        ),
        row(
            .oneTimeCharge,
            nil,
            "one-time-purchase",
            .grants,
            inner: .transaction,
            since: "2.12",
            "bought a one-time product"
        ),
        row(
            .refund,
            nil,
            "refunded",
            .revokes,
            inner: .transactionAndRenewalIfAutoRenewable,
            since: "2.0",
            "Apple refunded the transaction"
        ),
        row(
            .refundDeclined,
            nil,
            "refund-declined",
            .keeps,
            inner: .transactionAndRenewalIfAutoRenewable,
            since: "2.0",
            "Apple declined a refund request"
        ),
        row(
            .refundReversed,
            nil,
            "refund-reversed",
            .restores,
            inner: .transactionAndRenewalIfAutoRenewable,
            since: "2.8",
            "an earlier refund was undone after a dispute"
        ),
        row(
            .consumptionRequest,
            nil,
            "refund-requested",
            .warns,
            inner: .transactionAndRenewalIfAutoRenewable,
            since: "2.0",
            "asked for a refund; Apple asks for consumption data"
        ),
        row(
            .revoke,
            nil,
            "family-access-ended",
            .revokes,
            inner: .transactionAndRenewalIfAutoRenewable,
            since: "2.0",
            "access through Family Sharing ended"
        ),
        row(
            .rescindConsent,
            nil,
            "consent-withdrawn",
            .warns,
            .appData,
            inner: .appTransaction,
            since: "2.19",
            "a parent or guardian withdrew consent to a child's use of the app"
        ),
        row(
            .externalPurchaseToken,
            .created,
            "token-created",
            .none,
            .externalPurchaseToken,
            inner: .none,
            since: "2.17",
            "Apple created a custom link token"
        ),
        row(
            .externalPurchaseToken,
            .activeTokenReminder,
            "token-active",
            .none,
            .externalPurchaseToken,
            inner: .none,
            since: "2.17",
            "monthly reminder of an active custom link token"
        ),
        row(
            .externalPurchaseToken,
            .unreported,
            "token-unreported",
            .none,
            .externalPurchaseToken,
            inner: .none,
            since: "2.10",
            "a token was created and no report arrived"
        ),
        row(.test, nil, "test", .none, inner: .none, since: "2.0", "the developer asked for a test"),
    ]

    private static let newer: [NotificationPair] = [
        row(
            .refund,
            .seats,
            "seats-refunded",
            .keeps,
            since: "2.23",
            "a refund took some seats of a multiseat transaction"
        ),
        row(
            .unclaimSeats,
            nil,
            "seats-unclaimed",
            .revokes,
            .unclaimInfo,
            inner: .none,
            since: "2.23",
            "Apple released seat claims of a group"
        ),
        row(
            .didChangeRenewalPref,
            .increaseQuantity,
            "seats-increased",
            .keeps,
            since: "2.23",
            "the purchaser added seats"
        ),
        row(
            .didChangeRenewalPref,
            .decreaseQuantity,
            "seats-decrease-scheduled",
            .keeps,
            since: "2.23",
            "the purchaser planned fewer seats from the next renewal"
        ),
    ]

    private static let legacy: [NotificationPair] = [
        row(
            .offerRedeemed,
            .initialBuy,
            "subscribed",
            .grants,
            since: "2.0",
            documented: false,
            "first purchase with an offer, as told before 2024"
        ),
        row(
            .offerRedeemed,
            .resubscribe,
            "resubscribed",
            .grants,
            since: "2.0",
            documented: false,
            "came back with an offer, as told before 2024"
        ),
        row(
            .didChangeRenewalStatus,
            nil,
            "auto-renew-changed",
            .warns,
            since: "2.0",
            documented: false,
            "auto-renew changed after a price notice"
        ),
    ]

    private static func row(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        _ event: String,
        _ effect: EntitlementEffect,
        _ payload: PayloadContainer = .data,
        inner: NotificationPair.ExpectedParts = .transactionAndRenewal,
        since: String?,
        documented: Bool = true,
        _ story: String
    ) -> NotificationPair {
        NotificationPair(
            type: type,
            subtype: subtype,
            event: event,
            effect: effect,
            payload: payload,
            inner: inner,
            since: since,
            isDocumented: documented,
            story: story
        )
    }
}
