package import PeachSupport
import PeachTrials

/// The estimator that turns a track's levels into a threshold, such as the mean of the levels at the last reversals.
/// `TrackSettings.read` reads it from a file. It has no public members.
public struct Estimator: Hashable, Sendable {
  /// The levels that enter the estimate.
  package enum Kind: Hashable, Sendable {
    /// Levels at reversals. Only those after the last change of step count; of them the last `last`, or those after
    /// the first `skip` of the track, or an even number of them (one more is dropped from the front).
    case reversals(last: Int?, skip: Int?)
    /// The levels of the last trials.
    case levels(last: Int)
    /// The level of the last trial.
    case last
    /// The level that the track would present next.
    case next
  }

  package enum Mean: String, CaseIterable, Sendable {
    case arithmetic, geometric, median
  }

  package var kind: Kind
  package var mean: Mean

  package init(_ kind: Kind, mean: Mean) {
    self.kind = kind
    self.mean = mean
  }

  /// Whether the estimator needs the levels of all trials, and not only of reversals.
  var needsLevels: Bool {
    switch kind {
    case .reversals, .next: false
    case .levels, .last: true
    }
  }
}

extension Estimator {
  /// The default of a staircase: the mean of an even number of reversals after the last change of step.
  static func staircase(on axis: Axis) -> Estimator {
    Estimator(.reversals(last: nil, skip: nil), mean: axis.scale == .log ? .geometric : .arithmetic)
  }

  /// The default of a track that closes in on its target: the level that it would present next.
  static let next = Estimator(.next, mean: .arithmetic)

  private enum KindName: String, CaseIterable {
    case reversals, levels, last, next
  }

  /// The kinds that `peach list estimators` shows.
  package static let kinds: [(name: String, summary: String)] = [
    (
      "reversals",
      "mean of the levels at reversals: those after the last change of step, or the last N, or all but the first N"
    ),
    ("levels", "mean of the levels of the last N trials"),
    ("last", "the level of the last trial"),
    ("next", "the level that would be presented next"),
    (FitEstimator.kind, "a psychometric function fitted to the trials of the track; possible for every strategy"),
  ]

  package static func parameters(of name: String) -> [Parameter] {
    Reader.describe { reader in
      if name == FitEstimator.kind {
        FitEstimator.describe(reader)
      } else {
        _ = read(from: reader, on: .cents, kind: KindName(rawValue: name))
      }
    }
  }

  /// Reads `estimator:`.
  ///
  /// - Parameter fallback: The estimator if the key is missing; `nil` for the default of staircases.
  static func read(from reader: Reader, on axis: Axis, default fallback: Estimator? = nil) -> Estimator {
    // A fit is the whole strategy's, and read with it.
    if FitEstimator.isAsked(in: reader) { return fallback ?? staircase(on: axis) }
    let shown =
      fallback == .next
      ? "the level that would be presented next"
      : "the mean (geometric on a log axis) of the levels at the reversals after the last change of step, without the "
        + "first of these if their number is odd"
    return reader.section("estimator", "How the threshold is computed from the track's levels; default \(shown)") {
      read(from: $0, on: axis, kind: nil)
    } ?? fallback ?? staircase(on: axis)
  }

  private static func read(from reader: Reader, on axis: Axis, kind described: KindName?) -> Estimator {
    let stated = reader.requiredChoice(
      "kind", from: kinds.map(\.name),
      "Which levels give the estimate. reversals: those at reversals; levels: those of the last trials; last: the "
        + "last one; next: the one that would come next; fit: none, a psychometric function is fitted to the trials")
    // Without a kind the rest is read as reversals, whose keys are those of all kinds; under an unknown one it is left
    // alone.
    guard let named = described ?? (reader.has("kind") ? stated.flatMap { KindName(rawValue: $0) } : .reversals) else {
      _ = reader.dataKeys()
      return staircase(on: axis)
    }
    var kind = Kind.last
    switch named {
    case .reversals:
      let last = reader.optionalInteger(
        "last", unit: "reversals", in: 1...10_000, "Number of last reversals whose levels count")
      let skip = reader.optionalInteger(
        "skip", unit: "reversals", in: 0...10_000, "Number of first reversals whose levels do not count")
      if last != nil, skip != nil { reader.report("expected last or skip, got both", at: "skip") }
      kind = .reversals(last: last, skip: skip)
    case .levels:
      kind = .levels(
        last: reader.integer("last", unit: "trials", in: 1...10_000, "Number of last trials whose levels count"))
    case .last: break
    case .next: kind = .next
    }
    let fallback: Mean = axis.scale == .log ? .geometric : .arithmetic
    // The arithmetic mean of one level is that very level.
    let mean =
      named == .last || named == .next
      ? .arithmetic : reader.choice("mean", default: fallback, "Kind of mean: arithmetic, geometric or median")
    if mean == .geometric, axis.scale == .linear {
      reader.report(
        "expected arithmetic or median on a linear axis, got 'geometric'", at: "mean",
        hint: "levels on a linear axis may be 0 or negative")
    }
    return Estimator(kind, mean: mean)
  }
}
