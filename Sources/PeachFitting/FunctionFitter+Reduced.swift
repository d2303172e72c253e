import PeachMath
import PeachSupport
import PeachTrials

/// Fits by the penalised likelihood. Its highest point is always a curve: no step comes near it.
extension FunctionFitter {
  func reducedFit(_ counts: Counts, _ likelihood: Likelihood<Function>) -> FitResult {
    if let status = degeneracy(counts, likelihood.model) {
      var result = FitLimits(likelihood.counts, likelihood.model).result(status, settings)
      if status == .allCorrect, settings.isTwoSided {
        result.bound = readings(of: reducedSearch(likelihood).point, likelihood.model).threshold
      }
      return result
    }
    return reducedReading(reducedSearch(likelihood), likelihood)
  }

  func reducedRefit(_ counts: Counts, _ likelihood: Likelihood<Function>, near start: FitPoint) -> FitResult {
    let peak = maximiser.climb(likelihood, from: start)
    guard peak.hasConverged, peak.point[1] > likelihood.low[1], peak.point[1] < likelihood.high[1] else {
      return reducedReading(reducedSearch(likelihood), likelihood)
    }
    return reducedReading(peak, likelihood)
  }

  private func reducedReading(_ peak: Peak, _ likelihood: Likelihood<Function>) -> FitResult {
    if peak.point[1] >= likelihood.high[1] || peak.value <= flatPeak(likelihood, above: peak.value) {
      return FitLimits(likelihood.counts, likelihood.model).result(.decreasing, settings)
    }
    return reading(of: peak, likelihood)
  }

  /// A peak as a result.
  func reading(of peak: Peak, _ likelihood: Likelihood<Function>) -> FitResult {
    var result = readings(of: peak.point, likelihood.model)
    result.penalised = likelihood.isPenalised ? peak.value : nil
    result.logLikelihood = likelihood.plainValue(at: peak.point)
    result.parameters = likelihood.model.parameters
    result.status =
      boundStatus(peak.point, likelihood.model)
      ?? (peak.point[1] <= likelihood.low[1] ? .widthAtBound : nil)
      ?? reachStatus(result, likelihood.counts) ?? (peak.hasConverged ? .ok : .notConverged)
    return result
  }

  /// The highest penalised likelihood of functions that do not depend on the level; −∞ where it is known to be below a
  /// floor.
  private func flatPeak(_ likelihood: Likelihood<Function>, above floor: Double) -> Double {
    let plain = FitLimits.flat(likelihood.counts, likelihood.model)
    let levels = likelihood.counts.bins
    let total = likelihood.counts.total
    let mean = levels.reduce(0) { $0 + $1.trials * $1.level } / total
    let spread = levels.reduce(0) { $0 + $1.trials * ($1.level - mean) * ($1.level - mean) }
    let constant = 0.5 * log(total * spread)
    let penalty = likelihood.penalty
    guard plain + penalty.weight * (Likelihood<Function>.greatestLogWeight + constant) > floor else {
      return -.infinity
    }
    let positives = likelihood.counts.totalPositive
    func height(_ u: Double, _ guess: Double, _ lapse: Double) -> Double {
      let function = Function.standardPoint(u)
      let positive = guess + (1 - guess - lapse) * function.value
      let negative = lapse + (1 - guess - lapse) * function.complement
      let span = 1 - penalty.rate - penalty.rate
      let up = span * function.density / (penalty.rate + span * function.value)
      let down = span * function.density / (penalty.rate + span * function.complement)
      return Counts.term(positives, positive) + Counts.term(total - positives, negative)
        + penalty.weight * (log(up * down) + constant)
    }
    let range = Function.standardQuantile(1e-9)...Function.standardQuantile(1 - 1e-9)
    return likelihood.model.asymptotes([0, 0.25, 0.5, 1]).reduce(-.infinity) { best, pair in
      let guess = likelihood.model.isTied ? pair.lapse : pair.guess
      let top = UnimodalMinimum.minimum(in: range, points: 64) { -height($0, guess, pair.lapse) }
      return max(best, height(top, guess, pair.lapse))
    }
  }

  /// The highest peak of those that ladders of scales lead to: of a few, and of more where that peak is not sharp.
  func reducedSearch(_ likelihood: Likelihood<Function>) -> Peak {
    if likelihood.counts.count > Self.manyLevels { return scouted(likelihood) { self.reducedSearch($0) } }
    var best = Peak(point: .zero, value: -.infinity, hasConverged: false)
    var basins: [PeakBasin] = []
    func climb(_ starts: [(point: FitPoint, value: Double)], within margin: Double, most: Int = .max) {
      let floor = starts.reduce(best.value) { max($0, $1.value) } - margin
      for start in starts.sorted(by: { $0.value > $1.value }).prefix(most) where start.value > floor {
        if basins.contains(where: { $0.explains(start.point, start.value) }) { continue }
        let peak = maximiser.climb(likelihood, from: start.point, toOtherPeakThan: basins)
        if peak.value > best.value { best = peak }
        if peak.hasConverged { basins.append(PeakBasin(peak, likelihood)) }
      }
    }
    let ladders = StartLadder.all(of: likelihood, aboutZero: settings.isTwoSided)
    climb(ladders.first.flatMap { $0.peaks(of: likelihood) }, within: Self.reducedMargin)
    // A steep curve with lapses and a shallow one without tell nearly the same.
    if likelihood.free.count > 2 || sharpness(of: best, likelihood) < Self.sharp {
      climb(ladders.more.flatMap { $0.peaks(of: likelihood) }, within: Self.reducedMargin)
      climb(likelihood.beside(best.point).map { ($0, likelihood.value(at: $0)) }, within: 1, most: 4)
      // Between two levels may lie a steep peak that no ladder at a level meets.
      if !settings.isTwoSided {
        let steps = StepScan(likelihood.counts, likelihood.model).best.map(\.middle)
        climb(
          StartLadder.at(steps, of: likelihood).flatMap { $0.peaks(of: likelihood) }, within: Self.reducedMargin)
      }
    }
    return best.hasConverged ? best : maximiser.rescue(likelihood, best)
  }

