/// One record of a file before it is signed and laid out.
struct PlannedRecord: Sendable {
    /// The position in its stream.
    var position: Int
    /// The notification.
    var told: ToldNotification
    /// What is done with it.
    var form: RecordForm
    /// The attempts made until then are shown; nil for those until the dump of the file.
    var dump: Moment?
    /// True where the signatures will be needed again.
    var keepsTape = false
}

/// What a planned record is.
enum RecordForm: Sendable {
    /// The first of its notification.
    case intact
    /// The same notification once more, after its first record.
    case again(Again)
    /// An altered copy, which a reader rejects.
    case altered(Alteration)
    /// The same identity with another content.
    case conflicting(DamageWay.Conflict)
}

/// How a record comes again.
enum Again: Sendable {
    /// The same bytes.
    case identical(SignatureTape)
    /// The same signed text, with the attempts made since.
    case laterAttempts(SignatureTape)
    /// The same payload bytes, signed again as a whole.
    case signedOutside(SignatureTape)
    /// All parts signed again.
    case signedThroughout

    /// The kinds of a seeded draw from 0 to 99; the signatures come later.
    init(draw: UInt64) {
        self =
            switch draw {
            case ..<45: .identical(SignatureTape())
            case ..<75: .laterAttempts(SignatureTape())
            case ..<88: .signedOutside(SignatureTape())
            default: .signedThroughout
            }
    }

    /// The same with the first record's signatures.
    func with(_ tape: SignatureTape) -> Again {
        switch self {
        case .identical: .identical(tape)
        case .laterAttempts: .laterAttempts(tape)
        case .signedOutside: .signedOutside(tape.ofInnerParts)
        case .signedThroughout: .signedThroughout
        }
    }
}
