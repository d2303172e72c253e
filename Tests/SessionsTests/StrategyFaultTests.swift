import PeachAudio
import PeachPitch
import PeachSessions
import PeachStrategies
import PeachTrials
import Testing

@Suite struct StrategyFaultTests {
  /// Doubles without end.
  private struct Doubling: LevelStrategy {
    var value = 1e300
    var next: Level? { Level(value) }
    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) { value *= 1e5 }
    var estimates: [Estimate] { [] }
    var status: Status { .running }
    var reversals: Int { 0 }
  }

  @Test func `a level that is no finite number is refused, as in a simulation`() throws {
    let task = try #require(
      TrialTask.comparison(
        intervals: [.prime], notes: try MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
    let names = StreamNames(seed: 7, listener: "me", strategy: "doubling")
    var strategy: any ComparisonStrategy = {
      var streams = names.streams(replicate: 1)
      return Roving(Doubling(), in: task, using: &streams)
    }()
    var streams = names.streams(replicate: 1)
    for trial in 0..<2 {
      let asked = try #require(try strategy.ask(after: trial))
      strategy.update(CompletedComparison(asked, isHigher: true, seconds: 1), using: &streams)
    }
    #expect(throws: StrategyFault.self) { _ = try strategy.ask(after: 2) }
    // And the task of a live session asks in that way, where it would have trapped on making the sound.
    var comparisons = ComparisonTask(
      StrategyFactory { streams in Roving(Doubling(value: .infinity), in: task, using: &streams) },
      streams: names.streams(replicate: 1),
      sounds: NoteSounds(
        ComparisonStimuli(
          NoteStimuli(
            task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01)),
          loudness: try LoudnessVariation(0)),
        loudness: names.listener.stream(replicate: 1)))
    let fault = #expect(throws: StrategyFault.self) { _ = try comparisons.next() }
    #expect(fault?.description == "trial 1 has no finite level")
  }

  @Test(arguments: [1e300, 2e6, -2e6]) func `a level that no sound has is presented as the largest that can sound`(
    level: Double
  ) throws {
    let task = try #require(
      TrialTask.comparison(
        intervals: [.prime], notes: try MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
    let names = StreamNames(seed: 7, listener: "me", strategy: "doubling")
    var comparisons = ComparisonTask(
      StrategyFactory { streams in Roving(Doubling(value: level), in: task.signed, using: &streams) },
      streams: names.streams(replicate: 1),
      sounds: NoteSounds(
        ComparisonStimuli(
          NoteStimuli(
            task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01)),
          loudness: try LoudnessVariation(0)),
        loudness: names.listener.stream(replicate: 1)))
    let trial = try #require(try comparisons.next()?.comparison)
    let limit = SoundLimits(of: task).limit(of: .prime, above: trial.reference, isSharp: level > 0)
    #expect(trial.offset == (level > 0 ? limit : -limit))
    #expect(trial.level.value == trial.offset)
  }
}
