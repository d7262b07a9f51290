/// When the store gives up delivering a notification.
///
/// Source: Apple's "Responding to App Store Server Notifications": in Production five retries, 1, 12, 24, 48 and 72 hours
/// each after the attempt before; in Sandbox one attempt.
package enum DeliveryRetries {
    /// The time from the first attempt to the last possible one in Production, in milliseconds: 157 hours.
    package static let production: Int64 = (1 + 12 + 24 + 48 + 72) * 3_600_000
    /// The greatest number of attempts in Production.
    package static let productionCount = 6
    /// The results that say that an attempt failed; `SSL_ISSUE` is the name of `TLS_ISSUE` before August 2022.
    package static let failures = [
        "TIMED_OUT", "TLS_ISSUE", "SSL_ISSUE", "CIRCULAR_REDIRECT", "NO_RESPONSE", "SOCKET_ISSUE",
        "UNSUPPORTED_CHARSET", "INVALID_RESPONSE", "PREMATURE_CLOSE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "OTHER",
    ]
}
