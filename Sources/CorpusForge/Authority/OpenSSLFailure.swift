import COpenSSL

/// A call into OpenSSL that failed: which one, and the library's own error code.
package struct OpenSSLFailure: Error, Equatable {
    /// The function that failed.
    package let function: String
    /// The newest code of the thread's error queue, 0 where the queue is empty.
    package let code: UInt

    /// Takes the newest code off the calling thread's error queue and empties it.
    init(in function: String) {
        self.function = function
        code = ERR_peek_last_error()
        ERR_clear_error()
    }
}

/// Passes a handle on, or throws when the call gave none.
func made<Handle>(_ handle: Handle?, _ function: String) throws -> Handle {
    guard let handle else { throw OpenSSLFailure(in: function) }
    return handle
}

/// Throws unless the call returned a positive value, OpenSSL's word for success.
func check(_ result: Int32, _ function: String) throws {
    guard result > 0 else { throw OpenSSLFailure(in: function) }
}
