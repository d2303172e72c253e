import PeachMath
import PeachSupport

/// Candidates for another peak of the likelihood. With few trials it usually has several peaks.
extension Likelihood {
  /// Curves about a peak: steeper ones to both sides of it, shallower ones, and each with other asymptotes where those are
  /// free. A steep curve with lapses and a shallow one without tell nearly the same.
  func beside(_ peak: FitPoint) -> [FitPoint] {
    let scale = exp(peak[1])
    let hasFreeAsymptotes = model.free.contains(2) || model.free.contains(3)
    let pairs = model.asymptotes([0, 0.4, 0.9])
    var found: [FitPoint] = []
    for (factor, shifts) in hasFreeAsymptotes ? Self.wideSurroundings : Self.surroundings {
      for shift in shifts {
        for pair in pairs {
          let point = FitPoint(peak[0] + shift * scale, peak[1] + factor, pair.guess, pair.lapse)
          found.append(point.clamped(lowerBound: low, upperBound: high))
        }
      }
    }
    return found
  }

  /// Curves of all scales about a step: a steep one says nothing about shallow ones.
  func smooth(about step: StepScan.Step) -> [FitPoint] {
    let extent = counts.bins[counts.bins.count - 1].level - counts.bins[0].level
    let widest = log(extent / shape.width) - 0.4
    return (0..<6).flatMap { rung in
      [-0.6, 0, 0.6].flatMap { shift in
        model.asymptotes([0, 0.4, 0.9]).map { pair in
          let logScale = widest - 0.8 * Double(rung)
          return FitPoint(step.middle + shift * exp(logScale), logScale, pair.guess, pair.lapse)
            .clamped(lowerBound: low, upperBound: high)
        }
      }
    }
  }

  /// Steps in ln scale, and in scales to either side.
  private static var surroundings: [(Double, [Double])] {
    [
      (-0.75, [0]), (-1.05, [-0.9, -0.3, 0.3, 0.9]), (-1.9, [-0.75, -0.3, 0.3, 0.75]), (-2.5, [-0.9, -0.5, 0.5, 0.9]),
      (0.92, [-0.8, 0.8]),
    ]
  }

  private static var wideSurroundings: [(Double, [Double])] {
    [(-2.3, [-0.1, 0.2, 0.5, 0.8]), (-1.4, [-0.3, 0, 0.4, 0.8]), (0, [0]), (0.92, [-0.8, 0, 0.8])]
  }

  /// Curves that are steps but for two levels close together, whose proportions they go through; the best few, with how
  /// likely they are.
  func pairs() -> [(point: FitPoint, value: Double)] {
    StepScan.pairs(counts, model).compactMap { pair in
      curve(through: counts.bins[pair.index], counts.bins[pair.index + 1], pair).map { ($0, value(at: $0)) }
    }
  }

  private func curve(through first: Counts.Bin, _ second: Counts.Bin, _ pair: StepScan.Pair) -> FitPoint? {
    let height = 1 - pair.guess - pair.lapse
    func place(_ bin: Counts.Bin) -> Double {
      Function.standardQuantile(min(max((bin.positives / bin.trials - pair.guess) / height, 1e-6), 1 - 1e-6))
    }
    let (low, high) = (place(first), place(second))
    guard high > low else { return nil }
    let scale = (second.level - first.level) / (high - low)
    let point = FitPoint(
      first.level - scale * (low - shape.centre), log(scale), model.isTied ? 0 : pair.guess, pair.lapse)
    return point.clamped(lowerBound: self.low, upperBound: self.high)
  }
}

extension FitModel {
  /// Pairs of asymptotes, each at shares of the range between its bounds where it is free; a tied guess is 0.
  func asymptotes(_ shares: [Double]) -> [(guess: Double, lapse: Double)] {
    func values(_ index: Int) -> [Double] {
      free.contains(index) ? shares.map { low[index] + $0 * (high[index] - low[index]) } : [low[index]]
    }
    return values(2).flatMap { guess in values(3).map { (guess, $0) } }
  }
}

/// The surroundings of a peak as its curvature tells them.
struct PeakBasin {
  private let peak: Peak
  private let information: SymmetricRows

  init(_ peak: Peak, _ target: some Objective) {
    self.peak = peak
    information = peak.information ?? target.expansion(at: peak.point).observed
  }

  var height: Double { peak.value }

  /// Whether a point is as high as the curvature says, so that a climb from it would end here.
  func explains(_ point: FitPoint, _ value: Double) -> Bool {
    let move = point - peak.point
    var quadratic = 0.0
    for row in 0..<4 { quadratic += move[row] * (information[row] * move).sum() }
    let drop = peak.value - value
    return drop >= -1e-9 && abs(drop - quadratic / 2) < 0.2 * drop + 1e-3
  }
}
