import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct TaskTests {
  private func task(_ old: String, _ new: String, in file: String = Files.comparison) throws -> TrialTask {
    try Files.plan(Files.changed(file, [(old, new)])).cells[0].task
  }

  @Test func `a comparison has notes, intervals, tuning and times`() throws {
    let task = try task(
      "kind: comparison",
      "kind: comparison, intervals: [prime, tritone, octave-down], notes: [C#4, 72], tuning: just-intonation, "
        + "reference-pitch: 442, note-duration: 0.5, gap: 0.25")
    #expect(task.kind == .comparison)
    #expect(task.axis == .cents)
    #expect(task.choices.map(\.interval.name) == ["prime", "tritone-up", "octave-down"])
    #expect(task.notes.lowerBound.number == 61 && task.notes.upperBound.number == 72)
    #expect(task.tuning.name == "just-intonation")
    #expect(task.referencePitch.hertz == 442)
    #expect(task.noteDuration == 0.5)
    #expect(task.gap == 0.25)
  }

  @Test func `a forced choice has a unit, a scale and alternatives, yes/no has no alternatives`() throws {
    let plain = try Files.plan(Files.level).cells[0].task
    #expect(plain.kind == .forcedChoice)
    #expect(plain.axis == Axis(unit: "dB", scale: .linear, isSigned: false))
    #expect(plain.alternatives == 2)
    let yesNo = try task(
      "kind: forced-choice, unit: dB", "kind: yes-no, unit: contrast, scale: log",
      in: Files.changed(Files.level, [("linear", "factor")]))
    #expect(yesNo.kind == .yesNo)
    #expect(yesNo.axis == Axis(unit: "contrast", scale: .log, isSigned: false))
    #expect(yesNo.alternatives == 1)
    #expect(yesNo.guessRate == 0)
    #expect(try task("unit: dB", "unit: dB, alternatives: 4", in: Files.level).guessRate == 0.25)
  }

  @Test(
    arguments: [
      (
        "kind: comparison", "kind: comparision",
        "14: task.kind: expected one of comparison, forced-choice, yes-no, matching, oddity, axb, same-different, got 'comparision'\n  hint: did you mean 'comparison'?"
      ),
      (
        "kind: comparison", "kind: levels, unit: dB",
        "14: task.kind: expected one of comparison, forced-choice, yes-no, matching, oddity, axb, same-different, got 'levels'\n  hint: write kind: forced-choice; for one interval write kind: yes-no and delete alternatives: 1"
      ),
      (
        "{kind: comparison}", "{}",
        "7: task.kind: missing; expected one of comparison, forced-choice, yes-no, matching, oddity, axb, same-different"
      ),
      ("task: {kind: comparison}", "task:", "6: task: expected a mapping, got nothing"),
      (
        "comparison}", "comparison, intervals: []}",
        "37: task.intervals: expected a list of at least one item, got an empty list"
      ),
      (
        "comparison}", "comparison, intervals: prime}",
        "37: task.intervals: expected a list of at least one item, got 'prime'\n  hint: write intervals: [prime]"
      ),
      (
        "comparison}", "comparison, intervals: [octave, octave-up]}",
        "46: task.intervals: expected each interval once, got 'octave-up' twice"
      ),
      (
        "comparison}", "comparison, intervals: [prime-up]}",
        "38: task.intervals: interval must be prime without -up or -down, because a prime has no direction, got \"prime-up\""
      ),
      (
        "comparison}", "comparison, intervals: [octav]}",
        "38: task.intervals: interval must be one of prime, minor-second, major-second, minor-third, major-third, "
          + "perfect-fourth, tritone, perfect-fifth, minor-sixth, major-sixth, minor-seventh, major-seventh, octave, "
          + "followed by -up or -down (without either: up); prime has neither, got \"octav\"\n  hint: did you mean 'octave'?"
      ),
      (
        "comparison}", "comparison, intervals: [octave], notes: [120, 127]}",
        "37: task.intervals: expected intervals whose target note is a MIDI note (0 to 127) for at least one "
          + "note of the range"
          + "\n  hint: widen the range notes, or leave out the interval"
      ),
      (
        "comparison}", "comparison, notes: [60, 48]}",
        "33: task.notes: expected the lowest note before the highest, got [60, 48]"
      ),
      (
        "comparison}", "comparison, notes: [60]}",
        "33: task.notes: expected two notes in a list, got 1\n  hint: notes: [C2, C6]"
      ),
      (
        "comparison}", "comparison, notes: [C2, H4]}",
        "38: task.notes: MIDI note must be the name of a note from C-1 to G9, such as C4, C#4 or Db4, or a MIDI "
          + "number from 0 to 127, got \"H4\""
      ),
      (
        "comparison}", "comparison, tuning: just}",
        "34: task.tuning: expected one of equal-temperament, just-intonation, pythagorean, meantone, werckmeister-3, "
          + "N-edo, scala:FILE, got 'just'"
      ),
      (
        "comparison}", "comparison, unit: dB}",
        "26: task.unit: unknown key\n  hint: keys here: kind, intervals, tuning, tonic, map, scales, notes, "
          + "reference-pitch, note-duration, gap, inter-trial-interval, grows, beyond-sound, sound, level, note-levels, ramp, vary-loudness, channel, sample-rate, sample-format, signed"
      ),
      ("kind: comparison", "kind: forced-choice", "7: task.unit: missing; expected a name"),
      ("kind: comparison", "kind: yes-no", "7: task.unit: missing; expected a name"),
    ])
  func `a wrong task is one message`(old: String, new: String, message: String) {
    let isOfNotes = !["kind: forced-choice", "kind: yes-no"].contains(new)
    let file = isOfNotes ? Files.comparison : Files.changed(Files.level, [(", unit: dB", "")])
    #expect(Files.problems(file, isOfNotes ? old : "kind: forced-choice", new) == "x.yaml:3:" + message)
  }

  @Test(
    arguments: [
      ("0.5", "0.5 (guessing) and below 0.99 (1 − estimator-lapse)"),
      ("0.99", "0.5 (guessing) and below 0.99 (1 − estimator-lapse)"),
    ])
  func `the estimand of a comparison lies between guessing and lapsing`(estimand: String, bounds: String) {
    #expect(
      Files.problems(Files.comparison + "estimand: \(estimand)\n")
        == "x.yaml:10:11: estimand: expected a proportion above \(bounds), got \(estimand)")
    #expect(Files.problems(Files.comparison + "estimand: 0.51\n") == nil)
    #expect(Files.problems(Files.comparison + "estimand: 0.98\n") == nil)
  }

  @Test(arguments: ["1", "yes/no"]) func `one alternative is yes/no`(stated: String) {
    #expect(
      Files.problems(Files.level, "unit: dB", "unit: dB, alternatives: \(stated)") == """
        x.yaml:3:53: task.alternatives: expected a whole number from 2 to 100, got '\(stated)'
          hint: write kind: yes-no, and leave out alternatives
        """)
  }

  @Test func `the estimand of a forced choice lies above guessing`() {
    let four = Files.changed(Files.level, [("unit: dB", "unit: dB, alternatives: 4")])
    #expect(Files.problems(four + "estimand: 0.26\n") == nil)
    #expect(
      Files.problems(four + "estimand: 0.25\n")
        == "x.yaml:10:11: estimand: expected a proportion above 0.25 (guessing) and below 1, got 0.25")
    let yesNo = Files.changed(Files.level, [("kind: forced-choice", "kind: yes-no")])
    #expect(Files.problems(yesNo + "estimand: 0.1\n") == nil)
    #expect(
      Files.problems(Files.level + "estimand: 1\n")
        == "x.yaml:10:11: estimand: expected a number in (0, 1), got '1'")
  }
}
