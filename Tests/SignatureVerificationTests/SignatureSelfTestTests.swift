import SignatureVerification
import Testing

/// What a run and `doctor` ask a kernel before they trust it.
struct SignatureSelfTestTests {
    @Test(arguments: SignatureKernel.allCases.filter(\.isSupported))
    func aSoundKernelAnswersRightly(_ kernel: SignatureKernel) {
        #expect(SignatureSelfTest.answersRightly(kernel))
        let report = SignatureSelfTest.run(kernel)
        #expect(report.passed)
        #expect(report.verificationsPerSecond > 0)
    }
}
