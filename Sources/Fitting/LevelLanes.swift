import CVectors
import Numerics

/// Counts laid out for vector arithmetic: rows of levels, trials and positive answers, filled up to a whole number of
/// vectors.
struct LevelLanes {
  /// More levels are looked at one by one: what a vector loop keeps of them lies on the stack.
  static let most = 2048

  private let rows: [Double]
  private let length: Int

  /// - Parameter counts: At least one level; nil for too many.
  init?(_ counts: Counts) {
    let count = counts.count
    guard count > 0, count <= LevelLanes.most else { return nil }
    let length = (count + 7) / 8 * 8
    self.length = length
    let bins = counts.bins
    rows = [Double](unsafeUninitializedCapacity: 3 * length) { rows, used in
      for index in 0..<length {
        // What fills a vector has no trials.
        let bin = bins[min(index, count - 1)]
        rows[index] = bin.level
        rows[length + index] = index < count ? bin.trials : 0
        rows[2 * length + index] = index < count ? bin.positives : 0
      }
      used = 3 * length
    }
  }

  /// The log-likelihood of a normal function, penalised or not.
  @inline(__always)
  func value(location: Double, slope: Double, guess: Double, lapse: Double, isPenalised: Bool) -> Double {
    rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { curve_value($0, length, location, slope, guess, lapse, isPenalised ? 1 : 0) } ?? 0
    }
  }

  /// The same with derivatives by the place and ln scale.
  @inline(__always)
  func expansion(
    location: Double, slope: Double, guess: Double, lapse: Double, isPenalised: Bool
  ) -> Expansion {
    var derivatives = [6 of Double](repeating: 0)
    rows.withUnsafeBufferPointer { rows in
      var span = derivatives.mutableSpan
      span.withUnsafeMutableBufferPointer { derivatives in
        guard let rows = rows.baseAddress, let derivatives = derivatives.baseAddress else { return }
        curve_expansion(rows, length, location, slope, guess, lapse, isPenalised ? 1 : 0, derivatives)
      }
    }
    var result = Expansion(value: derivatives[0])
    result.gradient = FitPoint(derivatives[1], derivatives[2], 0, 0)
    result.observed[0] = FitPoint(derivatives[3], derivatives[4], 0, 0)
    result.observed[1] = FitPoint(derivatives[4], derivatives[5], 0, 0)
    return result
  }
}
