import PeachSupport
import PeachTrials

/// The code that combined strategies share.
enum Parts {
  /// Reads `kind` and that kind's own parameters, `stop` among them: without one the part never ends the track.
  ///
  /// - Returns: Nil after a problem.
  static func read(_ reader: Reader, in context: StrategyContext) -> LevelFactory? {
    guard let kind = context.kinds.kind(from: reader) else {
      _ = reader.dataKeys()
      return nil
    }
    if FitEstimator.isAsked(in: reader) {
      _ = reader.section("estimator", "") { $0.dataKeys() }
      reader.report(
        "expected an estimator of kind reversals or levels in a part of a strategy; only the whole strategy can have "
          + "the kind fit", at: "estimator",
        hint:
          "write estimator: {kind: fit} next to the outermost kind; Peach then fits interleaved tracks one by one"
      )
    }
    var inner = context
    inner.stop = .never
    guard let factory = kind.levelFactory(from: reader, in: inner) else {
      _ = reader.dataKeys()
      reader.report(
        "expected a strategy that moves one level, got '\(kind.kind)', which chooses notes or tracks itself", at: "kind"
      )
      return nil
    }
    return factory
  }

  /// The stop of the whole; it may be left out where the parts end by themselves.
  static func readStop(_ reader: Reader, in context: StrategyContext, partsEnd: Bool) -> StopRule {
    var context = context
    if partsEnd, context.stop == nil { context.stop = .never }
    return TrackSettings.readStop(reader, in: context, hasBelief: true)
  }
}

extension Estimate {
  /// The width of the threshold's interval on the axis's scale: log10 of high / low on a log axis.
  func intervalWidth(on scale: Axis.Scale) -> Double? {
    guard let low, let high else { return nil }
    return scale == .log ? log10(high / low) : high - low
  }

  /// (high / low)^½ − 1 of the interval, where levels have ratios: on a log axis, and of signed levels.
  func precision(on axis: Axis) -> Double? {
    guard axis.scale == .log || axis.isSigned, let low, let high, low > 0 else { return nil }
    return (high / low).squareRoot() - 1
  }
}
