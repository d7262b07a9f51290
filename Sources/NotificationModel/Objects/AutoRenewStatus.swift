/// Whether a subscription renews by itself: `autoRenewStatus`.
public enum AutoRenewStatus: Int64, CaseIterable, Sendable, Hashable {
    case off = 0
    case on = 1
}