  /// A quarter of 14 267 tracks of 60 trials had a less sharp peak. Among them were 80 of the 91 with a higher peak
  /// elsewhere.
  private static var sharp: Double { 250 }

  /// A start is climbed where it comes this close to the highest.
  private static var reducedMargin: Double { 3 }
}

extension Likelihood {
  /// More than the logarithm of the largest information of a trial about u.
  static var greatestLogWeight: Double { 2 }
}

/// Curves of many scales at one place, or at one share of their scale.
struct StartLadder {
  private let place: Double
  private let isRatio: Bool
  private let logScales: ClosedRange<Double>
  private let rungs: Int
  private let guess: Double
  private let lapse: Double

  /// - Parameter aboutZero: Whether a track crowds about zero.
  static func all<Function: PsychometricFunction>(
    of likelihood: Likelihood<Function>, aboutZero: Bool
  ) -> (first: [StartLadder], more: [StartLadder]) {
    let (scales, rungs) = Self.scales(of: likelihood, aboutZero: aboutZero)
    let places = likelihood.counts.quantiles([0.1, 0.3, 0.5, 0.7, 0.9])
    let pairs = likelihood.model.asymptotes([0.1, 0.9])
    var (first, more): ([StartLadder], [StartLadder]) = ([], [])
    for (index, pair) in pairs.enumerated() {
      func ladder(_ place: Double, isRatio: Bool) -> StartLadder {
        StartLadder(
          place: place, isRatio: isRatio, logScales: scales, rungs: rungs, guess: pair.guess, lapse: pair.lapse)
      }
      let ratios = aboutZero ? [-1.0, 0, 1].map { ladder($0, isRatio: true) } : []
      let placed = places.map { ladder($0, isRatio: false) }
      if index > 0 {
        more += ratios + placed
      } else if aboutZero {
        (first, more) = ([ratios[1]], [ratios[0], ratios[2]] + placed)
      } else {
        (first, more) = ([placed[1], placed[3]], [placed[0], placed[2], placed[4]])
      }
    }
    return (first, more)
  }

  /// Ladders at some places, with low and with high asymptotes.
  static func at<Function: PsychometricFunction>(
    _ places: [Double], of likelihood: Likelihood<Function>
  ) -> [StartLadder] {
    let (scales, rungs) = Self.scales(of: likelihood, aboutZero: false)
    return likelihood.model.asymptotes([0.1, 0.9]).flatMap { pair in
      places.map {
        StartLadder(
          place: $0, isRatio: false, logScales: scales, rungs: rungs, guess: pair.guess, lapse: pair.lapse)
      }
    }
  }

  /// The ln scales of a ladder, from steep to flat, and how many they are.
  private static func scales<Function: PsychometricFunction>(
    of likelihood: Likelihood<Function>, aboutZero: Bool
  ) -> (logScales: ClosedRange<Double>, count: Int) {
    let bins = likelihood.counts.bins
    let extent = likelihood.counts.extent
    let range = bins[bins.count - 1].level - bins[0].level
    let steepest = aboutZero ? extent.smallest / 4 : range / Double(8 * bins.count)
    let widest = aboutZero ? 2 * extent.largest : 2 * range
    let scales = log(max(steepest, widest / 1000))...log(widest)
    let rungs = max(3, Int(((scales.upperBound - scales.lowerBound) / 0.9).rounded(.up)) + 1)
    return (scales, rungs)
  }

  /// The local peaks along it.
  func peaks<Function: PsychometricFunction>(of likelihood: Likelihood<Function>) -> [(point: FitPoint, value: Double)]
  {
    var peaks: [(point: FitPoint, value: Double)] = []
    var last = -Double.infinity
    var rising: (point: FitPoint, value: Double)?
    for rung in 0..<rungs {
      let share = Double(rung) / Double(rungs - 1)
      let logScale = logScales.lowerBound + (logScales.upperBound - logScales.lowerBound) * share
      let point = FitPoint(isRatio ? place * exp(logScale) : place, logScale, guess, lapse)
        .clamped(lowerBound: likelihood.low, upperBound: likelihood.high)
      let value = likelihood.value(at: point)
      if value <= last, let peak = rising {
        peaks.append(peak)
        rising = nil
      }
      if value > last { rising = (point, value) }
      last = value
    }
    if let rising { peaks.append(rising) }
    return peaks
  }
}

extension Counts {
  /// The levels below which shares of the trials lie.
  ///
  /// - Parameter shares: Rising.
  fileprivate func quantiles(_ shares: [Double]) -> [Double] {
    let total = total
    var found: [Double] = []
    var below = 0.0
    for bin in bins {
      below += bin.trials
      while found.count < shares.count, below >= shares[found.count] * total { found.append(bin.level) }
    }
    return found
  }
}
