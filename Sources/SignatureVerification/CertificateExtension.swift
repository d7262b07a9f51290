internal import COpenSSL

/// Which extension a certificate carries, and whether it must be understood.
struct CertificateExtension: Equatable {
    /// The DER content of the extension's OID.
    let identifier: [UInt8]
    /// True if a verifier that does not know it must refuse the certificate.
    let isCritical: Bool

    /// basicConstraints, 2.5.29.19.
    static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
    /// keyUsage, 2.5.29.15.
    static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]
    /// nameConstraints, 2.5.29.30.
    static let nameConstraints: [UInt8] = [0x55, 0x1D, 0x1E]

    /// False if the certificate must be refused because of this extension.
    var isUnderstoodOrOptional: Bool {
        !isCritical || identifier == Self.basicConstraints || identifier == Self.keyUsage
    }

    /// The extensions of a certificate, in its order.
    static func all(of certificate: OpaquePointer) -> [CertificateExtension] {
        let count = unsafe X509_get_ext_count(certificate)
        return (0..<max(count, 0)).compactMap { index in
            guard let found = unsafe X509_get_ext(certificate, index),
                let object = unsafe X509_EXTENSION_get_object(found)
            else { return nil }
            // Safe: the object's bytes live as long as the certificate and are copied here.
            let identifier = unsafe Array(
                UnsafeBufferPointer(start: OBJ_get0_data(object), count: OBJ_length(object))
            )
            return CertificateExtension(
                identifier: identifier,
                isCritical: unsafe X509_EXTENSION_get_critical(found) != 0
            )
        }
    }
}
