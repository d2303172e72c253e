import Glibc
import PeachFitting
import PeachMath
import PeachTrials

/// The highest likelihood of a data set, found without any of our own iteration: from random starts by GSL's simplex on
/// a likelihood written anew, and over all step functions.
struct ReferenceMaximum {
  private let function: any PsychometricFunction.Type
  /// Levels on the fit's scale.
  private let places: [Double]
  private let bins: [Counts.Bin]
  private let thresholds: ClosedRange<Double>
  private let logScales: ClosedRange<Double>
  /// Where random starts lie.
  private let startScales: ClosedRange<Double>
  private let isAboutZero: Bool
  private let guesses: ClosedRange<Double>
  private let lapses: ClosedRange<Double>
  private let isTied: Bool
  private let centre: Double

  init(_ data: RandomDataSet) {
    let settings = data.settings
    function = settings.function
    bins = data.counts.bins
    let places = bins.map { bin in
      switch settings.scale {
      case .linear: bin.level
      case .log10: log10(bin.level)
      case .ln: log(bin.level)
      }
    }
    self.places = places
    isTied = settings.guess == .lapse
    guesses =
      switch settings.guess {
      case .lapse: 0...0
      case .asymptote(let asymptote): Self.range(asymptote)
      }
    lapses = Self.range(settings.lapse)
    centre = function.standardQuantile(0.5)
    let range = places.count > 1 ? places[places.count - 1] - places[0] : max(1, abs(places[0]))
    let spacing = zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? range
    isAboutZero = settings.reading == .direction && settings.at != nil
    if isAboutZero {
      let sizes = bins.map { abs($0.level) }.filter { $0 > 0 }
      let (smallest, largest) = (sizes.min() ?? 1, sizes.max() ?? 1)
      thresholds = -2 * largest...2 * largest
      logScales = log(smallest / 64)...log(64 * largest)
      startScales = log(smallest / 8)...log(4 * largest)
    } else {
      let width = function.standardQuantile(0.95) - function.standardQuantile(0.05)
      thresholds = places[0] - range...places[places.count - 1] + range
      logScales = log(0.02 * spacing / width)...log(300 * range / width)
      startScales = log(spacing / 4 / width)...log(5 * range / width)
    }
  }

  private static func range(_ asymptote: Asymptote) -> ClosedRange<Double> {
    switch asymptote {
    case .fixed(let value): value...value
    case .free(let bound): 0...bound
    }
  }

  // MARK: Smooth functions

  private func logLikelihood(_ threshold: Double, _ logScale: Double, _ guess: Double, _ lapse: Double) -> Double {
    let scale = exp(logScale)
    let height = 1 - guess - lapse
    var sum = 0.0
    for (place, bin) in zip(places, bins) {
      let u = (place - threshold) / scale + centre
      sum += Self.term(bin.positives, guess + height * function.standardValue(u))
      sum += Self.term(bin.trials - bin.positives, lapse + height * function.standardComplement(u))
    }
    return sum
  }

  private static func term(_ count: Double, _ probability: Double) -> Double {
    count == 0 ? 0 : count * log(max(probability, 1e-300))
  }

  /// A point of the search: threshold in tenths of the levels' range or so, ln scale, asymptotes in units of 0.02.
  private struct Axes {
    var threshold: Double
    var hasGuess: Bool
    var hasLapse: Bool
  }

  /// The log-likelihood at a point; outside the box that of the nearest point in it, less for every step outside: so
  /// bounds are found, and the simplex comes back.
  private func value(_ point: [Double], _ axes: Axes) -> Double {
    var outside = 0.0
    var place = 0
    func next(_ unit: Double, _ range: ClosedRange<Double>) -> Double {
      let value = point[place] * unit
      place += 1
      let inside = min(max(value, range.lowerBound), range.upperBound)
      outside += abs(value - inside) / unit
      return inside
    }
    let threshold = next(axes.threshold, thresholds)
    let logScale = next(1, logScales)
    let guess = axes.hasGuess ? next(0.02, guesses) : guesses.lowerBound
    let lapse = axes.hasLapse ? next(0.02, lapses) : lapses.lowerBound
    return logLikelihood(threshold, logScale, isTied ? lapse : guess, lapse) - outside
  }

