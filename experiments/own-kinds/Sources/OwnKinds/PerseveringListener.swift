public import PeachListeners
public import PeachSupport
public import PeachTrials

/// A listener who now and then says again what it said last, and else hears the offset with Gaussian noise.
///
/// Source: none; it shows how a listener with a memory is made. It is a value: a copy remembers for itself.
public struct PerseveringListener: ListenerDeclaration {
  public static let kind = "persevering"
  public static let summary = "now and then says what it said last; else hears the offset with Gaussian noise"
  public static let source = "none"
  public static let example = "sigma: 20, perseveration: 0.2"

  private let sigma: Double
  private let perseveration: Double
  /// Its last answer; nil before the first.
  private var wasHigher: Bool?

  public static func read(_ reader: Reader, in task: TrialTask) -> PerseveringListener {
    reader.requireComparison(task)
    return PerseveringListener(
      sigma: reader.number("sigma", unit: "cents", in: .positive, "Standard deviation of the noise"),
      perseveration: reader.number(
        "perseveration", unit: "1", in: .within(0..<1), default: 0.1, "Probability of saying what it said last"))
  }

  private init(sigma: Double, perseveration: Double) {
    self.sigma = sigma
    self.perseveration = perseveration
  }

  /// What it says next depends on what it said last: the probability is that of the next answer alone. Before the first
  /// it is the truth that a simulation compares with.
  public var isConditional: Bool { true }

  public func probability(of comparison: Comparison) -> Double {
    let heard = erfc(-comparison.offset / (sigma * 2.squareRoot())) / 2
    guard let wasHigher else { return heard }
    return perseveration * (wasHigher ? 1 : 0) + (1 - perseveration) * heard
  }

  /// One draw on every trial, whatever the comparison and the outcome.
  public mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let isHigher = random.unit() < probability(of: comparison)
    wasHigher = isHigher
    return Answer(isHigher: isHigher)
  }

  /// Saying again what is wrong is no lapse: it is part of what a simulation is to show.
  public var lapse: Double { 0 }
}
