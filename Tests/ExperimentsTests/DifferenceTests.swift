import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

@Suite struct DifferenceTests {
  private func difference(_ old: String, _ new: String, in file: String = Files.comparison) throws -> String? {
    let stored = try Files.plan(file).resolved.json()
    return ResolvedDifference.first(
      stored: stored, new: try Files.plan(Files.changed(file, [(old, new)])).resolved.json())
  }

  @Test(
    arguments: [
      ("jnd: 5", "jnd: 6", "listeners.ann.jnd is 6 in the file, 5 in the results"),
      ("seed: 1", "seed: 2", "seed is 2 in the file, 1 in the results"),
      ("jnd: 5", "sigma: 7", "listeners.ann.jnd is not in the file, 5 in the results"),
      ("down: 2", "down: 2, limits: [1, 200]", "strategies.s.limits is [1, 200] in the file, not in the results"),
      ("factor: 2", "factor: 3", "strategies.s.step.factor is 3 in the file, 2 in the results"),
      (
        "kind: comparison", "kind: comparison, intervals: [prime, octave]",
        "task.intervals is 2 items in the file, 1 items in the results"
      ),
      ("kind: comparison", "kind: comparison, notes: [C3, C6]", "task.notes.1 is C3 in the file, C2 in the results"),
      ("jnd: 5", "jnd: {vary: [5, 6]}", "listeners.ann.jnd is {vary: [5, 6]} in the file, 5 in the results"),
      ("trials: 60", "reversals: 6", "stop.trials is not in the file, 60 in the results"),
    ])
  func `the first value that differs is named`(old: String, new: String, words: String) throws {
    #expect(try difference(old, new) == words)
  }

  @Test(arguments: [
    ("name: t", "name: u\nquestion: Why?"), ("replicates: 10", "replicates: 20"), ("jnd: 5", "jnd: 5.0"),
  ])
  func `a setting that does not affect results is not a difference`(old: String, new: String) throws {
    #expect(try difference(old, new) == nil)
  }

  @Test func `a question of any letters hides no difference`() throws {
    let file = Files.changed(Files.comparison, [("name: t", "name: t\nquestion: \"a\\x07\\u2028\\u0085b\"")])
    #expect(try difference("jnd: 5", "jnd: 6", in: file) == "listeners.ann.jnd is 6 in the file, 5 in the results")
  }
}
