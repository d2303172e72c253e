import Foundation
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Recorded trials that listeners of experiments answer from, and listeners made of others on one line.
@Suite final class ReplayFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func plan(_ listener: String, _ file: String = Files.comparison) throws -> Plan {
    let kind = file == Files.level ? "psychometric, threshold: 5, slope: 1" : "gaussian, jnd: 5"
    let text = Files.changed(file, [("kind: \(kind)", listener)])
    return try Experiment.parse(text, file: folder.appending(path: "x.yaml").path).plan
  }

  /// All that is wrong, without the folder.
  private func problems(_ listener: String) throws -> String? {
    do {
      _ = try plan(listener)
      return nil
    } catch let error as ConfigurationError {
      return error.description.replacing(folder.path + "/", with: "")
    }
  }

  private static let trials = """
    run,trial,offset_cents,level_cents,answer,correct,trial_kind
    a/1,1,50,50,higher,1,test
    a/1,2,-25.5,25.5,higher,0,test
    a/1,3,100,100,lower,0,catch
    a/1,4,12,12,lower,0,test

    """

  @Test func `a read experiment contains the recorded trials`() throws {
    try write("p07.csv", Self.trials)
    let plan = try plan("kind: replay, file: p07.csv, order: recorded")
    let listener = plan.resolved["listeners"]?.items.first
    #expect(listener?["answers"] == .text("50+ -25.5+ 12-"))
    #expect(listener?["file"] == .text("p07.csv"))
    try FileManager.default.removeItem(at: folder.appending(path: "p07.csv"))
    #expect(try Experiment.parse(plan.resolved.json(), file: "again.json").plan.digest == plan.digest)
    try write("p07.csv", Self.trials.replacing("-25.5,25.5,higher", with: "-25.5,25.5,lower"))
    #expect(try self.plan("kind: replay, file: p07.csv, order: recorded").digest != plan.digest)
  }

  @Test func `trials of other tasks are their levels, correct or not`() throws {
    try write("levels.csv", "trial,level_dB,correct\n1,-20,1\n2,7,0\n")
    let plan = try plan("kind: replay, file: levels.csv", Files.level)
    #expect(plan.resolved["listeners"]?.items.first?["answers"] == .text("-20+ 7-"))
  }

  @Test func `a correct answer to a comparison means higher or lower by the sign of the offset`() throws {
    try write("correct.csv", "offset_cents,correct\n50,1\n-25.5,0\n-12,1\n3,0\n")
    let plan = try plan("kind: replay, file: correct.csv")
    #expect(plan.resolved["listeners"]?.items.first?["answers"] == .text("50+ -25.5+ -12- 3-"))
    try write("zero.csv", "offset_cents,correct\n0,1\n")
    #expect(
      try problems("kind: replay, file: zero.csv")
        == "zero.csv:2:1: expected an answer (higher, lower): at offset 0 no answer is correct")
  }

  @Test func `levels without a sign are no comparisons`() throws {
    try write("levels.csv", "level_cents,answer\n50,higher\n25,lower\n")
    #expect(
      try problems("kind: replay, file: levels.csv") == """
        levels.csv:1:1: missing column offset_cents with signs: a level does not say which note of a comparison was \
        higher
        """)
  }

  @Test func `a missing file, or one without trials, is reported`() throws {
    #expect(
      try problems("kind: replay, file: no.csv") == """
        x.yaml:5:37: listeners[1].file: expected a CSV file of trials, got 'no.csv', which cannot be read: No such file or directory
          hint: Peach looks for it in the folder of the experiment file
        """)
    try write("odd.csv", "offset_cents,answer\nx,higher\n3,sometimes\n")
    #expect(
      try problems("kind: replay, file: odd.csv") == """
        odd.csv:2:1: expected a number, got 'x'
        odd.csv:3:1: expected an answer (higher, lower, yes, no) or correct (1, 0)
        """)
    try write("none.csv", "a,b\n1,2\n")
    #expect(
      try problems("kind: replay, file: none.csv") == """
        none.csv:1:1: missing column offset_cents with signs: a level does not say which note of a comparison was higher
        none.csv:1:1: missing column answer or correct
        """)
  }

  @Test func `the file of one inside another is read too`() throws {
    try write("p07.csv", Self.trials)
    let plan = try plan("kind: learning, gain: 2, trials: 9, of: {kind: replay, file: p07.csv}")
    #expect(plan.resolved["listeners"]?.items.first?["of"]?["answers"] == .text("50+ -25.5+ 12-"))
  }

  // MARK: On one line

  private func responder(_ text: String) throws -> ResponderText {
    try ResponderText(parsing: text, place: "--responder", task: TrialTask(parsing: "{kind: comparison}"))
  }

  @Test(arguments: [
    "memory preset=L3", "learning jnd=12 gain=3", "history answers=[3, 1] jnd=9",
    "lapse-bursts length=5 share=0.1 of={kind: wandering-criterion, sd: 8, autocorrelation: 0.9, jnd: 12}",
    "mixture of=[{weight: 3, kind: gaussian, jnd: 5}, {weight: 1, kind: memory, preset: mean}]",
    "population of={kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.4}}}",
    "replay answers=\"12+ -3-\" order=recorded",
  ])
  func `a combined listener is a responder, and reads back as the same one`(text: String) throws {
    let one = try responder(text)
    let again = try responder(one.resolved)
    #expect(again.resolved == one.resolved)
    let comparison = Comparison(reference: try MIDINote(60), interval: .prime, offset: 7, level: Level(7))
    #expect(again.listener.probability(of: comparison) == one.listener.probability(of: comparison))
  }

  @Test func `an error inside a responder is reported with its column`() throws {
    do {
      _ = try responder("learning gain=3 of={kind: gaussian, jnd: -2}")
      Issue.record("it is refused")
    } catch let error as ConfigurationError {
      #expect(error.description == "--responder:1:42: responder.of.jnd: expected a number (cents) > 0, got '-2'")
    }
  }
}