  /// The highest of coarse searches from so many random starts, the best few of which are searched to the end.
  func smooth(starts: Int, using random: inout RandomStream) throws -> Double {
    let first = places[0]
    let range = max(places[places.count - 1] - first, 1e-3 * (thresholds.upperBound - thresholds.lowerBound))
    let axes = Axes(
      threshold: range / 8, hasGuess: guesses.lowerBound < guesses.upperBound,
      hasLapse: lapses.lowerBound < lapses.upperBound)
    func pick(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    }
    var found: [(point: [Double], value: Double)] = []
    for index in 0..<starts {
      let logScale = pick(startScales)
      // About zero places crowd as scales do; else half of them among the levels, half anywhere in the box.
      let threshold =
        isAboutZero && index % 3 > 0
        ? exp(logScale) * (4 * random.unit() - 2)
        : index % 2 == 0 ? first + range * random.unit() : pick(thresholds)
      var start = [threshold / axes.threshold, logScale]
      if axes.hasGuess { start.append(pick(guesses) / 0.02) }
      if axes.hasLapse { start.append(pick(lapses) / 0.02) }
      found.append(try climb(from: start, size: 0.5, tolerance: 0.05, iterations: 60, axes))
    }
    var best = -Double.infinity
    for coarse in found.sorted(by: { $0.value > $1.value }).prefix(6) {
      let fine = try climb(from: coarse.point, size: 0.1, tolerance: 1e-3, iterations: 200, axes)
      let end = try climb(from: fine.point, size: 0.02, tolerance: 1e-5, iterations: 500, axes)
      best = max(best, end.value)
    }
    return best
  }

  private func climb(
    from start: [Double], size: Double, tolerance: Double, iterations: Int, _ axes: Axes
  ) throws -> (point: [Double], value: Double) {
    // Asymptotes move towards the middle of their ranges, so that the first simplex is not flat.
    let steps = start.indices.map { $0 < 2 || start[$0] <= 2 ? size : -size }
    let found = try Simplex.minimum(start: start, steps: steps, tolerance: tolerance, iterations: iterations) {
      -value($0, axes)
    }
    return (found.point, -found.value)
  }

  /// The highest likelihood of functions that do not depend on the level.
  var flat: Double {
    let positives = bins.reduce(0) { $0 + $1.positives }
    let negatives = bins.reduce(0) { $0 + $1.trials } - positives
    let lowest = isTied ? lapses.lowerBound : guesses.lowerBound
    let share = min(max(positives / (positives + negatives), lowest), 1 - lapses.lowerBound)
    return Self.term(positives, share) + Self.term(negatives, 1 - share)
  }

  // MARK: Steps

  /// The highest likelihood of functions that jump between two levels or at one, whose proportion is then free.
  var step: Double {
    var best = -Double.infinity
    for (index, bin) in bins.enumerated() {
      if index > 0 { best = max(best, ends(below: bins[..<index], above: bins[index...])) }
      let outside = ends(below: bins[..<index], above: bins[(index + 1)...], at: bin)
      best = max(best, outside)
    }
    return best
  }

  private func ends(below: ArraySlice<Counts.Bin>, above: ArraySlice<Counts.Bin>, at bin: Counts.Bin? = nil) -> Double {
    let (low, lowTrials) = (below.reduce(0) { $0 + $1.positives }, below.reduce(0) { $0 + $1.trials })
    let (high, highTrials) = (above.reduce(0) { $0 + $1.positives }, above.reduce(0) { $0 + $1.trials })
    func share(_ count: Double, _ trials: Double, _ range: ClosedRange<Double>) -> Double {
      trials > 0 ? min(max(count / trials, range.lowerBound), range.upperBound) : range.lowerBound
    }
    var (guess, lapse) = (share(low, lowTrials, guesses), share(highTrials - high, highTrials, lapses))
    if isTied {
      lapse = share(low + highTrials - high, lowTrials + highTrials, lapses)
      guess = lapse
    }
    var value =
      Self.term(low, guess) + Self.term(lowTrials - low, 1 - guess) + Self.term(high, 1 - lapse)
      + Self.term(highTrials - high, lapse)
    if let bin {
      // Between the asymptotes, where a rising function has it.
      let own = min(max(bin.positives / bin.trials, guess), 1 - lapse)
      value += Self.term(bin.positives, own) + Self.term(bin.trials - bin.positives, 1 - own)
    }
    return value
  }
}
