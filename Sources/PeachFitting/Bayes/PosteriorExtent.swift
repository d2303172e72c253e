import PeachMath
import PeachSupport

/// Finds where the mass of a posterior lies. Its density by threshold and ln width is taken at the best rates; what is
/// e^−`depth` of the rest or less is left out, and a low plain counts for as much as it holds next to a sharp peak.
struct PosteriorExtent {
  private let model: BayesianModel
  private let profile: RateProfile
  private let box: SearchBox
  private let mode: Posterior.Point
  private let depth: Double
  /// The values of η that the best is taken of; one where it is not free.
  private var overdispersions: [Double]
  /// The highest density met, and the logarithm of the largest mass at one ln width.
  private(set) var highest = -Double.infinity
  private var largest = -Double.infinity

  init(_ model: BayesianModel, _ profile: RateProfile, _ box: SearchBox, mode: Posterior.Point, depth: Double) {
    self.model = model
    self.profile = profile
    self.box = box
    self.mode = mode
    self.depth = depth
    overdispersions = [mode.overdispersion]
    note(peak(log(mode.width), near: mode.threshold))
  }

  private mutating func note(_ peak: Peak) {
    highest = max(highest, peak.value)
    largest = max(largest, peak.logMass)
  }

  /// The density below which even all thresholds together would not count.
  private var cut: Double {
    largest - log(model.threshold.bounds.upperBound - model.threshold.bounds.lowerBound) - depth
  }

  /// The logarithm of the density by threshold and ln width.
  private func density(_ threshold: Double, _ logWidth: Double) -> Double {
    let width = exp(logWidth)
    var best = -Double.infinity
    for overdispersion in overdispersions {
      best = max(best, profile.maximum(threshold: threshold, width: width, overdispersion: overdispersion))
    }
    return best + logWidth
  }

  /// The place between two others at which a falling function reaches a level, to a twentieth of the way; the second place if
  /// it stays above.
  private static func end(
    from start: Double, to bound: Double, above cut: Double, _ value: (Double) -> Double
  ) -> Double {
    if value(bound) >= cut { return bound }
    var (inside, outside) = (start, bound)
    while abs(outside - inside) > 0.05 * abs(outside - start) {
      let middle = (inside + outside) / 2
      if middle == inside || middle == outside { break }
      if value(middle) >= cut { inside = middle } else { outside = middle }
    }
    return outside
  }

  // MARK: Overdispersion

  /// The range of η; what is asked for after it takes all of it into account.
  mutating func overdispersionRange() -> ClosedRange<Double> {
    guard let bounds = model.settings.overdispersionDensity?.bounds else { return 0...0 }
    var start = [mode.threshold / box.range, log(mode.width)]
    func best(_ overdispersion: Double) -> Double {
      let found = try? Simplex.minimum(start: start, steps: [0.1, 0.1], tolerance: 0.01) {
        -profile.maximum(threshold: $0[0] * box.range, width: exp($0[1]), overdispersion: overdispersion) - $0[1]
      }
      guard let found else { return -.infinity }
      start = found.point
      return -found.value
    }
    let high = Self.end(from: mode.overdispersion, to: bounds.upperBound, above: highest - depth - 4, best)
    start = [mode.threshold / box.range, log(mode.width)]
    let low = Self.end(from: mode.overdispersion, to: bounds.lowerBound, above: highest - depth - 4, best)
    // Where proportions vary more, all else is known less well: there is more room than at the mode.
    overdispersions = [0, 0.1, 0.25, 0.5, 0.75, 1].map { low + $0 * (high - low) }
    return low...high
  }

  // MARK: Width

  /// The range of ln width.
  mutating func logWidthRange() -> ClosedRange<Double> {
    let bounds = model.width.bounds
    let top = log(bounds.upperBound)
    // A density that is finite at 0 comes to nothing by ln width.
    let bottom = bounds.lowerBound > 0 ? log(bounds.lowerBound) : -.infinity
    var high = walk(from: log(mode.width), step: 0.1, to: top)
    var low = walk(from: log(mode.width), step: -0.1, to: bottom)
    // Another hill may lie beyond a valley.
    let lattice = box.logWidthLattice.map(\.place)
    for place in lattice where place > high && isMassive(place) { high = walk(from: place, step: 0.1, to: top) }
    for place in lattice.reversed() where place < low && isMassive(place) {
      low = walk(from: place, step: -0.1, to: bottom)
    }
    return low...high
  }

  private mutating func isMassive(_ logWidth: Double) -> Bool {
    let peak = peak(logWidth, near: mode.threshold)
    note(peak)
    return peak.logMass >= largest - depth
  }

  private mutating func walk(from start: Double, step: Double, to bound: Double) -> Double {
    var hint = mode.threshold
    var inside = start
    var step = step
    while true {
      let outside = step > 0 ? min(inside + step, bound) : max(inside + step, bound)
      let peak = peak(outside, near: hint)
      note(peak)
      if peak.logMass < largest - depth {
        return Self.end(from: inside, to: outside, above: largest - depth) { self.peak($0, near: hint).logMass }
      }
      if outside == bound { return bound }
      hint = peak.threshold
      inside = outside
      step *= 2
    }
  }

