import PeachMath
import PeachSupport

/// The profile likelihood of a quantity: how likely the data are at most where it has a value.
///
/// All else may have several peaks there, and which is the highest changes along the profile: at each value a ladder of
/// curves is looked at, and climbs begin at its peaks.
///
/// Source: Venzon & Moolgavkar (1988), Appl. Statist. 37:87–94, doi:10.2307/2347496.
struct Profile<Function: PsychometricFunction> {
  private let fitter: FunctionFitter<Function>
  private let quantity: Quantity
  private let likelihood: Likelihood<Function>
  private let ladder: ProfileLadder<Function>
  /// The best steps: the first few of them no rung of a ladder may meet.
  private let steps: [StepScan.Step]

  /// How many of a ladder's peaks are climbed.
  private static var climbs: Int { 4 }

  init(_ quantity: Quantity, _ fitter: FunctionFitter<Function>, _ likelihood: Likelihood<Function>) {
    self.fitter = fitter
    self.quantity = quantity
    self.likelihood = likelihood
    ladder = ProfileLadder(quantity, fitter, likelihood)
    // Where a penalty is, no step is likely.
    steps = likelihood.isPenalised ? [] : StepScan(likelihood.counts, likelihood.model, limit: 64).best
  }

  private var isByBias: Bool { quantity == .threshold && fitter.settings.isTwoSided }

  /// The highest point at which the quantity has a value; its log-likelihood is −∞ if no curve in the box has that
  /// value.
  ///
  /// - Parameters:
  ///   - value: The value of the quantity, in printed units.
  ///   - near: A point near which it may lie.
  ///   - floor: The log-likelihood below which a climb may stop.
  func highest(at value: Double, near: FitPoint?, above floor: Double = -.infinity) -> Peak {
    var best = Peak(point: .zero, value: -.infinity, hasConverged: false)
    guard let target = target(at: value) else { return best }
    func climb(from start: FitPoint) {
      let peak = fitter.profileMaximiser.climb(target, from: start)
      guard peak.value > best.value, let curve = target.curve(at: peak.point) else { return }
      best = Peak(point: curve.point, value: peak.value, hasConverged: peak.hasConverged)
    }
    if let near { climb(from: coordinates(of: near, value)) }
    var starts = ladder.peaks(at: value).map { (place: coordinates(of: $0.point, value), value: $0.value) }
    for step in steps.prefix(3) {
      var point = likelihood.steep(about: step)[0]
      point[1] -= 1.5
      let place = coordinates(of: point, value)
      starts.append((place, target.value(at: place)))
    }
    for start in starts.sorted(by: { $0.value > $1.value }).prefix(Self.climbs)
    where start.value > max(best.value, floor) - FunctionFitter<Function>.margin { climb(from: start.place) }
    return best
  }

  /// The middles of gaps in which a step is likelier than a level; narrow ones are no finding but two levels that a
  /// rounding has parted.
  func plateaus(above level: Double) -> [Double] {
    // A step's lapse rate changes the log-likelihood of catch trials by at most this.
    let caught = likelihood.counts.catches.highest(upTo: likelihood.high[3])
    return steps.filter { step in
      let gap = (
        fitter.settings.scale.level(at: step.gap.lowerBound), fitter.settings.scale.level(at: step.gap.upperBound)
      )
      return step.logLikelihood + caught >= level && gap.1 - gap.0 > 1e-3 * max(abs(gap.0), abs(gap.1))
    }.map(\.middle)
  }

  /// The likelihood with the quantity at a value; `nil` for a value that no curve has.
  private func target(at value: Double) -> ConstrainedLikelihood<Function>? {
    let model = likelihood.model
    let scales = fitter.scaleRange(for: quantity, model)
    if isByBias {
      guard value > 0 else { return nil }
      let reach = max(-model.low[0], model.high[0]) / exp(scales.lowerBound)
      return ConstrainedLikelihood(likelihood, holding: 1, scales: scales, reach: reach) { place in
        fitter.tangent(.twoSided, offset: 0, at: place, model)
      }
    }
    let held = quantity == .width ? 1 : 0
    return ConstrainedLikelihood(likelihood, holding: held, scales: scales, reach: nil) { place in
      fitter.dependent(for: quantity, value, at: place, model)?.tangent(at: place)
    }
  }

  /// The coordinates of a curve, and the value instead of its own.
  private func coordinates(of point: FitPoint, _ value: Double) -> FitPoint {
    guard isByBias else { return point }
    return FitPoint(point[0] / exp(point[1]), log(value), point[2], point[3])
  }
}

/// Curves of all kinds with a quantity at a value: all scales where a place is held, all places where a width is, all
/// biases where the threshold on both sides of zero is; and each with asymptotes at and between their bounds.
struct ProfileLadder<Function: PsychometricFunction> {
  private let fitter: FunctionFitter<Function>
  private let quantity: Quantity
  private let likelihood: Likelihood<Function>
  private let asymptotes: [(guess: Double, lapse: Double)]
  /// ln scales, places, or biases in scales.
  private let rungs: [Double]
  /// ln thresholds of curves of scale 1 with each bias, for each pair of asymptotes.
  private let unitThresholds: [[Double?]]
  private let scales: ClosedRange<Double>

