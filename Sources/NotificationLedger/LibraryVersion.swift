/// The package's version.
public enum LibraryVersion {
    /// Semantic version text.
    public static let text = "0.1.0"
}
