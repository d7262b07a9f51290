internal import NotificationModel

/// The documented values of `sendAttemptResult`: a record with one of them makes no text of its own.
///
/// Source: Apple, App Store Server API, `sendAttemptResult`; `SSL_ISSUE` is the name of `TLS_ISSUE` before August 2022.
enum SendAttemptResult: Int, WireName {
    case success
    case timedOut
    case tlsIssue
    case sslIssue
    case circularRedirect
    case noResponse
    case socketIssue
    case unsupportedCharset
    case invalidResponse
    case prematureClose
    case unsuccessfulHTTPResponseCode
    case other

    var wireName: StaticString {
        switch self {
        case .success: "SUCCESS"
        case .timedOut: "TIMED_OUT"
        case .tlsIssue: "TLS_ISSUE"
        case .sslIssue: "SSL_ISSUE"
        case .circularRedirect: "CIRCULAR_REDIRECT"
        case .noResponse: "NO_RESPONSE"
        case .socketIssue: "SOCKET_ISSUE"
        case .unsupportedCharset: "UNSUPPORTED_CHARSET"
        case .invalidResponse: "INVALID_RESPONSE"
        case .prematureClose: "PREMATURE_CLOSE"
        case .unsuccessfulHTTPResponseCode: "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        case .other: "OTHER"
        }
    }

    /// The value's text, shared by all records that have it.
    var sharedText: String { Self.texts[rawValue] }

    private static let texts = allCases.map(\.text)
}
