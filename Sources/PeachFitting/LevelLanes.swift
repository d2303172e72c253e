import CVectors
import PeachMath

extension PsychometricFunction {
  /// Its name among the functions that have vector arithmetic.
  static var vectorShape: curve_shape? {
    if Self.self == NormalFunction.self { return CURVE_NORMAL }
    return Self.self == LogisticFunction.self ? CURVE_LOGISTIC : nil
  }
}

/// Counts laid out for vector arithmetic: rows of levels, trials and positive answers, filled up to a whole number of
/// vectors.
struct LevelLanes {
  /// More levels are looked at one by one: what a vector loop keeps of them lies on the stack.
  static let most = 2048

  private let shape: curve_shape
  private let rows: [Double]
  private let length: Int

  /// - Parameters:
  ///   - counts: At least one level; `nil` for too many.
  ///   - shape: `nil` if there is none.
  init?(_ counts: Counts, _ shape: curve_shape?) {
    let count = counts.count
    guard let shape, count > 0, count <= LevelLanes.most else { return nil }
    let length = (count + 7) / 8 * 8
    self.length = length
    self.shape = shape
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

  /// The log-likelihood.
  ///
  /// - Parameter penalty: The penalty to add; `nil` for none.
  @inline(__always)
  func value(location: Double, slope: Double, guess: Double, lapse: Double, penalty: Penalty?) -> Double {
    let penalty = LevelLanes.vector(penalty)
    return rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { curve_value($0, length, shape, location, slope, guess, lapse, penalty) } ?? 0
    }
  }

  @inline(__always)
  private static func vector(_ penalty: Penalty?) -> curve_penalty {
    curve_penalty(weight: penalty?.weight ?? 0, rate: penalty?.rate ?? 0)
  }

  /// The same with derivatives by the place and ln scale.
  @inline(__always)
  func expansion(
    location: Double, slope: Double, guess: Double, lapse: Double, penalty: Penalty?
  ) -> Expansion {
    let penalty = LevelLanes.vector(penalty)
    let derivatives: [6 of Double] = filled {
      curve_expansion($0, length, shape, location, slope, guess, lapse, penalty, $1)
    }
    var result = Expansion(value: derivatives[0])
    result.gradient = FitPoint(derivatives[1], derivatives[2], 0, 0)
    result.observed[0] = FitPoint(derivatives[3], derivatives[4], 0, 0)
    result.observed[1] = FitPoint(derivatives[4], derivatives[5], 0, 0)
    return result
  }

  /// The log-likelihood alone with derivatives by all parameters.
  ///
  /// - Parameter isTied: Whether the guess is the lapse and moves with it.
  @inline(__always)
  func fullExpansion(location: Double, slope: Double, guess: Double, lapse: Double, isTied: Bool) -> Expansion {
    let derivatives: [15 of Double] = filled {
      curve_full_expansion($0, length, shape, location, slope, guess, lapse, isTied ? 1 : 0, $1)
    }
    var result = Expansion(value: derivatives[0])
    result.gradient = FitPoint(derivatives[1], derivatives[2], derivatives[3], derivatives[4])
    result.observed[0] = FitPoint(derivatives[5], derivatives[6], derivatives[7], derivatives[8])
    result.observed[1] = FitPoint(derivatives[6], derivatives[9], derivatives[10], derivatives[11])
    result.observed[2] = FitPoint(derivatives[7], derivatives[10], derivatives[12], derivatives[13])
    result.observed[3] = FitPoint(derivatives[8], derivatives[11], derivatives[13], derivatives[14])
    return result
  }

  /// The value and its derivatives, as a loop over the rows fills them in.
  @inline(__always)
  private func filled<let count: Int>(
    _ fill: (UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Void
  ) -> [count of Double] {
    var derivatives = [count of Double](repeating: 0)
    rows.withUnsafeBufferPointer { rows in
      var span = derivatives.mutableSpan
      span.withUnsafeMutableBufferPointer { derivatives in
        guard let rows = rows.baseAddress, let derivatives = derivatives.baseAddress else { return }
        fill(rows, derivatives)
      }
    }
    return derivatives
  }
}
