import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// The section `published`: what is wrong with it, and that it decides nothing.
@Suite struct PublishedFileTests {
  private static let plain = """
    name: t
    seed: 1
    task: {kind: forced-choice, unit: dB}
    listeners:
      - {name: ann, kind: psychometric, threshold: 5, slope: 1}
    strategies:
      - {name: s, kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}}
      - {name: k, kind: transformed-up-down, start: 20, down: 3, step: {linear: 2}}
    stop: {trials: 60}
    checkpoints: [20, 40]
    replicates: 10

    """
  private static let file =
    plain + """
      published:
        source: "Levitt (1971), J. Acoust. Soc. Am."
        shows: table I
        values:
          - {what: bias, strategy: s, column: bias_dB, value: 0, tolerance: 0.5, from: table I}
      """

  @Test(
    arguments: [
      (
        "strategy: s, column", "strategy: z, column",
        "16:30: published.values[1].strategy: no strategy named 'z'\n  hint: did you mean 's'?"
      ),
      (
        "strategy: s, column", "column",
        "16:7: published.values[1].strategy: missing; expected one of s, k"
      ),
      (
        "column: bias_dB", "column: bias_db",
        "16:41: published.values[1].column: the table summary has no column named 'bias_db'\n  hint: did you "
          + "mean 'bias_dB'?"
      ),
      (
        "column: bias_dB, ", "",
        "16:7: published.values[1].column: missing; expected the name of a column"
      ),
      (
        "strategy: s, ", "strategy: s, estimator: ow, ",
        "16:44: published.values[1].estimator: no estimator named 'ow'\n  hint: did you mean 'own'?"
      ),
      (
        "strategy: s, ", "strategy: s, after: 30, ",
        "16:40: published.values[1].after: expected one of the file's checkpoints, got 30\n"
          + "  hint: add it: checkpoints: [20, 30, 40]"
      ),
      (
        "strategy: s, ", "strategy: s, trials: [1, 5], ",
        "16:41: published.values[1].trials: only a level column can use a part of the trials"
      ),
      (
        "value: 0, tolerance: 0.5", "value: 0",
        "16:7: published.values[1].tolerance: missing; expected the greatest allowed distance of the simulated "
          + "value from the published one"
      ),
      (
        "value: 0, tolerance: 0.5", "value: 0, tolerance: 0.5, at-most: 1",
        "16:7: published.values[1]: expected one of value, at-most, at-least, rising, levels, got value and at-most"
      ),
      (
        "tolerance: 0.5", "tolerance: 0.5, unlike: 0.4",
        "16:84: published.values[1].unlike: expected a value farther than the tolerance (0.5) from 0, got 0.4\n"
          + "  hint: otherwise the opposite finding would agree too"
      ),
      (
        "value: 0, tolerance: 0.5", "rising: [{strategy: k}]",
        "16:58: published.values[1].rising: expected at least two entries, and neither over nor minus next to rising"
      ),
      (
        "value: 0, tolerance: 0.5", "value: 0, tolerance: 1, over: {strategy: z}",
        "16:91: published.values[1].over.strategy: no strategy named 'z'\n  hint: did you mean 's'?"
      ),
      (
        "column: bias_dB, value: 0, tolerance: 0.5", "responses: \"11\", value: 0, tolerance: 0.5",
        "16:44: published.values[1].responses: expected levels or column: estimate next to responses"
      ),
      (
        "column: bias_dB, value: 0, tolerance: 0.5", "responses: \"1x\", levels: [20]",
        "16:44: published.values[1].responses: expected 1 and 0, got '1x'\n  hint: write them in quotation marks"
      ),
      (
        "column: bias_dB, value: 0, tolerance: 0.5", "responses: \"1\", levels: [20, 20, 18]",
        "16:57: published.values[1].levels: expected at most 2 levels: one for each response and one for the level after the "
          + "last response, got 3"
      ),
      (
        "column: bias_dB, value: 0, tolerance: 0.5", "levels: [20]",
        "16:41: published.values[1].levels: expected responses too, got none\n"
          + "  hint: write the answers: responses: \"110\""
      ),
      (
        "column: bias_dB, value: 0, tolerance: 0.5", "responses: \"11\", rising: [{strategy: s}, {strategy: k}]",
        "16:58: published.values[1].rising: the key responses works with one strategy, and without a comparison\n"
          + "  hint: leave out rising or responses"
      ),
      (
        "value: 0, tolerance: 0.5", "at-most: 0, tolerance: 0.5",
        "16:73: published.values[1].tolerance: expected this key only together with value or levels, got at-most\n"
          + "  hint: leave it out"
      ),
      (
        "value: 0, tolerance: 0.5", "at-least: 0, unlike: 1",
        "16:71: published.values[1].unlike: expected this key only together with value, got at-least\n"
          + "  hint: leave it out"
      ),
      (
        "tolerance: 0.5", "tolerance: 0.5, disagrees: so",
        "16:87: published.values[1].disagrees: expected a mapping, got 'so'"
      ),
      (
        "tolerance: 0.5", "tolerance: 0.5, disagrees: {reason: so, tolerance: 1}",
        "16:87: published.values[1].disagrees.found: missing; expected a number (the column's)"
      ),
      (", from: table I", "", "16:7: published.values[1].from: missing; expected text"),
      ("  shows: table I\n", "", "13:3: published.shows: missing; expected text"),
      (
        "threshold: 5,", "threshold: {vary: [5, 6]},",
        "16:7: published.values[1].where: expected the varied values of one of 2 combinations, got none\n"
          + "  hint: state them with where: {listeners.ann.threshold: …}"
      ),
      (
        "strategy: s, ", "strategy: s, where: {lapse: 0}, ",
        "16:40: published.values[1].where: nothing named 'lapse' varies"
      ),
    ])
  func `all errors in published values are in one message`(old: String, new: String, message: String) {
    #expect(Files.problems(Files.changed(Self.file, [(old, new)])) == "x.yaml:" + message)
  }

