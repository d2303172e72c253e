import PeachConformance
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

@Suite struct TunerListenerTests {
  static let kinds = BuiltInListeners.matching.names

  private func task() throws -> TrialTask {
    try #require(
      TrialTask.matching(
        intervals: [DirectedInterval(.perfectFifth, .up), DirectedInterval(.octave, .down)],
        notes: try MIDINote(31)...MIDINote(97), tuning: EqualTemperament(), referencePitch: try Frequency(440),
        noteDuration: 1, gap: 0, initialOffset: 80))
  }

  private func listener(_ settings: Setting) throws -> any MatchingListener {
    try settings.matchingListener(of: TunerListener.self, in: try task())
  }

  private func matching(_ offset: Double, range: Double = 80) throws -> PitchMatching {
    PitchMatching(reference: try MIDINote(60), interval: .prime, initialOffset: try Cents(offset), range: range)
  }

  @Test(arguments: kinds) func `every tuner passes the conformance suite and describes itself`(name: String) throws {
    let kind = try #require(BuiltInListeners.matching[name])
    let settings = Setting(try YAMLText.parse("{\(kind.example)}", file: name))
    checkMatchingListener(try settings.matchingListener(of: kind, in: try task()), in: try task())
    checkDeclaration(kind, settings, in: try task())
  }

  @Test(
    arguments: [
      ["spread": 0], ["constant": -11.3, "spread": 27.9, "under-adjustment": 0.713],
    ] as [Setting]) func `other settings keep the promises too`(settings: Setting) throws
  {
    checkMatchingListener(try listener(settings), in: try task())
  }

  @Test func `without a spread the error is the constant error plus the rest of the initial offset`() throws {
    var listener = try listener([
      "constant": 3.7, "spread": 0, "under-adjustment": 0.31, "delay": 2.3, "adjustments": 5,
    ])
    var random = RandomStream(seed: 1)
    let matching = try matching(-52.9)
    let tuned = listener.tune(matching, using: &random)
    #expect(abs(matching.error(at: tuned.position).value - (3.7 + 0.31 * -52.9)) <= 1e-12)
    #expect(tuned.adjustments == 5)
    #expect(tuned.seconds == 2.3)
  }

  @Test func `a target beyond the control ends at the end of the control`() throws {
    var listener = try listener(["constant": -31.3, "spread": 0])
    var random = RandomStream(seed: 1)
    let matching = try matching(79.3, range: 80)
    let tuned = listener.tune(matching, using: &random)
    #expect(tuned.position == -1)
    #expect(abs(matching.error(at: tuned.position).value + 0.7) <= 1e-12)
  }

  @Test func `a control that is not touched leaves the initial offset`() throws {
    #expect(try matching(-52.9).error(at: 0).value == -52.9)
  }

  @Test func `a spread is required`() throws {
    #expect(throws: ConfigurationError.self) { try listener(["constant": 3]) }
    do {
      _ = try listener(["constant": 3])
    } catch let error as ConfigurationError {
      #expect(error.problems.map { "\($0.path): \($0.message)" } == ["spread: missing; expected a number (cents) ≥ 0"])
    }
  }

  enum Fault: String, CaseIterable {
    case leavesTheControl = "the control is left at"
    case drawsByOffset = "draws from"
    case hasNoTime = "it takes"
    case leans = "from the constant error"
    case hangsBack = "from the under-adjustment"
    case scatters = "errors spread by"
  }

  /// A tuner of 10 cents that breaks one promise.
  struct Faulty: MatchingListener {
    let fault: Fault

    mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
      if fault == .drawsByOffset, matching.initialOffset.value > 0 { _ = random.unit() }
      let error =
        (fault == .scatters ? 12 : 10) * random.normal() + (fault == .leans ? 1.5 : 0)
        + (fault == .hangsBack ? 0.03 : 0) * matching.initialOffset.value
      let position = matching.position(for: error)
      return TunedControl(
        position: fault == .leavesTheControl ? 1.2 * position : position, adjustments: 0,
        seconds: fault == .hasNoTime ? .nan : 0)
    }

    var truth: MatchingTruth? { MatchingTruth(constantError: 0, variableError: 10, underAdjustment: 0) }
  }

  @Test(arguments: Fault.allCases) func `a broken promise is found`(fault: Fault) throws {
    let messages = brokenPromises(of: Faulty(fault: fault), in: try task())
    #expect(messages.contains { $0.contains(fault.rawValue) }, "\(messages)")
  }
}
