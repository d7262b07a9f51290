import CorpusForge
import Foundation
import HistoryArchive
import ReferencePath

/// Files into documents, each compression, against its library's own decoder over the whole file.
struct Decompression {
    let corpus: BenchmarkCorpus
    let material: BenchmarkMaterial

    var scenarios: [Scenario] {
        let forms: [(String, ArchiveEncoding, ([UInt8]) -> [UInt8]?)] = [
            ("stage/lz4", .lz4, PlainLZ4.decompress),
            ("compression/lz4-independent", .lz4Independent, PlainLZ4.decompress),
            ("compression/gzip", .gzip, PlainCodecs.gunzip), ("compression/zstd", .zstd, PlainCodecs.unzstd),
            ("compression/none", .none, { $0 }),
        ]
        return forms.map { name, encoding, decode in
            Scenario(name: name, isPortable: encoding == .lz4) { try trial(encoding, decode) }
        }
    }

    private func trial(_ encoding: ArchiveEncoding, _ decode: @escaping ([UInt8]) -> [UInt8]?) throws -> Trial {
        let pages = material.pages
        var text: [UInt8] = []
        // A frame or member for 50 pages, as archives are mostly written.
        var file: [UInt8] = []
        for start in stride(from: 0, to: pages.count, by: 50) {
            let portion = pages[start..<min(start + 50, pages.count)].flatMap { $0 + [UInt8(ascii: "\n")] }
            text += portion
            file += try encoding.encode(portion)
        }
        let path = corpus.path("archive-\(encoding.rawValue).json\(encoding.fileExtension)")
        try Data(file).write(to: URL(filePath: path))
        let sources = try ArchiveListing([ArchivePath(path)]).sources
        func read(_ take: (ArraySlice<UInt8>) -> Void) {
            var reader = ArchiveReader(sources)
            while let slab = reader.next() {
                for entry in slab.entries {
                    switch entry {
                    case .document(let document): take(slab.bytes[document.range])
                    case .fault(let fault, _): fatalError(fault.detail)
                    case .sourceBegan, .sourceEnded: break
                    }
                }
            }
        }
        let expected = text
        return Trial(
            yardstickName: "library's whole-file decoder",
            amount: .init(
                notifications: material.notifications.count,
                bytes: text.count,
                slabs: max(1, text.count / ArchiveLimits().slabBytes)
            ),
            compare: {
                var documents: [[UInt8]] = []
                read { documents.append(Array($0)) }
                try WrongAnswer.unlessEqual(documents, pages, "documents")
                try WrongAnswer.unlessEqual(decode(file), expected, "texts")
            },
            yardstick: {
                guard let data = FileManager.default.contents(atPath: path), decode([UInt8](data)) != nil else {
                    throw WrongAnswer("the library refuses the file")
                }
            },
            subject: { read { _ in } }
        )
    }
}