  @Test func `published values do not affect the digest`() throws {
    #expect(try Files.plan(Self.file).digest == Files.plan(Self.plain).digest)
    #expect(try Files.plan(Self.file).resolved[PublishedResults.key] == nil)
  }

  private func expect(
    _ place: PublishedPlace, cell: Int, estimator: Int, after: Int?, _ source: SourceLocation = #_sourceLocation
  ) {
    #expect(place.cell == cell && place.estimator == estimator, sourceLocation: source)
    #expect(place.after == after && place.trials == nil, sourceLocation: source)
  }

  @Test func `a published value names the varied settings`() throws {
    let file = Files.changed(
      Self.file,
      [
        ("threshold: 5,", "threshold: {vary: [5, 6]},"),
        ("strategy: s,", "strategy: s, where: {listeners.ann.threshold: 6.0},"),
      ])
    guard case .one(let place) = try Experiment.parse(file, file: "x.yaml").published?.values[0].subject else {
      Issue.record("expected one place")
      return
    }
    expect(place, cell: 1, estimator: 0, after: nil)
  }

  @Test func `omitted keys mean the only listener, the first estimator and the whole run`() throws {
    let results = try #require(try Experiment.parse(Self.file, file: "x.yaml").published)
    #expect(results.short == "Levitt (1971)" && results.replicates == 10)
    guard case .one(let place) = results.values[0].subject else {
      Issue.record("expected one place")
      return
    }
    expect(place, cell: 0, estimator: 0, after: nil)
    let other = Files.changed(
      Self.file, [("strategy: s,", "strategy: k, estimator: fit, after: 40, over: {after: 20},")])
    guard case .ratio(let first, let second) = try Experiment.parse(other, file: "x.yaml").published?.values[0].subject
    else {
      Issue.record("expected a ratio")
      return
    }
    expect(first, cell: 1, estimator: 1, after: 40)
    expect(second, cell: 1, estimator: 1, after: 20)
  }
}
