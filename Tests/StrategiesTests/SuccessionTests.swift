import PeachConformance
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

@Suite struct SuccessionTests {
  private static let fixed = "{strategy: {kind: constant-stimuli, levels: [3, 9, 5], repetitions: 2, order: listed}"
  private static let staircase = "{kind: transformed-up-down, start: 50, down: 1, step: {linear: 1}"

  private func follow(_ parts: [String], _ rest: String, _ responses: String) throws -> Followed {
    try Tracks.follow("kind: sequence, parts: [\(parts.joined(separator: ", "))]\(rest)", responses)
  }

  private func problems(_ parts: String, _ rest: String = ", stop: {trials: 9}") throws -> [String] {
    try Tracks.problems("kind: sequence, parts: \(parts)\(rest)")
  }

  @Test func `each part asks for its trials, then the next`() throws {
    let track = try follow(
      [
        Self.fixed + ", trials: 4}", "{strategy: {kind: random, level: 7}, trials: 3}",
        "{strategy: {kind: random, level: 8}}",
      ],
      ", stop: {trials: 9}", "111111111")
    #expect(track.levels == [3, 9, 5, 3, 7, 7, 7, 8, 8])
    #expect(track.status == .finished(.trials))
    #expect(track.rows.allSatisfy { $0.track.isEmpty })
  }

  /// The staircase is told of right answers at 3, 9 and 5 and a wrong one at 3: it steps up from 3.
  @Test func `a later part learns from all earlier trials`() throws {
    let track = try follow(
      [Self.fixed + ", trials: 4}", "{strategy: \(Self.staircase)}}"], ", stop: {trials: 7}", "1110111")
    #expect(track.levels == [3, 9, 5, 3, 4, 3, 2])
    // Told by the staircase's own book: up at the fourth trial, down again at the fifth.
    #expect(track.reversalTrials == [5])
  }

  @Test func `the third part learns from the first`() throws {
    let parts = [
      Self.fixed + ", trials: 2}", "{strategy: {kind: random, level: 7}, trials: 1}", "{strategy: \(Self.staircase)}}",
    ]
    let track = try follow(parts, ", stop: {trials: 5}", "10100")
    // 3 right, 9 wrong, 7 right: two turns, then 6.
    #expect(track.levels == [3, 9, 7, 6, 7])
    let skipping =
      parts.dropLast() + [
        "{strategy: \(Self.staircase), estimator: {kind: reversals, last: 3, mean: arithmetic}}}"
      ]
    // The turns at 9, 7 and 6 are its own.
    #expect(try follow(Array(skipping), ", stop: {trials: 5}", "10100").estimate?.threshold == 22 / 3.0)
  }

  @Test func `only its own trials use up a list of fixed levels`() throws {
    let track = try follow(
      ["{strategy: {kind: random, level: 7}, trials: 5}", Self.fixed + "}"], ", stop: {trials: 30}", "11111111111111")
    #expect(track.levels == [7, 7, 7, 7, 7, 3, 9, 5, 3, 9, 5])
    #expect(track.status == .finished(.finished))
  }

  @Test func `a part that has stopped makes room, even before it began`() throws {
    let limited = Self.staircase + ", stop: {trials: 3}"
    // Its own stop, which counts what it has learnt from, ends the second part while the first one asks.
    let track = try follow(
      [
        "{strategy: {kind: random, level: 4}, trials: 3}", "{strategy: \(limited)}, trials: 9}",
        "{strategy: {kind: random, level: 8}, trials: 2}",
      ], "", "11111")
    #expect(track.levels == [4, 4, 4, 8, 8])
    #expect(track.status == .finished(.finished))
    let early = try follow(
      ["{strategy: {kind: random, level: 7, stop: {trials: 2}}, trials: 5}", "{strategy: {kind: random, level: 8}}"],
      ", stop: {trials: 4}", "1111")
    #expect(early.levels == [7, 7, 8, 8])
  }

  @Test func `the whole ends as its last part does`() throws {
    let track = try follow(
      [
        "{strategy: {kind: random, level: 7}, trials: 1}",
        "{strategy: \(Self.staircase), limits: [5, 60], at-limit: 2}}",
      ],
      ", stop: {trials: 30}", "1111111")
    #expect(track.levels == [7, 6, 5, 5])
    #expect(track.status == .floor)
    #expect(track.estimate?.status == .floor)
    let stated = try follow(
      ["{strategy: {kind: random, level: 7}, trials: 1}", "{strategy: {kind: random, level: 8, stop: {trials: 3}}}"],
      "",
      "1111111")
    #expect(stated.levels == [7, 8, 8, 8])
    #expect(stated.status == .finished(.trials))
  }

