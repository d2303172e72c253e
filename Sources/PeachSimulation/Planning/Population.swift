import PeachStorage
import PeachSupport
import PeachTrials

/// The people of a study: the listener of a cell, with a threshold of their own and with or without the effect.
///
/// On a log axis, and where notes are compared, a threshold is the file's times a ratio, log-normal over people: everything
/// about the listener is scaled. On a linear axis the listener's function is shifted, by a normal share of its threshold.
/// A person is the same whatever the strategy, the number of trials and the condition; what they answer is drawn again.
struct Population: Sendable {
  private let listener: any Listener
  private let study: Study
  private let isRatio: Bool
  /// The size of the threshold, of which shares are taken on a linear axis.
  private let size: Double
  private let family: StreamFamily

  /// - Parameter truth: Its threshold.
  init(_ listener: any Listener, named name: String, _ task: TrialTask, truth: Double, _ study: Study, seed: UInt64) {
    self.listener = listener
    self.study = study
    isRatio = Population.comparesRatios(task)
    size = abs(truth)
    family = StreamFamily(seed: seed, path: ["plan", "person", name])
  }

  /// Whether thresholds are compared by their ratio.
  static func comparesRatios(_ task: TrialTask) -> Bool { task.kind == .comparison || task.axis.scale == .log }

  /// The value that the test of a study uses.
  ///
  /// - Returns: NaN for a missing threshold, and for one without a logarithm.
  static func value(of threshold: Double?, _ task: TrialTask) -> Double {
    guard let threshold else { return .nan }
    return comparesRatios(task) ? (threshold > 0 ? log(threshold) : .nan) : threshold
  }

  /// - Parameters:
  ///   - replicate: The replicate of the person.
  ///   - isSecond: Whether in the second condition, which has the effect.
  func person(_ replicate: Int, isSecond: Bool) -> any Listener {
    var random = family.stream(replicate: replicate)
    let own = random.normal()
    let effect = random.normal()
    func deviation(_ variation: Double) -> Double {
      isRatio ? Study.logDeviation(ofVariation: variation) : variation * size
    }
    var shift = own * deviation(study.between)
    if isSecond {
      shift += (isRatio ? log1p(study.effect) : study.effect * size) + effect * deviation(study.effectSpread)
    }
    return isRatio
      ? Person(model: listener, ratio: exp(shift), shift: 0) : Person(model: listener, ratio: 1, shift: shift)
  }
}

/// A listener for whom every level is another one: divided by a ratio, then less a shift.
struct Person: Listener {
  var model: any Listener
  var ratio: Double
  /// The threshold in the axis's unit.
  var shift: Double

  private func heard(_ comparison: Comparison) -> Comparison {
    var comparison = comparison
    comparison.offset = comparison.offset / ratio - shift
    comparison.level.value = comparison.level.value / ratio - shift
    return comparison
  }

  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    model.answer(heard(comparison), using: &random)
  }

  func probability(of comparison: Comparison) -> Double { model.probability(of: heard(comparison)) }

  func member(using random: inout RandomStream) -> (any Listener)? {
    model.member(using: &random).map { Person(model: $0, ratio: ratio, shift: shift) }
  }

  func hearing(_ sounds: RunSounds) -> any Listener {
    Person(model: model.hearing(sounds), ratio: ratio, shift: shift)
  }

  var isConditional: Bool { model.isConditional }
  var hasKnownTruth: Bool { model.hasKnownTruth }
  var fault: String? { model.fault }
  var hearsLoudness: Bool { model.hearsLoudness }
  var isSameOnAllNotes: Bool { model.isSameOnAllNotes }
  var lapse: Double { model.lapse }
}
