import PeachMath
import PeachSupport
import PeachTrials

/// The listener inside another one: `of: {kind: …}`, or a Gaussian one with its parameters in the same mapping.
enum InnerListener {
  static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> any Listener {
    let inner = reader.section(
      "of",
      "The listener that changes, with its kind and parameters; without this key it is gaussian, and its parameters "
        + "stand next to the kind of this listener"
    ) { nested($0, in: task, among: kinds) }
    if let inner { return inner ?? standIn }
    if reader.has("of") { return standIn }
    guard !task.hasNotes, !reader.isDescribing else { return GaussianListener.read(reader, in: task) }
    reader.reportMissing(
      "of",
      expected:
        "a listener that answers according to the level, such as {kind: psychometric, …}")
    return standIn
  }

  /// Nil after a problem with its kind.
  static func nested(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> (any Listener)? {
    guard let kind = kinds.kind(from: reader) else {
      _ = reader.dataKeys()
      return nil
    }
    return kind.read(reader, in: task, among: kinds)
  }

  /// Takes the place of one that could not be read.
  static var standIn: any Listener {
    GaussianListener(sigma: 1, decision: Decision(lapse: 0, guessSide: 0.5, bias: 0))
  }
}

/// A listener of whom it is known what they answer where something normal is added to what they hear.
protocol NoisyListener: Listener {
  /// - Parameter spread: The standard deviation of what is added, in cents.
  func probability(of comparison: Comparison, spread: Double) -> Double
}

extension Listener {
  /// The probability that the next answer is "higher" where something normal, of a mean of 0, is added to what is heard:
  /// known where the noise is normal too, else a sum.
  func mean(of comparison: Comparison, spread: Double) -> Double {
    if spread == 0 { return probability(of: comparison) }
    if let known = self as? any NoisyListener { return known.probability(of: comparison, spread: spread) }
    return sum(of: comparison, spread: spread)
  }

  /// The same over a grid of ±6 standard deviations.
  func sum(of comparison: Comparison, spread: Double) -> Double {
    let steps = 96
    var (sum, weights) = (0.0, 0.0)
    for step in -steps...steps {
      let z = 6 * Double(step) / Double(steps)
      let weight = NormalDistribution.density(z)
      var shifted = comparison
      shifted.offset += spread * z
      sum += weight * probability(of: shifted)
      weights += weight
    }
    return sum / weights
  }
}
