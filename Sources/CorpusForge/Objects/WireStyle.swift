/// Which members the store wrote at an instant: records of 2022 lack what later versions brought.
///
/// The versions and their dates are those of Apple's changelog; "about" where only a season is known.
package enum WireStyle {
    /// A transaction without the members that did not exist yet.
    package static func transaction(_ full: ForgedTransaction, at moment: Moment) -> ForgedTransaction {
        full.with {
            if moment < version2_8 {
                $0.storefront = nil
                $0.storefrontId = nil
                $0.transactionReason = nil
            }
            if moment < version2_9 {
                $0.price = nil
                $0.currency = nil
                $0.offerDiscountType = nil
            }
            if moment < version2_15 {
                $0.appTransactionId = nil
                $0.offerPeriod = nil
            }
            if moment < version2_20 {
                $0.revocationType = nil
                $0.revocationPercentage = nil
            }
            if moment < version2_21 { $0.billingPlanType = nil }
        }
    }

    /// Renewal info without the members that did not exist yet.
    package static func renewal(_ full: ForgedRenewal, at moment: Moment) -> ForgedRenewal {
        full.with {
            if moment < version2_5 { $0.recentSubscriptionStartDate = nil }
            if moment < version2_8 { $0.renewalDate = nil }
            if moment < version2_9 { $0.offerDiscountType = nil }
            if moment < version2_12 {
                $0.renewalPrice = nil
                $0.currency = nil
            }
            if moment < version2_15 {
                $0.appAccountToken = nil
                $0.appTransactionId = nil
                $0.offerPeriod = nil
            }
            if moment < version2_21 { $0.renewalBillingPlanType = nil }
        }
    }

    /// True while notifications carried no signing instant of their own.
    package static func isUndated(at moment: Moment) -> Bool { moment < Milestone.datedNotifications }

    /// True since `data.status` is written.
    package static func hasStatus(at moment: Moment) -> Bool { moment >= version2_8 }

    /// True since history items list every attempt instead of the first result.
    package static func listsAttempts(at moment: Moment) -> Bool { moment >= version2_8 }

    /// True since Sandbox records carry `appAppleId`; those of 2022 lack it and those of 2025 have it.
    package static func sandboxNamesAppNumber(at moment: Moment) -> Bool { moment >= Milestone.sandboxAppNumbers }

    /// True since ONE_TIME_CHARGE exists: in Sandbox a year before Production.
    package static func tellsOneTimeCharges(at moment: Moment, isSandbox: Bool) -> Bool {
        moment >= (isSandbox ? version2_12 : Milestone.oneTimeCharges)
    }

    private static let version2_5: Moment = "2022-08-15"
    private static let version2_8: Moment = "2023-06-05"
    private static let version2_9: Moment = "2023-10-12"
    private static let version2_12: Moment = "2024-06-10"
    private static let version2_15: Moment = "2025-02-21"
    private static let version2_20: Moment = "2025-12-10"
    private static let version2_21: Moment = "2026-04-27"
}
