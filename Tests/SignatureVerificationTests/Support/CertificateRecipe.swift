import SignatureVerification

/// Everything that a certificate says; tests change one thing at a time.
struct CertificateRecipe {
    struct Extension {
        var identifier: [UInt8]
        var isCritical = false
        var value: [UInt8] = [0x05, 0x00]

        static func basicConstraints(_ content: [UInt8], critical: Bool = true) -> Extension {
            Extension(identifier: [0x55, 0x1D, 0x13], isCritical: critical, value: DER.sequence(content))
        }

        static func keyUsage(_ bits: UInt8, unused: UInt8) -> Extension {
            Extension(
                identifier: [0x55, 0x1D, 0x0F],
                isCritical: true,
                value: DER.element(0x03, [unused, bits])
            )
        }

        static let certificateAuthority = basicConstraints([0x01, 0x01, 0xFF, 0x02, 0x01, 0x00])
        static let endEntity = basicConstraints([])
        static let signsCertificates = keyUsage(0x06, unused: 1)
        static let signsData = keyUsage(0x80, unused: 7)
        static let leafMarker = Extension(
            identifier: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01])
        static let intermediateMarker = Extension(
            identifier: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01])
        static func unknown(critical: Bool) -> Extension {
            Extension(identifier: [0x2A, 0x03, 0x04], isCritical: critical)
        }
        static let nameConstraints = Extension(
            identifier: [0x55, 0x1D, 0x1E],
            value: DER.sequence(DER.element(0xA0, DER.sequence(DER.element(0x82, Array("example.com".utf8)))))
        )
        static func authorityKeyIdentifier(_ bytes: [UInt8]) -> Extension {
            Extension(identifier: [0x55, 0x1D, 0x23], value: DER.sequence(DER.element(0x80, bytes)))
        }
        static func subjectKeyIdentifier(_ bytes: [UInt8]) -> Extension {
            Extension(identifier: [0x55, 0x1D, 0x0E], value: DER.element(0x04, bytes))
        }
    }

    var version: UInt8? = 2
    var serial: [UInt8] = [0x5A, 0x01]
    var issuer: String
    var subject: String
    var notBefore = DER.element(0x17, Array("240101000000Z".utf8))
    var notAfter = DER.element(0x17, Array("251231235959Z".utf8))
    var extensions: [Extension]
    var outerAlgorithm: [UInt8]?

    /// The certificate in DER.
    func certificate(for key: [UInt8], signedBy signer: TestKey) -> [UInt8] {
        let last: UInt8 = signer.curve == .p256 ? 2 : 3
        let algorithm = DER.sequence(DER.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, last]))
        let listed = extensions.map { entry in
            DER.sequence(
                DER.element(0x06, entry.identifier),
                entry.isCritical ? [0x01, 0x01, 0xFF] : [],
                DER.element(0x04, entry.value)
            )
        }
        let body = DER.sequence(
            version.map { DER.element(0xA0, [0x02, 0x01, $0]) } ?? [],
            DER.element(0x02, serial),
            algorithm,
            subjectName(issuer),
            DER.sequence(notBefore, notAfter),
            subjectName(subject),
            key,
            listed.isEmpty ? [] : DER.element(0xA3, DER.element(0x30, Array(listed.joined())))
        )
        return DER.sequence(body, outerAlgorithm ?? algorithm, DER.bitString(signer.sign(body)))
    }

    private func subjectName(_ name: String) -> [UInt8] {
        name.isEmpty ? DER.sequence() : DER.name(name)
    }
}
