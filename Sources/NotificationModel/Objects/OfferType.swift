/// The kind of offer that a purchase or renewal uses: `offerType`.
public enum OfferType: Int64, CaseIterable, Sendable, Hashable {
    case introductory = 1
    case promotional = 2
    case offerCode = 3
    case winBack = 4
}
