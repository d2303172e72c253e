import PeachFitting
import PeachMath
import PeachTrials

/// Answers for joint fits.
enum JointData {
  /// Expected counts of a normal function: no noise.
  static func expected(
    _ levels: [Double], threshold: Double, scale: Double, guess: Double = 0.5, lapse: Double = 0, each: Double = 300
  ) -> Counts {
    Counts(
      levels.map { level in
        let p = guess + (1 - guess - lapse) * NormalDistribution.cumulative((level - threshold) / scale)
        return Counts.Bin(level: level, trials: each, positives: each * p)
      })
  }

  static func counts(_ levels: [Double], _ trials: Double, _ positives: [Double]) -> Counts {
    Counts(zip(levels, positives).map { Counts.Bin(level: $0, trials: trials, positives: $1) })
  }

  static let levels = [2.0, 4.5, 7, 9.5, 12, 17]
  /// Two conditions that differ in threshold by a little more than chance.
  static let first = counts(levels, 40, [21, 24, 29, 36, 39, 40])
  static let second = counts(levels, 40, [19, 21, 24, 29, 37, 39])
}

/// Random numbers of a seed.
struct Uniforms: UniformSource {
  private var stream: RandomStream

  init(seed: UInt64) { stream = RandomStream(seed: seed) }

  mutating func uniform() -> Double { stream.unit() }
}