  init(_ quantity: Quantity, _ fitter: FunctionFitter<Function>, _ likelihood: Likelihood<Function>) {
    self.fitter = fitter
    self.quantity = quantity
    self.likelihood = likelihood
    let model = likelihood.model
    scales = fitter.scaleRange(for: quantity, model)
    asymptotes = model.asymptotes([0, 0.5, 1])
    guard quantity == .threshold, fitter.settings.isTwoSided else {
      rungs = quantity == .width ? likelihood.places : Self.scales(model)
      unitThresholds = []
      return
    }
    let rungs = Self.biases(model)
    self.rungs = rungs
    unitThresholds = asymptotes.map { pair in
      rungs.map { bias in
        fitter.readings(of: FitPoint(bias, 0, pair.guess, pair.lapse), model).threshold.flatMap {
          $0 > 0 ? log($0) : nil
        }
      }
    }
  }

  /// The peaks along the ladder, in any order.
  func peaks(at value: Double) -> [(point: FitPoint, value: Double)] {
    var peaks: [(point: FitPoint, value: Double)] = []
    // A width's curves do not depend on the asymptotes, and may be costly to find.
    let common = quantity == .width ? curves(ofWidth: value) : []
    for pair in asymptotes.indices {
      var last = -Double.infinity
      var rising: (point: FitPoint, value: Double)?
      for rung in common.isEmpty ? rungs.indices : common.indices {
        var point = common.isEmpty ? curve(rung, pair, value) : common[rung]
        point?[2] = asymptotes[pair].guess
        point?[3] = asymptotes[pair].lapse
        let here = point.map { likelihood.value(at: $0) } ?? -.infinity
        if here <= last, let peak = rising {
          peaks.append(peak)
          rising = nil
        }
        if here > last, let point { rising = (point, here) }
        last = here
      }
      if let rising { peaks.append(rising) }
    }
    return peaks
  }

  /// The curves of a width, from low to high places.
  ///
  /// With a penalty a steep curve has a peak next to each of the two levels that it lies between: rungs near them part these.
  private func curves(ofWidth width: Double) -> [FitPoint?] {
    let curves = rungs.indices.map { curve($0, 0, width) }
    guard likelihood.isPenalised else { return curves }
    var all = curves.compactMap(\.self)
    for (left, right) in zip(all, all.dropFirst()) {
      let middle = (left[0] + right[0]) / 2
      let offsets = [0.5, 1, 2.5]
      let near = offsets.map { left[0] + $0 * exp(left[1]) }.filter { $0 < middle }
      let far = offsets.reversed().map { right[0] - $0 * exp(right[1]) }.filter { $0 > middle }
      all += (near + far).compactMap { curve(at: $0, 0, width) }
    }
    return all.sorted { $0[0] < $1[0] }
  }

  private func curve(_ rung: Int, _ pair: Int, _ value: Double) -> FitPoint? {
    curve(at: rungs[rung], pair, value, rung)
  }

  private func curve(at place: Double, _ pair: Int, _ value: Double, _ rung: Int? = nil) -> FitPoint? {
    let (guess, lapse) = asymptotes[pair]
    var point: FitPoint
    if let rung, !unitThresholds.isEmpty {
      guard let unit = unitThresholds[pair][rung] else { return nil }
      let logScale = log(value) - unit
      point = FitPoint(place * exp(logScale), logScale, guess, lapse)
    } else {
      point = FitPoint(place, place, guess, lapse)
      guard let dependent = fitter.dependent(for: quantity, value, at: point, likelihood.model) else { return nil }
      point[dependent.index] = dependent.value
    }
    let isInside = point[0] >= likelihood.low[0] && point[0] <= likelihood.high[0] && scales.contains(point[1])
    return isInside ? point : nil
  }

  /// At most 48 ln scales.
  private static func scales(_ model: FitModel) -> [Double] {
    let (low, high) = (model.low[1], model.high[1])
    let count = min(48, Int(((high - low) / 0.5).rounded(.up)) + 1)
    return (0..<count).map { low + (high - low) * Double($0) / Double(max(1, count - 1)) }
  }

  /// From none to as many scales as there are in the largest threshold, on both sides.
  private static func biases(_ model: FitModel) -> [Double] {
    let reach = asinh(max(-model.low[0], model.high[0]) / exp(model.low[1]))
    let count = Int((reach / 0.25).rounded(.up))
    return (-count...count).map { sinh(0.25 * Double($0)) }
  }
}

extension Likelihood {
  /// At most about 50 places among the levels, at them and between them, and some beyond.
  fileprivate var places: [Double] {
    let bins = counts.bins
    let stride = max(1, (bins.count + 23) / 24)
    var places = [low[0], (low[0] + bins[0].level) / 2]
    for index in Swift.stride(from: 0, to: bins.count, by: stride) {
      places.append(bins[index].level)
      if index + 1 < bins.count { places.append((bins[index].level + bins[index + 1].level) / 2) }
    }
    return places + [(high[0] + bins[bins.count - 1].level) / 2, high[0]]
  }
}
