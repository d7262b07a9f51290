/// A document's place in the framer's buffer.
struct FramedDocument: Equatable, Sendable {
    let range: Range<Int>
    let form: SlabDocument.Form
    let flaw: SlabDocument.Flaw?
}
