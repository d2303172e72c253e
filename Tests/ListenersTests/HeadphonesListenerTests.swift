import PeachConformance
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// The listener of headphone tests.
@Suite struct HeadphonesListenerTests {
  private let task = try? TrialTask(
    parsing: "{kind: forced-choice, unit: dB, scale: linear, alternatives: 3}")

  private func listener(_ settings: String) throws -> any ListenerDeclaration {
    try Setting(try YAMLText.parse("{\(settings)}", file: "headphones"))
      .listener(of: HeadphonesListener.self, in: #require(task))
  }

  /// 0.8^(1/6) and 0.2^(1/6) for six correct answers of six; for five of six the solutions of 6p⁵ − 5p⁶ = 20.5/21 and 1.5/21.
  @Test(arguments: [
    ("worn: true, test: huggins", 0.96349), ("worn: false, test: huggins", 0.76472),
    ("worn: true, test: antiphase", 0.95783), ("worn: false, test: antiphase", 0.45326),
  ])
  func `it answers with the proportion that leads to the published rate`(settings: String, proportion: Double) throws {
    let listener = try listener(settings)
    checkListener(listener, in: try #require(task), levels: [-6, 180])
    let comparison = Comparison(
      reference: try #require(task).notes.lowerBound, interval: .prime, offset: -6, level: Level(-6))
    #expect(abs(listener.probability(of: comparison) - proportion) < 1e-5, "\(listener.probability(of: comparison))")
  }

  @Test func `it answers no other task`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      _ = try Setting(try YAMLText.parse("{test: huggins}", file: "headphones"))
        .listener(of: HeadphonesListener.self, in: Listening.task(notes: 69...69))
    }
    #expect(error?.description.contains("expected a forced choice among three sounds") == true)
  }
}
