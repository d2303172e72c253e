import Foundation
import Testing

/// The sounds that `peach render` writes, against what a model listener heard in the simulation of the same file.
@Suite struct RenderTests {
  /// A listener who chooses the loudest interval. The levels are roved, so that the target is often not the loudest.
  private static let loudest = """
    name: loudest
    seed: 11
    task:
      kind: forced-choice
      unit: dB
      alternatives: 3
      sounds:
        standard: {noise: {from: 200, to: 4000}, duration: 0.05, ramp: 5, level: {draw: {from: -40, to: -20}}}
        target: {level: +x}
    listeners:
      - {name: ear, kind: energy}
    strategies:
      - {name: steps, kind: transformed-up-down, start: 10, limits: [0, 18], down: 2, step: {linear: 2}}
    stop: {trials: 25}
    replicates: 2
    keep-trials: 2

    """

  private struct Row {
    var interval: String
    var isTarget: Bool
    var level: Double
  }

  /// The intervals that it prints.
  private func rows(_ workshop: Workshop, _ arguments: String...) throws -> [Row] {
    let outcome = try workshop.run(["render", "experiment.yaml", "-o", "trial.wav", "--force"] + arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    var rows: [Row] = []
    for line in outcome.lines {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 4, Int(words[0]) != nil else { continue }
      let level = words[words.count - 2].replacing("−", with: "-")
      rows.append(Row(interval: words[0], isTarget: words[1] == "target", level: try #require(Double(level))))
    }
    return rows
  }

  /// The levels are printed to 0.1 dB, so trials in which the two loudest are that close are left out.
  @Test func `a model listener hears the trials that are rendered`() throws {
    let workshop = try Workshop(Self.loudest)
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let lines = try workshop.peach("export", "loudest.sqlite", "--table", "trials").lines.filter { !$0.isEmpty }
    let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    func field(_ name: Substring, _ line: String) throws -> String {
      String(line.split(separator: ",", omittingEmptySubsequences: false)[try #require(columns.firstIndex(of: name))])
    }
    var (compared, wrong) = (0, 0)
    var targets: Set<String> = []
    for line in lines.dropFirst() {
      let rows = try rows(
        workshop, "--level", field("level_dB", line), "--trial", field("trial", line), "--replicate",
        field("replicate", line))
      #expect(rows.map(\.interval) == ["1", "2", "3"] && rows.count { $0.isTarget } == 1)
      let sorted = rows.sorted { $0.level > $1.level }
      guard sorted[0].level - sorted[1].level > 0.15 else { continue }
      compared += 1
      if try field("correct", line) == "0" { wrong += 1 }
      targets.formUnion(rows.filter(\.isTarget).map(\.interval))
      #expect(try field("correct", line) == (sorted[0].isTarget ? "1" : "0"), "\(line)")
    }
    // If the listener heard other noises, or another order, about half of the answers would differ.
    #expect(compared > 40 && wrong > 8 && targets == ["1", "2", "3"], "\(compared), \(wrong), \(targets)")
  }

  @Test func `a figure is drawn with or without a sound file, in the format of its name`() throws {
    let workshop = try Workshop(Self.loudest)
    func render(_ arguments: String...) throws -> Workshop.Outcome {
      try workshop.run(["render", "experiment.yaml", "--level", "6", "--target", "2"] + arguments)
    }
    for (ending, beginning) in [("svg", Data("<?xml".utf8)), ("png", Data([0x89, 0x50])), ("pdf", Data("%PDF-".utf8))] {
      let outcome = try render("--figure", "trial.\(ending)")
      #expect(outcome.status == 0 && outcome.output.hasPrefix("trial.\(ending): "), "\(outcome.error)")
      #expect(try workshop.read("trial.\(ending)").starts(with: beginning))
    }
    let taken = try render("-o", "trial.wav", "--figure", "trial.svg")
    #expect(taken.status == 74 && taken.error.contains("trial.svg: exists already"))
    #expect(try !workshop.files.contains("trial.wav"))
    #expect(try render("-o", "trial.wav", "--figure", "trial.svg", "--force", "--width", "double").status == 0)
    let svg = try workshop.text("trial.svg")
    #expect(svg.contains(">Sound of a trial</title>") && svg.contains("the target is in interval 2"))
    for (arguments, message) in [
      (["--figure", "trial.jpg"], "--figure: expected a name that ends in .svg, .png or .pdf, got 'trial.jpg'"),
      ([], "--output: missing; expected a sound file, or a picture with --figure"),
      (["-o", "t.wav", "--width", "double"], "--width: needs --figure"),
    ] {
      let refused = try workshop.run(["render", "experiment.yaml", "--level", "6"] + arguments)
      #expect(refused.status == 64 && refused.error.contains(message), "\(refused.error)")
    }
  }

  @Test func `a trial with a reminder has the target in the second sound`() throws {
    let text = Self.loudest.replacing("kind: forced-choice", with: "kind: yes-no").replacing(
      "  alternatives: 3\n", with: ""
    )
    .replacing(
      "sounds:\n",
      with: "sounds:\n    reminder: true\n    question: {en: Was the second louder?, de: War der zweite lauter?}\n"
    )
    .replacing("kind: energy", with: "kind: psychometric, function: logistic, threshold: 6, slope: 1")
    let workshop = try Workshop(text)
    for place in [0, 2] {
      let rows = try rows(workshop, "--level", "6", "--target", String(place))
      #expect(rows.map(\.isTarget) == [false, place == 2])
    }
    let refused = try workshop.peach("render", "experiment.yaml", "-o", "t.wav", "--level", "6", "--target", "1")
    #expect(refused.status == 64)
    #expect(refused.error.contains("--target: expected 0 or 2, because the first sound is the standard, got 1"))
    let silent = try workshop.shell("sed '/question/d' experiment.yaml > silent.yaml; $peach check silent.yaml")
    #expect(silent.error.contains("hint: question: {en: Was the second longer?, de:"), "\(silent.error)")
  }

  @Test func `the target can be put into an interval, and a trial beyond any track is refused`() throws {
    let workshop = try Workshop(Self.loudest)
    for place in 0...3 {
      let rows = try rows(workshop, "--level", "6", "--target", String(place))
      #expect(rows.filter(\.isTarget).map(\.interval) == (place == 0 ? [] : [String(place)]))
    }
    let far = try workshop.peach("render", "experiment.yaml", "-o", "far.wav", "--level", "6", "--trial", "1000001")
    #expect(far.status == 64 && far.error.contains("--trial: expected a number from 1 to 1000000, got 1000001"))
    #expect(try !workshop.files.contains("far.wav"))
  }
}
