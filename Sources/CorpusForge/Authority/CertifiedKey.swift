import COpenSSL

/// A key with the certificate that speaks for it.
package struct CertifiedKey: Sendable {
    /// The private key.
    package let key: SigningKey
    /// The certificate in DER.
    package let certificate: [UInt8]
    /// What the certificate was made from.
    package let recipe: CertificateRecipe

    /// Makes a key and has its certificate signed by the issuer, or by itself where there is none.
    package init(_ recipe: CertificateRecipe, issuer: CertifiedKey? = nil) throws {
        let key = try SigningKey(on: recipe.curve)
        let certificate = try CertificateUnderConstruction()
        try certificate.fill(from: recipe, issuerRecipe: issuer?.recipe ?? recipe, key: key)
        try certificate.addExtensions(of: recipe, issuer: issuer)
        self.recipe = recipe
        self.certificate = try certificate.signed(by: issuer?.key ?? key)
        self.key = key
    }
}

/// An X.509 certificate of OpenSSL's while it is put together.
@safe
struct CertificateUnderConstruction: ~Copyable {
    private let handle: OpaquePointer

    init() throws {
        // The handle is checked here, belongs to this value alone and is freed with it.
        unsafe handle = try made(X509_new(), "X509_new")
    }

    // The handle is valid until here.
    deinit { unsafe X509_free(handle) }

    /// Writes version, serial number, names, dates and public key.
    func fill(from recipe: CertificateRecipe, issuerRecipe: CertificateRecipe, key: SigningKey) throws {
        // All pointers that X509_get… returns belong to the certificate and are used at once.
        unsafe try check(X509_set_version(handle, 2), "X509_set_version")
        unsafe try check(ASN1_INTEGER_set_int64(X509_get_serialNumber(handle), recipe.serial), "ASN1_INTEGER_set_int64")
        _ = unsafe try made(
            ASN1_TIME_set(X509_getm_notBefore(handle), time_t(recipe.notBefore.seconds)),
            "ASN1_TIME_set"
        )
        _ = unsafe try made(ASN1_TIME_set(X509_getm_notAfter(handle), time_t(recipe.notAfter.seconds)), "ASN1_TIME_set")
        unsafe try Self.write(recipe, to: made(X509_get_subject_name(handle), "X509_get_subject_name"))
        unsafe try Self.write(issuerRecipe, to: made(X509_get_issuer_name(handle), "X509_get_issuer_name"))
        unsafe try check(X509_set_pubkey(handle, key.handle), "X509_set_pubkey")
    }

    /// Writes the extensions; key identifiers need the public key in place.
    func addExtensions(of recipe: CertificateRecipe, issuer: CertifiedKey?) throws {
        if let text = recipe.basicConstraints { try add(NID_basic_constraints, text, issuer: issuer) }
        if recipe.hasKeyIdentifiers {
            try add(NID_subject_key_identifier, "hash", issuer: issuer)
            if issuer != nil { try add(NID_authority_key_identifier, "keyid:always", issuer: issuer) }
        }
        if let text = recipe.keyUsage { try add(NID_key_usage, text, issuer: issuer) }
        if let text = recipe.remark { try add(NID_netscape_comment, text, issuer: issuer) }
        if let marker = recipe.marker { try addNull(marker, isCritical: false) }
        if let unknown = recipe.unknownCriticalExtension { try addNull(unknown, isCritical: true) }
    }

    /// Signs with ECDSA over SHA-384 and gives the DER bytes.
    func signed(by key: SigningKey) throws -> [UInt8] {
        unsafe try check(X509_sign(handle, key.handle, EVP_sha384()), "X509_sign")
        // A nil buffer asks for the length; the second call fills exactly that many bytes.
        let length = unsafe i2d_X509(handle, nil)
        try check(length, "i2d_X509")
        var bytes = [UInt8](repeating: 0, count: Int(length))
        try unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            unsafe try check(i2d_X509(handle, &start), "i2d_X509")
        }
        return bytes
    }

    private static func write(_ recipe: CertificateRecipe, to name: OpaquePointer) throws {
        let entries = [
            ("CN", recipe.commonName), ("OU", recipe.unit), ("O", "storeledger tests, not Apple"), ("C", "XX"),
        ]
        for (field, text) in entries {
            let bytes = Array(text.utf8)
            // `bytes` lives through the call, which copies it.
            unsafe try check(
                X509_NAME_add_entry_by_txt(name, field, MBSTRING_FLAG | 1, bytes, Int32(bytes.count), -1, 0),
                "X509_NAME_add_entry_by_txt"
            )
        }
    }

    private func add(_ identifier: Int32, _ text: String, issuer: CertifiedKey?) throws {
        // The issuer's certificate is parsed for its key identifier; it outlives the context that points to it.
        let parsed = try issuer.map { try ParsedCertificate($0.certificate) }
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, parsed?.handle ?? handle, handle, nil, nil, 0)
        let made = unsafe try made(X509V3_EXT_conf_nid(nil, &context, identifier, text), "X509V3_EXT_conf_nid")
        defer { unsafe X509_EXTENSION_free(made) }
        unsafe try check(X509_add_ext(handle, made, -1), "X509_add_ext")
        extendLifetime(parsed)
    }

    /// Adds an extension whose value is the ASN.1 NULL, as Apple's markers have it.
    private func addNull(_ dotted: String, isCritical: Bool) throws {
        // Every object made here is freed on the way out; X509_add_ext copies.
        let object = unsafe try made(OBJ_txt2obj(dotted, 1), "OBJ_txt2obj")
        defer { unsafe ASN1_OBJECT_free(object) }
        let value = unsafe try made(ASN1_OCTET_STRING_new(), "ASN1_OCTET_STRING_new")
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        unsafe try check(ASN1_OCTET_STRING_set(value, [5, 0], 2), "ASN1_OCTET_STRING_set")
        let made = unsafe try made(
            X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, value),
            "X509_EXTENSION_create_by_OBJ"
        )
        defer { unsafe X509_EXTENSION_free(made) }
        unsafe try check(X509_add_ext(handle, made, -1), "X509_add_ext")
    }
}
