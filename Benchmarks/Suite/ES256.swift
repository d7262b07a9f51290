import ReferencePath
import SignatureVerification

/// ES256 alone: each kernel against OpenSSL's `EVP_PKEY_verify` with key and context kept, by number of keys.
struct ES256 {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] {
        var scenarios: [Scenario] = []
        for kernel in SignatureKernel.all {
            for keys in [1, 2, 8] {
                for batch in [256, 1024] where keys == 1 || batch == 256 {
                    scenarios.append(
                        Scenario(
                            name: "es256/\(kernel.name)/keys:\(keys)/batch:\(batch)",
                            isPortable: kernel.isPortable && batch == 256
                        ) {
                            try trial(kernel, SignatureMaterial(keys: keys, signatures: batch), notifications: batch)
                        }
                    )
                }
            }
        }
        guard let best = SignatureKernel.all.last else { return scenarios }
        let corpus = Scenario(name: "stage/es256") {
            let notifications = material.notifications.prefix(300)
            let tokens = notifications.flatMap { $0 }
            return try trial(
                best,
                SignatureMaterial(tokens, anchors: material.anchors),
                notifications: notifications.count
            )
        }
        return [corpus] + scenarios
    }

    private func trial(_ kernel: SignatureKernel, _ material: SignatureMaterial, notifications: Int) throws -> Trial {
        let verify = try kernel.prepare(material.keys)
        let plain = material.keys.compactMap { PlainKernel(subjectPublicKeyInfo: $0.subjectPublicKeyInfo) }
        return Trial(
            yardstickName: "EVP_PKEY_verify",
            amount: .init(notifications: notifications, signatures: material.signatures.count),
            compare: {
                let expected = material.plainVerdicts(plain)
                guard expected.contains(true) else { throw WrongAnswer("no valid signature among the material") }
                try WrongAnswer.unlessEqual(verify(material), expected, "verdicts on signatures")
            },
            yardstick: { _ = material.plainVerdicts(plain) },
            subject: { _ = verify(material) }
        )
    }
}
