import ByteParsing
import Foundation
import TestSupport
import Testing

@Suite(
    "The parser against the published JSON test suite",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct JSONConformanceTests {
    /// What the parser makes of the files whose verdict the suite leaves open.
    static let openVerdicts: [String: Bool] = [
        "i_number_double_huge_neg_exp.json": true,
        "i_number_neg_int_huge_exp.json": true,
        "i_number_real_neg_overflow.json": true,
        "i_number_real_underflow.json": true,
        "i_number_too_big_pos_int.json": true,
        "i_object_key_lone_2nd_surrogate.json": false,
        "i_string_1st_valid_surrogate_2nd_invalid.json": false,
        "i_string_UTF-8_invalid_sequence.json": false,
        "i_string_incomplete_surrogate_and_escape_valid.json": false,
        "i_string_incomplete_surrogates_escape_valid.json": false,
        "i_string_invalid_surrogate.json": false,
        "i_string_inverted_surrogates_U+1D11E.json": false,
        "i_string_lone_second_surrogate.json": false,
        "i_string_not_in_unicode_range.json": false,
        "i_string_overlong_sequence_6_bytes.json": false,
        "i_string_truncated-utf-8.json": false,
        "i_string_utf16LE_no_BOM.json": false,
        "i_structure_UTF-8_BOM_empty_object.json": false,
    ]

    /// What it makes of the files that show transformations.
    static let transformVerdicts: [String: Bool] = [
        "number_-9223372036854775808.json": true,
        "number_1.0.json": true,
        "number_1000000000000000.json": true,
        "number_1e-999.json": true,
        "number_9223372036854775807.json": true,
        "object_key_nfc_nfd.json": true,
        "object_same_key_different_values.json": true,
        "object_same_key_unclear_values.json": true,
        "string_1_invalid_codepoint.json": false,
        "string_2_invalid_codepoints.json": false,
        "string_3_invalid_codepoints.json": false,
    ]

    static func files(_ folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: SharedMaterial.url("vectors/jsontestsuite/\(folder)"),
            includingPropertiesForKeys: nil
        )
    }

    static func accepts(_ file: URL) throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: file))
        var parser = JSONParser()
        do {
            try parser.parse(bytes.span)
            return true
        } catch {
            return false
        }
    }

    @Test("every file has the verdict of its name or of the pinned table")
    func parsing() throws {
        let files = try Self.files("test_parsing")
        #expect(files.count > 100)
        for file in files {
            let name = file.lastPathComponent
            let expected = name.hasPrefix("y_") ? true : name.hasPrefix("n_") ? false : Self.openVerdicts[name]
            #expect(try Self.accepts(file) == expected, Comment(rawValue: name))
        }
    }

    @Test("the transformation files have their pinned verdicts")
    func transforming() throws {
        let files = try Self.files("test_transform")
        #expect(!files.isEmpty)
        for file in files {
            let name = file.lastPathComponent
            #expect(try Self.accepts(file) == Self.transformVerdicts[name], Comment(rawValue: name))
        }
    }
}
