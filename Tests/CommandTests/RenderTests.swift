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
