import PeachSimulation
import PeachTrials
import Testing

/// Staircases against PsychoPy's StairHandler and SweetSpot's WUD, trial by trial.
@Suite struct GoldenStaircaseTests {
  let golden: Golden

  init() throws { golden = try Golden.read() }

  private func letters(_ responses: [Int]) -> String { responses.map(String.init).joined() }

  /// A list of step sizes in StairHandler is a size for each number of reversals.
  private func strategy(_ config: Golden.Stair.Config, stop: String, estimator: String) throws -> String {
    let unit = try #require(["db": "db", "log": "log", "lin": "linear"][config.stepType])
    let sizes = config.stepSizes.values
    let changes = sizes.enumerated().dropFirst().map { "\($0.offset): \($0.element)" }.joined(separator: ", ")
    let step = "{\(unit): \(sizes[0])" + (changes.isEmpty ? "" : ", after-reversals: {\(changes)}") + "}"
    var text = "kind: transformed-up-down, start: \(config.startVal), down: \(config.nDown), up: \(config.nUp)"
    text += ", step: \(step), initial-rule: \(config.applyInitialRule), at-limit: off"
    if let low = config.minVal, let high = config.maxVal { text += ", limits: [\(low), \(high)]" }
    return text + ", stop: \(stop), estimator: \(estimator)"
  }

  private func stop(_ config: Golden.Stair.Config) -> String {
    let reversals = max(config.nReversals, config.stepSizes.values.count)
    return "{all: [{trials: \(config.nTrials)}, {reversals: \(reversals)}]}"
  }

  @Test func `there are eight staircases and three weighted ones`() {
    #expect(golden.stair.count == 8)
    #expect(golden.weightedUpDown.count == 3)
  }

  @Test(arguments: 0..<8) func `levels, reversals and the end are StairHandler's`(index: Int) throws {
    let expected = golden.stair[index]
    let text = try strategy(expected.config, stop: stop(expected.config), estimator: "{kind: last}")
    let track = try Tracks.follow(text, letters(expected.responses))
    #expect(track.rows.count == expected.usedTrials)
    for (row, level) in zip(track.rows, expected.intensities) {
      #expect(agrees(row.comparison.level.value, level), "trial \(row.trial)")
    }
    #expect(track.reversalTrials == expected.reversalTrials.map { $0 + 1 })
    #expect(track.next == nil)
    #expect(track.status == .finished(.trials))
  }

  @Test(arguments: 0..<8) func `the level after the last trial is StairHandler's`(index: Int) throws {
    let expected = golden.stair[index]
    let text = try strategy(
      expected.config, stop: "{trials: \(expected.usedTrials + 1)}", estimator: "{kind: last}")
    let track = try Tracks.follow(text, letters(Array(expected.responses.prefix(expected.usedTrials))))
    #expect(agrees(try #require(track.next).level.value, expected.nextIntensity))
  }

  /// One reversal is asked for: the estimate after each trial then shows the level of the last reversal, and nothing
  /// while there is none after the last change of step.
  @Test(arguments: 0..<8) func `the level recorded at each reversal is StairHandler's`(index: Int) throws {
    let expected = golden.stair[index]
    let estimator = "{kind: reversals, last: 1, mean: arithmetic}"
    let text = try strategy(expected.config, stop: stop(expected.config), estimator: estimator)
    let track = try Tracks.follow(text, letters(expected.responses))
    let changes = expected.config.stepSizes.values.count - 1
    var reversals = 0
    for row in track.rows {
      if row.isReversal { reversals += 1 }
      let threshold = row.estimate?.threshold
      if reversals <= changes {
        #expect(threshold == nil, "trial \(row.trial)")
      } else {
        #expect(agrees(try #require(threshold), expected.reversalIntensities[reversals - 1]), "trial \(row.trial)")
      }
    }
    #expect(reversals == expected.reversalIntensities.count)
  }

  @Test(arguments: 0..<8) func `the estimate is the mean of the reversal levels after the last change of step`(
    index: Int
  ) throws {
    let expected = golden.stair[index]
    let estimator = "{kind: reversals, skip: 0, mean: arithmetic}"
    let text = try strategy(expected.config, stop: stop(expected.config), estimator: estimator)
    let track = try Tracks.follow(text, letters(expected.responses))
    let counted = expected.reversalIntensities.dropFirst(expected.config.stepSizes.values.count - 1)
    let mean = counted.reduce(0, +) / Double(counted.count)
    #expect(agrees(try #require(track.estimate?.threshold), mean))
    #expect(track.estimate?.status == .ok)
  }

  /// A factor on ln levels, or a difference: the weighted rule holds for the logarithm of a level that is multiplied.
  @Test(arguments: 0..<3) func `levels, reversals, the end and the estimate are WUD's`(index: Int) throws {
    let expected = golden.weightedUpDown[index]
    let config = expected.config
    let step = config.multiplicative ? "{factor: \(1 / config.hitEffect)}" : "{linear: \(-config.hitEffect)}"
    let text = """
      kind: weighted-up-down, start: \(config.start), target: \(config.target), step: \(step), \
      stop: {reversals: \(config.reversals)}, \
      estimator: {kind: reversals, last: \(config.reversalsToUse), mean: median}
      """
    let track = try Tracks.follow(
      text, task: config.multiplicative ? Tracks.log : Tracks.linear, letters(expected.responses))
    // Levels that are added pass through 0, where an error is one of the steps that led there.
    let scale = config.multiplicative ? 0 : -config.hitEffect
    #expect(track.rows.count == expected.finishedAfterTrial + 1)
    for (row, level) in zip(track.rows, expected.levels) {
      #expect(agrees(row.comparison.level.value, level, scale: scale), "trial \(row.trial)")
    }
    #expect(track.reversalTrials == expected.reversalTrials.map { $0 + 1 })
    #expect(track.status == .finished(.reversals))
    #expect(track.next == nil)
    #expect(agrees(try #require(track.estimate?.threshold), expected.estimateMedianOfLast6, scale: scale))
  }
}
