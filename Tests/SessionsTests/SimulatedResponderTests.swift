import PeachAudio
import PeachPitch
import PeachSessions
import PeachTrials
import Testing

/// When a simulated listener answers, and what a trial that is cut short leaves of it.
@Suite struct SimulatedResponderTests {
  /// Answers by a draw, after the time that it states; says "lower" first of all.
  struct Timed: Listener {
    var seconds: Double
    var trials = 0
    let lapse = 0.0

    func probability(of comparison: Comparison) -> Double { 0.5 }

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      trials += 1
      return Answer(isHigher: random.unit() < 0.5 && trials > 1, seconds: seconds)
    }
  }

  private func question() throws -> Question<ComparisonTask> {
    let comparison = Comparison(reference: try MIDINote(60), interval: .prime, offset: 10, level: Level(10))
    let silence = RenderedSound(
      samples: [0], sampleRate: .hz44100, parts: [RenderedSound.Part(start: 0, level: try AmplitudeDB(-12))])
    return Question(ComparisonTask.Trial(comparison, sound: silence), onset: 3, soundEnd: 4)
  }

  @Test(arguments: [(0, 4.2), (0.75, 3.75), (2.5, 5.5)])
  func `it answers at its own time from target onset, else a fifth of a second after the end`(
    seconds: Double, moment: Double
  ) throws {
    let responder = SimulatedResponder<ComparisonTask>(
      ComparisonAnswerer(Timed(seconds: seconds), form: nil, random: RandomStream(seed: 1)), sleep: { _ in nil })
    #expect(responder.wait(until: moment - 0.01, for: try question()) == nil)
    #expect(responder.wait(until: .infinity, for: nil) == nil)
    #expect(responder.wait(until: .infinity, for: try question()) == .input(.lower, at: moment))
  }

  @Test func `a trial that is cut short was not heard`() throws {
    var events: [SessionInterruption?] = [.suspend, .suspend]
    let responder = SimulatedResponder<ComparisonTask>(
      ComparisonAnswerer(Timed(seconds: 0.5), form: nil, random: RandomStream(seed: 5)),
      sleep: { _ in events.popLast() ?? nil })
    let undisturbed = SimulatedResponder<ComparisonTask>(
      ComparisonAnswerer(Timed(seconds: 0.5), form: nil, random: RandomStream(seed: 5)), sleep: { _ in nil })
    for _ in 0..<2 { #expect(responder.wait(until: .infinity, for: try question()) == .interruption(.suspend)) }
    for _ in 0..<20 {
      #expect(
        responder.wait(until: .infinity, for: try question())
          == undisturbed.wait(until: .infinity, for: try question()))
    }
  }
}
