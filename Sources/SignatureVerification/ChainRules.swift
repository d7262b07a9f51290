internal import NotificationModel

/// The rules of RFC 5280 for a path of leaf, intermediate and anchor, less the clock, with the App Store's markers.
///
/// Each certificate is held against its issuer first: name, then signature. What it says of itself counts after that.
/// A path that names an anchor but is not signed by it is `chain-signature`; one that names none is
/// `untrusted-root`. Dates are not judged here: they become the window of the key.
struct ChainRules: Sendable {
    let anchors: [TrustAnchor]
    let markers: CertificateMarkers

    /// Judges the intermediate.
    ///
    /// - Complexity: one signature check for each anchor of the issuer's name.
    func intermediate(_ der: [UInt8], checks: (Int) -> Void) throws(Rejection) -> VerifiedIntermediate {
        guard let certificate = Certificate(der: der) else { throw Self.malformed("intermediate", der.count) }
        let issuer = certificate.issuer
        let named = anchors.filter { $0.name == issuer }
        guard !named.isEmpty else {
            throw Rejection(.untrustedRoot, "the intermediate's issuer is none of the \(anchors.count) anchors")
        }
        guard let signature = certificate.signature else { throw Self.unsupportedSignature("intermediate") }
        let signer = named.first { anchor in
            checks(1)
            return PreparedKey(anchor.publicKey).map { signature.verifies(under: $0) } ?? false
        }
        guard let signer else {
            throw Self.unsigned(certificate, by: named)
        }
        guard certificate.isCertificateAuthority else {
            throw Rejection(.notACertificateAuthority, "the intermediate is not a certificate authority")
        }
        let window = try general(certificate, "intermediate")
        try intermediatePolicy(certificate)
        guard has(markers.intermediate, certificate) else {
            throw Rejection(.markerMissingOnIntermediate, "the intermediate lacks the marker extension")
        }
        guard let publicKey = certificate.publicKey else {
            throw Rejection(.unsupportedKey, "the intermediate's key is not on P-256 or P-384")
        }
        return VerifiedIntermediate(
            subject: certificate.subject,
            publicKey: publicKey,
            window: signer.validity.map { window.intersection($0) } ?? window,
            keyIdentifier: certificate.subjectKeyIdentifier
        )
    }

    /// Judges the leaf under a verified intermediate.
    ///
    /// - Complexity: at most one signature check.
    func leaf(
        _ der: [UInt8],
        under issuer: VerifiedIntermediate,
        checks: (Int) -> Void
    ) throws(Rejection) -> SigningKey {
        guard let certificate = Certificate(der: der) else { throw Self.malformed("leaf", der.count) }
        guard certificate.issuer == issuer.subject else {
            throw Rejection(.chainSignature, "the leaf's issuer is not the intermediate")
        }
        guard let signature = certificate.signature else { throw Self.unsupportedSignature("leaf") }
        checks(1)
        guard let key = PreparedKey(issuer.publicKey), signature.verifies(under: key) else {
            throw Rejection(.chainSignature, "the intermediate did not sign the leaf")
        }
        let window = try general(certificate, "leaf")
        try leafPolicy(certificate, issuer)
        guard has(markers.leaf, certificate) else {
            throw Rejection(.markerMissingOnLeaf, "the leaf lacks the marker extension")
        }
        guard let publicKey = certificate.publicKey, publicKey.curve == .p256, PreparedKey(publicKey) != nil else {
            throw Rejection(.unsupportedKey, "the leaf's key is not on P-256")
        }
        return SigningKey(
            publicKey: publicKey,
            window: window.intersection(issuer.window),
            leafSerial: Hexadecimal.text(of: certificate.serial ?? [])
        )
    }

    /// What holds for both certificates.
    private func general(_ certificate: Certificate, _ role: String) throws(Rejection) -> ValidityWindow {
        guard certificate.isVersion3 else { throw Self.policy(role, "is not of version 3") }
        guard certificate.serial != nil else {
            throw Self.policy(role, "has a serial number that is not positive or longer than 20 octets")
        }
        guard let window = certificate.validity else {
            throw Rejection(.malformedCertificate, "the \(role)'s dates are not in the form of RFC 5280")
        }
        guard !certificate.hasInvalidExtensions else { throw Self.policy(role, "has an invalid extension") }
        let identifiers = Set(certificate.extensions.map(\.identifier))
        guard identifiers.count == certificate.extensions.count else {
            throw Self.policy(role, "repeats an extension")
        }
        // Constrained names are nowhere used by the App Store, so they are refused, critical or not.
        guard !identifiers.contains(CertificateExtension.nameConstraints) else {
            throw Self.policy(role, "has name constraints, which are not supported")
        }
        guard certificate.extensions.allSatisfy(\.isUnderstoodOrOptional) else {
            throw Self.policy(role, "has an unknown critical extension")
        }
        return window
    }

    private func intermediatePolicy(_ certificate: Certificate) throws(Rejection) {
        guard certificate.subject.count > 2 else { throw Self.policy("intermediate", "has no name") }
        let constraints = CertificateExtension(identifier: CertificateExtension.basicConstraints, isCritical: true)
        guard certificate.extensions.contains(constraints) else {
            throw Self.policy("intermediate", "has basicConstraints that are not critical")
        }
        if let usage = certificate.keyUsage, !usage.contains(.signsCertificates) {
            throw Self.policy("intermediate", "may not sign certificates")
        }
    }

    private func leafPolicy(
        _ certificate: Certificate,
        _ issuer: VerifiedIntermediate
    ) throws(Rejection) {
        guard !certificate.isCertificateAuthority else { throw Self.policy("leaf", "is a certificate authority") }
        if let usage = certificate.keyUsage {
            guard usage.contains(.signsData) else { throw Self.policy("leaf", "may not sign data") }
            guard !usage.contains(.signsCertificates) else {
                throw Self.policy("leaf", "may sign certificates but is no certificate authority")
            }
        }
        if let expected = certificate.authorityKeyIdentifier, let found = issuer.keyIdentifier, expected != found {
            throw Self.policy("leaf", "names another key of its issuer")
        }
    }

    private func has(_ marker: [UInt8]?, _ certificate: Certificate) -> Bool {
        guard let marker else { return true }
        return certificate.extensions.contains { $0.identifier == marker }
    }

    /// Tells a look-alike root, whose key the intermediate names, from a damaged signature of the anchor's own.
    ///
    /// The key identifier is the claim of an unverified certificate: it chooses between two reasons to refuse, no more.
    private static func unsigned(_ intermediate: Certificate, by named: [TrustAnchor]) -> Rejection {
        if let claimed = intermediate.authorityKeyIdentifier,
            !named.contains(where: { $0.publicKey.identifier == claimed })
        {
            return Rejection(.untrustedRoot, "the intermediate's issuer has an anchor's name, but another key")
        }
        return Rejection(.chainSignature, "the intermediate names an anchor that did not sign it")
    }

    private static func policy(_ role: String, _ finding: String) -> Rejection {
        Rejection(.chainPolicy, "the \(role) \(finding)")
    }

    private static func malformed(_ role: String, _ size: Int) -> Rejection {
        Rejection(.malformedCertificate, "the \(role)'s \(size) bytes are not exactly one DER certificate")
    }

    private static func unsupportedSignature(_ role: String) -> Rejection {
        Rejection(
            .chainSignature,
            "the \(role) is not signed with ECDSA over SHA-256 or SHA-384, named alike in both places"
        )
    }
}
