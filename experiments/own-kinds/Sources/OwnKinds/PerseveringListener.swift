public import PeachListeners
public import PeachSupport
public import PeachTrials

/// A listener who sometimes repeats its last answer, and otherwise hears the offset with Gaussian noise.
///
/// Source: none; it shows how a listener with a memory is made. It is a value: a copy has its own memory.
public struct PerseveringListener: ListenerDeclaration {
  public static let kind = "persevering"
  public static let summary = "sometimes repeats its last answer; otherwise hears the offset with Gaussian noise"
  public static let source = "none"
  public static let example = "sigma: 20, perseveration: 0.2"

  private let sigma: Double
  private let perseveration: Double
  /// The last answer; `nil` before the first.
  private var wasHigher: Bool?

  public static func read(_ reader: Reader, in task: TrialTask) -> PerseveringListener {
    reader.requireComparison(task)
    return PerseveringListener(
      sigma: reader.number("sigma", unit: "cents", in: .positive, "Standard deviation of the noise"),
      perseveration: reader.number(
        "perseveration", unit: "1", in: .within(0..<1), default: 0.1, "Probability of repeating the last answer"))
  }

  private init(sigma: Double, perseveration: Double) {
    self.sigma = sigma
    self.perseveration = perseveration
  }

  /// The next answer depends on the last one, so `probability` is that of the next answer only. Before the first answer
  /// it is the truth of a simulation.
  public var isConditional: Bool { true }

  public func probability(of comparison: Comparison) -> Double {
    let heard = erfc(-comparison.offset / (sigma * 2.squareRoot())) / 2
    guard let wasHigher else { return heard }
    return perseveration * (wasHigher ? 1 : 0) + (1 - perseveration) * heard
  }

  /// Draws one number on every trial, whatever the comparison and the answer.
  public mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let isHigher = random.unit() < probability(of: comparison)
    wasHigher = isHigher
    return Answer(isHigher: isHigher)
  }

  /// A repeated wrong answer is not a lapse. A simulation shows its effect.
  public var lapse: Double { 0 }
}
