import Foundation
import PeachAudio
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachSupport
import PeachTrials
import Testing

/// The modulation filterbank against the same equations in another program.
@Suite struct ModulationListenerTests {
  private struct Golden: Decodable {
    var loops: [[Double]]
    var response: [[Double]]
    var oneDecibel: Double
  }

  private let golden: Golden

  init() throws {
    let url = try #require(Bundle.module.url(forResource: "hearing", withExtension: "json", subdirectory: "Golden"))
    golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: url))
  }

  private static func listener(_ sounds: String, _ settings: String) throws -> ModulationListener {
    let task = try TrialTask(parsing: "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {\(sounds)}}")
    return try #require(
      try Setting(YAMLText.parse("{\(settings)}", file: "listener")).listener(of: ModulationListener.self, in: task)
        as? ModulationListener)
  }

  @Test func `adaptation loops follow their equations`() {
    let envelope = (0..<4800).map { n -> Double in
      let t = Double(n) / 8000
      return switch t {
      case ..<0.05: 0
      case ..<0.35: 0.01 * (1 + 0.8 * sin(2 * .pi * 20 * t))
      case ..<0.45: 1
      default: 0
      }
    }
    let adapted = AdaptationLoops.adapted(envelope, rate: 8000)
    for row in golden.loops {
      #expect(abs(adapted[Int(row[0])] - row[1]) <= 1e-9 * max(1, abs(row[1])), "\(row)")
    }
  }

  /// The output of one loop is the root of an input that goes on, and that of five loops its 32nd root.
  @Test func `levels that go on have nearly logarithmic outputs`() {
    for level in [0.0, 60, 100] {
      let amplitude = pow(10, (level - 100) / 20)
      let adapted = AdaptationLoops.adapted([Double](repeating: amplitude, count: 80_000), rate: 8000)
      let quiet = pow(1e-5, 1.0 / 32)
      let expected = 100 * (pow(amplitude, 1.0 / 32) - quiet) / (1 - quiet)
      #expect(abs(adapted[79_999] - expected) < 1e-6, "\(level) dB")
    }
  }

  @Test func `modulation filters follow their equations`() throws {
    let listener = try Self.listener(
      "standard: {tone: 1000, duration: 0.1}, target: {level: +x}",
      "template: 1, full-scale: \(100 - 20 * log10(2.0.squareRoot()))")
    let samples = (0..<4800).map { n -> Double in
      let t = Double(n) / 48_000
      return 0.02 * sin(2 * .pi * 1000 * t) * (1 + 0.7 * sin(2 * .pi * 16 * t))
    }
    let response = listener.response(to: samples)
    #expect(response.count == 9)
    for row in golden.response {
      #expect(abs(response[Int(row[0])][Int(row[1])] - row[2]) <= 1e-9 * max(1, abs(row[2])), "\(row)")
    }
  }

  /// A filter at 5 kHz has modulation filters up to 1 kHz: 16.7 · (5∕3)ⁿ and the lowest three.
  @Test func `a higher auditory filter has more modulation filters`() throws {
    let listener = try Self.listener(
      "standard: {tone: 5000, duration: 0.02}, target: {level: +x}", "template: 1, centre: 5000")
    #expect(listener.response(to: [0, 0]).count == 12)
  }

  /// With the noise by default, 1 dB at 60 dB SPL is heard in 70.7 % of pairs.
  @Test func `one decibel is just heard`() throws {
    let listener = try Self.listener(
      "levels: dB SPL, standard: {tone: 1000, duration: 0.5, ramp: 50, level: 60}, target: {level: +x}", "template: 1")
    func tone(_ level: Double) throws -> Double {
      try listener.number(
        of: (0..<24_000).map { n -> Double in
          let t = Double(n) / 48_000
          let rise = sin(.pi / 2 * min(t, 0.5 - t, 0.05) / 0.05)
          return pow(10, level / 20) * sin(2 * .pi * 1000 * t) * rise * rise
        })
    }
    let difference = try tone(61) - tone(60)
    #expect(abs(difference / golden.oneDecibel - 1) < 1e-3, "\(difference)")
    #expect(abs(NormalDistribution.cumulative(difference / 2.63 / 2.0.squareRoot()) - 0.707) < 0.001)
  }

  @Test func `a template that equals the standard is an error`() throws {
    var listener = try Self.listener("standard: {tone: 1000, duration: 0.02}, target: {level: +x}", "template: 0")
    var random = RandomStream(seed: 5)
    #expect(listener.answer(try Listening.comparison(3), using: &random).seconds.isNaN)
    #expect(listener.fault?.contains("cannot learn the target") == true)
  }
}