  @Test func `a sequence can be a track among others`() throws {
    let parts = "[{strategy: {kind: random, level: 7}, trials: 2}, {strategy: {kind: random, level: 8}}]"
    let track = try Tracks.follow(
      """
      kind: interleaved, order: alternating, stop: {trials: 6}, \
      tracks: [{name: a, kind: sequence, parts: \(parts)}, {name: b, kind: random, level: 3}]
      """, "111111")
    #expect(track.levels == [7, 3, 7, 3, 8, 3])
  }

  @Test func `a sequence has the target and estimate of its last part`() throws {
    let cell = try Tracks.cell(
      "kind: sequence, parts: [{strategy: {kind: random, level: 7}, trials: 5}, {strategy: \(Self.staircase)}}], stop: {trials: 9}"
    )
    #expect(cell.factory?.facts.target == 0.5)
    #expect(cell.factory?.facts.estimated.map(\.name) == [""])
  }

  @Test func `an error in a part is reported at its place`() throws {
    #expect(
      try problems("[{strategy: {kind: random, level: 7}}, {strategy: {kind: random, level: 8}}]")
        == ["strategies.track.parts: expected trials for every part but the last, got none for part 1"])
    #expect(
      try problems("[{strategy: {kind: interleaved, tracks: [{name: a, kind: random, level: 3}]}, trials: 3}]") == [
        "strategies.track.parts[1].strategy.kind: "
          + "expected a strategy that moves one level, got 'interleaved', which chooses notes or tracks itself"
      ])
    #expect(
      try problems("[{strategy: {kind: random, level: 7}}]", "")
        == ["strategies.track.stop: missing; expected a stop for this strategy or for the whole file"])
    #expect(try problems("[{strategy: {kind: random, level: 7}, trials: 4}]", "").isEmpty)
    #expect(
      try problems("[{trials: 4}]").contains("strategies.track.parts[1].strategy: missing; expected a mapping"))
  }

  /// From beyond its limits a staircase steps back inside: learning ends nothing.
  @Test func `a staircase that learns from levels beyond its limits is still there when its turn comes`() throws {
    for (level, limits) in [(100, "[1, 50]"), (50, "[200, 900]")] {
      let track = try Tracks.follow(
        """
        kind: sequence, parts: [{strategy: {kind: random, level: \(level)}, trials: 10}, \
        {strategy: {kind: weighted-up-down, start: 300, limits: \(limits), step: {factor: 1.414}}}], \
        stop: {trials: 40}
        """.replacing("start: 300", with: level == 100 ? "start: 50" : "start: 300"), task: Tracks.log,
        String(repeating: "1", count: 6) + String(repeating: "0", count: 6))
      #expect(track.status == .running)
      #expect(track.next != nil)
    }
  }

  @Test func `the series of limits are its own`() throws {
    let track = try Tracks.follow(
      """
      kind: sequence, parts: [{strategy: {kind: constant-stimuli, levels: [2, 5], repetitions: 4, order: listed}, \
      trials: 8}, {strategy: {kind: limits, levels: [1, 2, 3, 4], series: 2}}], stop: {trials: 40}
      """, "10101010" + "110")
    #expect(track.levels.suffix(3) == [4, 3, 2])
    #expect(track.status == .running)
  }

  /// A posterior that piles up at an end of its grid has no threshold, alone or as a part of another strategy.
  @Test func `a part with a posterior ends at floor and ceiling with the whole`() throws {
    let psi = "kind: psi, function: weibull, threshold: {from: 1, to: 100, count: 15, spacing: log}, slope: 1.3"
    for (answer, status) in [("1", EstimateStatus.floor), ("0", .ceiling)] {
      let responses = String(repeating: answer, count: 80)
      let last = try Tracks.follow(
        "kind: sequence, parts: [{strategy: {kind: random, level: 9}, trials: 5}, {strategy: {\(psi)}}], "
          + "stop: {trials: 80}", task: Tracks.log, responses)
      #expect(last.estimate?.status == status)
      let track = try Tracks.follow(
        "kind: interleaved, tracks: [{name: a, \(psi)}], stop: {trials: 80}", task: Tracks.log, responses)
      #expect(track.estimate?.status == status)
      #expect(track.rows[70].estimate?.status == .ok)
    }
  }
}
