internal import Reconciliation

/// The stable codes of discrepancies.
public enum DiscrepancyCodes {
    /// Every code, in the order of the documents.
    public static let all: [String] = Discrepancy.Code.allCases.map(\.rawValue)
}
