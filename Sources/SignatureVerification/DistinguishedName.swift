/// Composes the DER form of a distinguished name from its attributes (X.501; RFC 5280, 4.1.2.4).
enum DistinguishedName {
    /// The attribute types in use, by the last arc of 2.5.4.
    enum AttributeType: UInt8 {
        case commonName = 3
        case country = 6
        case organization = 10
        case organizationalUnit = 11
    }

    /// One attribute and its ASCII value.
    struct Attribute {
        let type: AttributeType
        let value: String

        init(_ type: AttributeType, _ value: String) {
            self.type = type
            self.value = value
        }
    }

    /// The name with one attribute in each relative name, in the given order.
    ///
    /// A country is a PrintableString, all else UTF8String.
    static func der(_ attributes: [Attribute]) -> [UInt8] {
        element(
            0x30,
            attributes.flatMap { attribute in
                let type = element(0x06, [0x55, 0x04, attribute.type.rawValue])
                let value = element(attribute.type == .country ? 0x13 : 0x0C, Array(attribute.value.utf8))
                return element(0x31, element(0x30, type + value))
            }
        )
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        precondition(content.count < 128, "names here have short lengths only")
        return [tag, UInt8(content.count)] + content
    }
}
