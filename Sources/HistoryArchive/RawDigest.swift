package import NotificationModel

/// A digest over the bytes of a source as they are read, lent by whoever knows how to make one.
package struct RawDigest {
    /// Takes the next bytes.
    package let update: (Span<UInt8>) -> Void
    /// Ends the digest.
    package let finish: () -> Digest256

    package init(update: @escaping (Span<UInt8>) -> Void, finish: @escaping () -> Digest256) {
        self.update = update
        self.finish = finish
    }
}