  // MARK: Threshold

  /// The thresholds at one width.
  struct Section {
    var best: Double
    var range: ClosedRange<Double>
  }

  /// `nil` if the width has no density.
  ///
  /// - Parameter hint: The best threshold at a width nearby.
  mutating func section(_ logWidth: Double, near hint: Double) -> Section? {
    let peak = peak(logWidth, near: hint)
    guard peak.value > -.infinity else { return nil }
    note(peak)
    // Of a width at the edge something is kept too, so that the mass comes to its end without a jump.
    let cut = min(cut, peak.value - 6)
    let inside = zip(box.thresholdLattice, peak.lattice).filter { $1 >= cut }.map(\.0.place)
    let bounds = model.threshold.bounds
    let step = box.range / 24
    let low = edge(
      inside.reduce(peak.threshold, min), step: -step, to: bounds.lowerBound, above: cut, logWidth: logWidth)
    let high = edge(
      inside.reduce(peak.threshold, max), step: step, to: bounds.upperBound, above: cut, logWidth: logWidth)
    return low < high ? Section(best: peak.threshold, range: low...high) : nil
  }

  private func edge(
    _ start: Double, step: Double, to bound: Double, above cut: Double, logWidth: Double
  ) -> Double {
    var inside = start
    var step = step
    while true {
      let outside = step > 0 ? min(inside + step, bound) : max(inside + step, bound)
      if density(outside, logWidth) < cut {
        return Self.end(from: inside, to: outside, above: cut) { density($0, logWidth) }
      }
      if outside == bound { return bound }
      inside = outside
      step *= 2
    }
  }

  private struct Peak {
    var threshold: Double
    var value: Double
    /// The logarithm of the mass of all thresholds, roughly.
    var logMass: Double
    /// The density along the box's lattice.
    var lattice: [Double]
  }

  /// The best threshold at one width, from a lattice and from a hint.
  private func peak(_ logWidth: Double, near hint: Double) -> Peak {
    func place(_ threshold: Double) -> (threshold: Double, value: Double) { (threshold, density(threshold, logWidth)) }
    var best = place(hint)
    var reach = box.range / 48
    var lattice: [Double] = []
    for point in box.thresholdLattice {
      let here = place(point.place)
      lattice.append(here.value)
      if here.value > best.value {
        best = here
        reach = point.length / 2
      }
    }
    guard best.value > -.infinity else {
      return Peak(threshold: hint, value: best.value, logMass: best.value, lattice: lattice)
    }
    // Halving about the best, until its neighbours are as good.
    for _ in 0..<40 {
      let neighbours = [place(best.threshold - reach), place(best.threshold + reach)]
      let isFlat = neighbours.allSatisfy { abs($0.value - best.value) < 0.1 }
      for neighbour in neighbours where neighbour.value > best.value { best = neighbour }
      if isFlat { break }
      reach /= 2
    }
    // A normal falls by 0.1 within 0.45 of its deviation; it holds 2.5 of them times its peak.
    let plain = zip(box.thresholdLattice, lattice).reduce(0) { $0 + exp($1.1 - best.value) * $1.0.length }
    return Peak(
      threshold: best.threshold, value: best.value, logMass: best.value + log(max(plain, 5.6 * reach)),
      lattice: lattice)
  }

  // MARK: Rates

  /// Widens the ranges of the rates to what is likely at one threshold and width.
  mutating func widen(_ ranges: inout RateRanges, threshold: Double, logWidth: Double) {
    for overdispersion in overdispersions {
      let value = profile.maximum(threshold: threshold, width: exp(logWidth), overdispersion: overdispersion) + logWidth
      guard value >= cut else { continue }
      let rest = value - profile.value
      let (guess, lapse) = (profile.guess, profile.lapse)
      ranges.guess = widened(ranges.guess, guess, model.settings.guessDensity) { rest + profile.value(guess: $0) }
      _ = profile.value(guess: guess)
      ranges.lapse = widened(ranges.lapse, lapse, model.settings.lapseDensity) { rest + profile.value(lapse: $0) }
    }
  }

  private func widened(
    _ range: ClosedRange<Double>?, _ best: Double, _ density: BoundedDensity?, _ value: (Double) -> Double
  ) -> ClosedRange<Double>? {
    guard let bounds = density?.bounds else { return nil }
    var low = min(range?.lowerBound ?? best, best)
    var high = max(range?.upperBound ?? best, best)
    if low > bounds.lowerBound && value(low) >= cut {
      low = Self.end(from: low, to: bounds.lowerBound, above: cut, value)
    }
    if high < bounds.upperBound && value(high) >= cut {
      high = Self.end(from: high, to: bounds.upperBound, above: cut, value)
    }
    return low...high
  }
}

/// The ranges of the asymptotes that are free.
struct RateRanges {
  var guess: ClosedRange<Double>?
  var lapse: ClosedRange<Double>?
}
