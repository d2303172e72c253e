import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct ProfileReaderTests {
  private func text(_ profile: String) -> String {
    """
    name: named
    seed: 3
    profile: \(profile)
    task: {kind: comparison}
    listeners: [{name: l, kind: gaussian, jnd: 5}]
    strategies: [{name: kazez, kind: kazez}]
    stop: {trials: 5}
    replicates: 1
    """
  }

  private var known: PerceptualProfile {
    var profile = PerceptualProfile()
    for (note, offset) in [(60, 31.7), (60, -12.3), (61, 1.0 / 3)] {
      profile.observe(
        CompletedComparison(
          Comparison(reference: MIDINote(unchecked: note), interval: .prime, offset: offset, level: Level(abs(offset))),
          isHigher: true, seconds: 0))
    }
    return profile
  }

  @Test func `a strategy starts from the profile that the file names, and the stored experiment has its numbers`()
    throws
  {
    let known = known
    let overrides = Experiment.Overrides(profiles: { $0 == "P07" ? known : nil })
    let plan = try Experiment.parse(text("P07"), file: "e.yaml", overrides: overrides).plan
    #expect(plan.profile == known)
    let mean = try #require(known.mean)
    #expect(plan.cells[0].first?.level.value == mean)
    // Without the records, from what was stored.
    let again = try Experiment.parse(plan.resolved.json(), file: "stored").plan
    #expect(again.profile == known)
    #expect(again.digest == plan.digest)
    let without = try Experiment.parse(
      text("P07").split(separator: "\n").filter { !$0.hasPrefix("profile") }.joined(separator: "\n"), file: "e.yaml"
    ).plan
    #expect(without.cells[0].first?.level.value == 100)
    #expect(without.digest != plan.digest)
  }

  @Test func `a profile that is not kept is a problem with its place`() {
    let error = #expect(throws: ConfigurationError.self) {
      try Experiment.parse(text("P08"), file: "e.yaml", overrides: Experiment.Overrides(profiles: { _ in nil }))
    }
    #expect(
      error?.description
        == "e.yaml:3:10: profile: expected a listener with records, got 'P08'\n  hint: peach listener list shows them")
  }

  @Test func `numbers that are no statistics are refused`() {
    let wrong = "{notes: [{note: 130, count: 1, mean: 2, squares: -1}], matching: {count: 0, mean: 0, squares: 0}}"
    let error = #expect(throws: ConfigurationError.self) { try Experiment.parse(text(wrong), file: "e.yaml") }
    #expect(error?.problems.count == 2)
  }

  /// The next answer would overflow it.
  @Test func `a count beyond all counting is refused, and notes that are no list`() {
    let greatest =
      "{notes: [{note: 60, count: 9223372036854775807, mean: 2, squares: 1}], matching: {count: 0, mean: 0, squares: 0}}"
    let error = #expect(throws: ConfigurationError.self) { try Experiment.parse(text(greatest), file: "e.yaml") }
    #expect(
      error?.problems.map { "\($0.path): \($0.message)" } == [
        "profile.notes.count: expected a whole number from 0 to 9007199254740992, got '9223372036854775807'"
      ])
    let map = #expect(throws: ConfigurationError.self) {
      try Experiment.parse(text("{notes: {}, matching: {count: 0, mean: 0, squares: 0}}"), file: "e.yaml")
    }
    #expect(map?.problems.map(\.path) == ["profile.notes"])
  }
}
