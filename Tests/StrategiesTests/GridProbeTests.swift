import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Small things that other programs' adaptive procedures on a grid got wrong.
@Suite struct GridProbeTests {
  static let kinds = ["psi", "psi-marginal", "quest-plus"]
  private static let thresholds = (0...20).map { 2 * Double($0) - 40 }
  private static let slopes = [0.1, 0.25]

  private static func text(_ kind: String, lapse: [Double]) -> String {
    "kind: \(kind), function: gumbel, threshold: \(thresholds), slope: \(slopes), lapse: \(lapse), "
      + "stop: {trials: 10001, maximum: 10001}"
  }

  private static func expectFinite(
    _ track: Followed, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for row in track.rows {
      let estimate = try #require(row.estimate)
      #expect(
        estimate.isFinite && estimate.threshold != nil, "\(comment), trial \(row.trial)", sourceLocation: sourceLocation
      )
    }
  }

  /// Without lapses a wrong answer 2000 dB above every threshold has no probability, at any place of the grid.
  @Test(arguments: kinds) func `an answer that is impossible everywhere changes nothing`(kind: String) throws {
    let text = Self.text(kind, lapse: [0])
    let possible: [Trace.Answer] = [.positive(true, at: -14), .positive(false, at: -20)]
    let before = try Tracks.follow(text, possible)
    let after = try Tracks.follow(
      text, possible + [Trace.Answer](repeating: .positive(false, at: 2000), count: 300))
    #expect(after.rows.count == 302)
    try Self.expectFinite(after, kind)
    #expect(after.next?.level == before.next?.level)
    for part in [\Estimate.threshold, \.low, \.high, \.slope, \.entropy] {
      let (found, expected) = (after.estimate?[keyPath: part], before.estimate?[keyPath: part])
      #expect(agrees(try #require(found), try #require(expected), scale: 1e2))
    }
  }

  /// Where places allow of the answer it takes all others away.
  @Test(arguments: kinds) func `an answer that is impossible at most places leaves the others`(kind: String) throws {
    let track = try Tracks.follow(
      Self.text(kind, lapse: [0]),
      [
        .positive(false, at: -1), .positive(false, at: -1), .positive(true, at: 0), .positive(false, at: -3),
        .positive(true, at: -5),
      ])
    try Self.expectFinite(track, kind)
    #expect(try #require(track.rows[1].estimate?.threshold) > -12)
  }

  @Test(arguments: kinds) func `ten thousand trials leave all finite and where they point`(kind: String) throws {
    let track = try Tracks.follow(
      Self.text(kind, lapse: kind == "psi" ? [0] : [0, 0.04]), String(repeating: "11011", count: 2000))
    #expect(track.rows.count == 10_000)
    try Self.expectFinite(track, kind)
    let levels = track.levels.suffix(1000)
    let threshold = try #require(track.estimate?.threshold)
    #expect(try #require(levels.min()) - 6 < threshold && threshold < (try #require(levels.max())) + 6)
  }

  /// Neither on the grid of levels nor the one asked for.
  @Test(arguments: kinds) func `the presented level counts at any place`(kind: String) throws {
    let lapses = [0.01, 0.06]
    let shown: [(level: Double, isPositive: Bool)] = [
      (-13.7, true), (-25.25, false), (3.1, true), (-47, false), (-18, true), (-20.6, false), (-19.999, true),
    ]
    let track = try Tracks.follow(
      Self.text(kind, lapse: lapses), shown.map { .positive($0.isPositive, at: $0.level) })
    var plain = PlainBelief(
      threshold: Self.thresholds, slope: Self.slopes, lapse: lapses, function: PlainBelief.gumbel)
    let isMarginal = kind == "psi-marginal"
    for (row, trial) in zip(track.rows, shown) {
      #expect(row.comparison.level.value == trial.level)
      plain.update(trial.level, trial.isPositive)
      let estimate = try #require(row.estimate)
      #expect(abs(try #require(estimate.threshold) - plain.mean(\.threshold)) < 1e-9, "trial \(row.trial)")
      #expect(abs(try #require(estimate.lapse) - plain.mean(\.lapse)) < 1e-9, "trial \(row.trial)")
    }
    let best = plain.best(Self.thresholds) { [$0.threshold, $0.slope] + (isMarginal ? [] : [$0.lapse]) }
    #expect(track.next?.level.value == best)
  }
}
