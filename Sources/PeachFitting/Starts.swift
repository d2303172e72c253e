import PeachMath
import PeachSupport

/// The starting points for climbs of a likelihood.
extension Likelihood {
  private var first: Double { counts.bins[0].level }
  private var last: Double { counts.bins[counts.bins.count - 1].level }
  private var range: Double { last - first }

  /// A straight line through the logits of the proportions between the asymptotes, weighted by what each tells. Nil
  /// where it does not rise.
  ///
  /// Source: Finney (1971), Probit Analysis, 3rd ed., ch. 3.
  var regression: FitPoint? {
    let start = model.start(0, logScale: 0)
    let (guess, lapse) = (model.guess(at: start), start[3])
    let height = 1 - guess - lapse
    var sums = (weight: 0.0, level: 0.0, logit: 0.0)
    for bin in counts.bins {
      let (weight, logit) = Self.logit(bin, guess, height)
      sums.weight += weight
      sums.level += weight * bin.level
      sums.logit += weight * logit
    }
    let middle = (level: sums.level / sums.weight, logit: sums.logit / sums.weight)
    var products = (square: 0.0, mixed: 0.0)
    for bin in counts.bins {
      let (weight, logit) = Self.logit(bin, guess, height)
      let distance = bin.level - middle.level
      products.square += weight * distance * distance
      products.mixed += weight * distance * (logit - middle.logit)
    }
    let rise = products.mixed / products.square
    guard rise > 0, rise.isFinite else { return nil }
    // A logistic function of this rise, in the width that it shares with ours.
    let scale = Self.logisticWidth / (rise * shape.width)
    return model.start(middle.level - middle.logit / rise, logScale: log(scale))
  }

  /// F⁻¹(0.95) − F⁻¹(0.05) of the logistic function, 2 ln 19.
  private static var logisticWidth: Double { 5.888_877_957_974_6 }

  private static func logit(_ bin: Counts.Bin, _ guess: Double, _ height: Double) -> (weight: Double, logit: Double) {
    let proportion = (bin.positives + 0.5) / (bin.trials + 1)
    let share = min(max((proportion - guess) / height, 0.02), 0.98)
    return (bin.trials * share * (1 - share), log(share / (1 - share)))
  }

  /// Wide functions in the middle and at both ends.
  var wide: [FitPoint] {
    let logScale = log(range / shape.width)
    return [
      model.start((first + last) / 2, logScale: logScale), model.start(first, logScale: logScale),
      model.start(last, logScale: logScale),
    ]
  }

  /// The local peaks of a ladder of scales without a bias: tracks about zero crowd there, and may have several.
  var unbiased: [FitPoint] {
    let extent = counts.extent
    let low = log(extent.smallest / 4)
    let high = log(4 * extent.largest)
    let rungs = max(3, Int(((high - low) / log(3)).rounded(.up)) + 1)
    var starts: [FitPoint] = []
    var last = -Double.infinity
    var isRising = true
    var point = model.start(0, logScale: low)
    for rung in 0...rungs {
      let next = model.start(0, logScale: low + (high - low) * Double(rung) / Double(rungs - 1))
      let value = rung < rungs ? value(at: next) : -.infinity
      if isRising, value <= last { starts.append(point) }
      isRising = value > last
      (point, last) = (next, value)
    }
    return starts
  }

  /// Steep functions about a step.
  func steep(about step: StepScan.Step) -> [FitPoint] {
    let gap = step.gap.upperBound - step.gap.lowerBound
    let width = gap > 0 ? gap : range / Double(max(1, counts.bins.count - 1))
    return [1, 4].map { times in
      var point = model.start(step.middle, logScale: log(times * width / shape.width))
      if model.free.contains(2) { point[2] = min(max(step.guess, 0.01), model.high[2]) }
      if model.free.contains(3) { point[3] = min(max(step.lapse, 0.01), model.high[3]) }
      return point
    }
  }
}
