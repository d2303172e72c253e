import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// Which changes of a study's file a study can go on with.
@Suite struct CourseChangesTests {
  private static let file = """
    name: t
    seed: 1
    task: {kind: comparison, gap: 0.2, notes: [C3, C4]}
    listeners:
      - {name: ann, kind: gaussian, jnd: 5}
    strategies:
      - {name: limits, kind: weighted-up-down, start: 100, limits: [1, 200], step: {factor: 2}}
      - name: both
        kind: interleaved
        tracks:
          - {name: low, kind: weighted-up-down, start: 5, limits: [1, 200], step: {factor: 2}}
          - {name: high, kind: weighted-up-down, start: 50, limits: [1, 200], step: {factor: 2}}
    stop: {trials: 60}
    replicates: 10
    lab:
      blocks:
        - {name: one, strategy: limits, trials: 20}
        - {name: two, strategy: both}

    """

  private func resolved(_ file: String) throws -> String {
    try Experiment.parse(file, file: "x.yaml").plan.resolved.json()
  }

  private func changed(_ old: String, _ new: String) throws -> (stored: String, new: String) {
    let file = Self.file.replacing(old, with: new, maxReplacements: 1)
    try #require(file != Self.file)
    return (try resolved(Self.file), try resolved(file))
  }

  @Test(arguments: [
    ("limits: [1, 200]", "limits: [1, 150]", "strategies.limits.limits", "[1, 200]", "[1, 150]"),
    ("start: 5, limits: [1, 200]", "start: 5, limits: [2, 200]", "strategies.both.low.limits", "[1, 200]", "[2, 200]"),
    ("start: 100,", "start: 100, at-limit: 3,", "strategies.limits.at-limit", "8", "3"),
    (
      "stop: {trials: 60}", "stop: {trials: 61}", "stop", "{trials: 60, maximum: 10000}", "{trials: 61, maximum: 10000}"
    ),
    ("trials: 20}", "trials: 30}", "lab.blocks.one.trials", "20", "30"),
    ("lab:\n", "lab:\n  progress: false\n", "lab.progress", "true", "false"),
  ]) func `limits and stop rules are changes of course`(
    old: String, new: String, path: String, before: String, after: String
  ) throws {
    let (stored, file) = try changed(old, new)
    let changes = try #require(CourseChanges.between(stored: stored, new: file))
    #expect(changes.map { $0.path.replacing("tracks.", with: "") } == [path])
    #expect(changes.map(\.stored) == [before] && changes.map(\.new) == [after])
    #expect(CourseChanges.firstOther(stored: stored, new: file) == nil)
  }

  @Test(arguments: [
    ("start: 100", "start: 90", "strategies.limits.start is 90 in the file, but 100 in the stored study"),
    ("gap: 0.2", "gap: 0.3", "task.gap is 0.3 in the file, but 0.2 in the stored study"),
    ("name: two,", "name: three,", "lab.blocks.three.name is three in the file, but two in the stored study"),
    ("seed: 1", "seed: 2", "seed is 2 in the file, but 1 in the stored study"),
  ]) func `every other change is named`(old: String, new: String, message: String) throws {
    let (stored, file) = try changed(old, new)
    #expect(CourseChanges.between(stored: stored, new: file) == nil)
    #expect(CourseChanges.firstOther(stored: stored, new: file) == message)
    let both = try resolved(
      Self.file.replacing(old, with: new, maxReplacements: 1).replacing(
        "stop: {trials: 60}", with: "stop: {trials: 61}"))
    #expect(CourseChanges.between(stored: stored, new: both) == nil)
    #expect(CourseChanges.firstOther(stored: stored, new: both) == message)
  }

  @Test func `a newly stated limit is a change, and the same file has none`() throws {
    let (stored, file) = try changed(
      ", limits: [1, 200], step: {factor: 2}}\n  - name", ", step: {factor: 2}}\n  - name")
    let back = try #require(CourseChanges.between(stored: file, new: stored))
    #expect(back.map(\.stored) == [nil] && back.map(\.new) == ["[1, 200]"])
    #expect(CourseChanges.between(stored: stored, new: stored) == [])
    #expect(CourseChanges.between(stored: "{", new: stored) == nil)
  }
}
