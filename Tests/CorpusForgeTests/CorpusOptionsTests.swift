import CorpusForge
import Testing

struct CorpusOptionsTests {
    @Test func optionsAreRead() throws {
        #expect(
            try CorpusOptions.parse(["--seed", "7", "--out", "here", "--compression", "zstd"])
                == .write(CorpusOptions(folder: "here", seed: 7, compression: .zstd))
        )
        #expect(try CorpusOptions.parse(["--out", "here"]) == .write(CorpusOptions(folder: "here")))
        #expect(try CorpusOptions.parse(["--out", "here", "--help"]) == .help)
    }

    private static let misuses: [([String], String)] = [
        ([], "--out DIR is missing"),
        (["--sede", "7"], "unknown option '--sede'"),
        (["--out"], "--out needs a value"),
        (["--out", "--seed", "7"], "--out needs a value"),
        (["--seed", "-1"], "--seed '-1': expected a whole number from 0"),
        (["--compression", "rar"], "--compression 'rar': expected lz4, gzip, zstd or none"),
        (["--compression", "lz4-independent"], "--compression 'lz4-independent': expected lz4, gzip, zstd or none"),
    ]

    @Test(arguments: misuses)
    func misuseIsNamed(arguments: [String], sentence: String) {
        let misuse = #expect(throws: CorpusOptions.Misuse.self) { try CorpusOptions.parse(arguments) }
        #expect(misuse?.sentence == sentence)
    }
}
