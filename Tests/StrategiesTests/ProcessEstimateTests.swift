import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// What a program says of its estimate.
@Suite struct ProcessEstimateTests {
  private static let ratios = 1e-100...1e100
  private static let differences = -1e100...1e100

  private func estimate(_ words: String, within rails: ClosedRange<Double> = ProcessEstimateTests.ratios) throws
    -> Estimate
  {
    let line = Array("{\(words)}".utf8)
    let reply = try #require(line.withUnsafeBufferPointer { Reply(line: $0) })
    return try ProcessStrategy.estimate(reply, within: rails)
  }

  @Test func `an estimate of a program is used unchanged, and missing values are unknown`() throws {
    let whole = try estimate(#""threshold":12.5,"low":9,"high":20,"slope":0.04,"lapse":0.02,"status":"ok""#)
    #expect((whole.status, whole.threshold, whole.low, whole.high) == (.ok, 12.5, 9, 20))
    #expect((whole.slope, whole.lapse) == (0.04, 0.02))
    let bare = try estimate(#""threshold":12.5,"low":null"#)
    #expect((bare.status, bare.threshold, bare.low) == (.ok, 12.5, nil))
    #expect(try estimate(#""threshold":-3"#, within: Self.differences).threshold == -3)
  }

  @Test(arguments: [
    (#""threshold":null"#, EstimateStatus.notConverged), (#""threshold":null,"status":"ok""#, .notConverged),
    (#""threshold":null,"status":"at-bound:lapse""#, .notConverged),
    (#""threshold":null,"status":"too-few-reversals""#, .tooFewReversals),
    (#""threshold":4,"status":"extrapolated""#, .extrapolated),
  ])
  func `without a threshold the status gives the reason`(words: String, status: EstimateStatus) throws {
    #expect(try estimate(words).status == status)
  }

  @Test(arguments: [
    (#""threshold":-1"#, "a threshold of -1"), (#""threshold":0"#, "a threshold of 0"),
    (#""threshold":1e308"#, "a threshold of 1e+308"), (#""threshold":"12""#, "a threshold that is not a number"),
    (#""threshold":true"#, "a threshold that is not a number"),
    (#""threshold":[1]"#, "a threshold that is not a number"),
    (#""threshold":5,"low":9,"high":3"#, "low above high"), (#""threshold":5,"low":"x""#, "a low that is not a number"),
    (#""threshold":5,"slope":-4"#, "a slope of -4"), (#""threshold":5,"lapse":7"#, "a lapse of 7"),
    (#""threshold":5,"status":"garbage""#, "the unknown status 'garbage'"),
    (#""threshold":5,"status":"error""#, "the unknown status 'error'"),
    (#""threshold":5,"status":3"#, "a status that is not a word"),
  ])
  func `impossible values are rejected`(words: String, told: String) {
    let fault = #expect(throws: ProgramFault.self) { try estimate(words) }
    #expect(fault?.reason.hasPrefix("answered 'estimate' with \(told)") == true)
  }
}
