import PeachSupport

/// A number of a sound: fixed, the level that the strategy varies, the standard's number changed by it, or drawn.
enum StimulusNumber: Hashable, Sendable {
  case fixed(Double)
  /// `x`, or `-x`: the level, in the unit of the number.
  case varied(VariedLevel)
  /// `+x`: the number of the standard, changed by the level.
  indirect case changed(StimulusNumber, by: LevelChange)
  /// Uniform between two numbers. The key names the draw, so that the same number of standard and target is drawn once.
  case drawn(low: Double, high: Double, each: DrawScope, key: String)

  /// The number of the standard, or the mean of a drawn one; 0 if it is the level.
  var usual: Double {
    switch self {
    case .fixed(let value): value
    case .varied: 0
    case .changed(let standard, _): standard.usual
    case .drawn(let low, let high, _, _): (low + high) / 2
    }
  }

  /// Whether it depends on the level.
  var isVaried: Bool {
    switch self {
    case .fixed, .drawn: false
    case .varied, .changed: true
    }
  }
}

/// How long a draw holds.
enum DrawScope: String, CaseIterable, Hashable, Sendable {
  /// Drawn again for every interval.
  case interval
  /// The same in all intervals of a trial.
  case trial
  /// The same in all trials of a session.
  case session
}

/// The level as a number of a sound.
enum VariedLevel: Hashable, Sendable {
  /// The level times a factor: 0.001 brings milliseconds to seconds.
  case times(Double)
  /// 10^(level ∕ 20): decibels as a ratio of amplitudes.
  case amplitudeRatio

  func value(at level: Double) -> Double {
    switch self {
    case .times(let factor): factor * level
    case .amplitudeRatio: pow(10, level / 20)
    }
  }
}

/// How the level changes the number of the standard.
enum LevelChange: Hashable, Sendable {
  /// Adds the level times a factor.
  case adding(times: Double)
  /// Adds the level as a percentage of the number.
  case percent
  /// Multiplies by 2^(level ∕ n): n is 1200 for cents, 12 for semitones.
  case octaves(parts: Double)

  func value(_ standard: Double, at level: Double) -> Double {
    switch self {
    case .adding(let factor): standard + factor * level
    case .percent: standard * (1 + level / 100)
    case .octaves(let parts): standard * exp2(level / parts)
    }
  }
}

/// The quantity that a number of a sound measures: the unit in files, and the units of a level that can stand in its place.
enum StimulusQuantity: String, Sendable {
  case frequency = "Hz"
  case seconds = "s"
  case milliseconds = "ms"
  case decibels = "dB"
  case depth = "1"
  case microseconds = "us"
  case degrees = "deg"

  /// The level as this quantity; `nil` if its unit does not fit.
  func varied(in unit: String) -> VariedLevel? {
    switch (self, unit) {
    case (.depth, "dB"): .amplitudeRatio
    case (.depth, "percent"): .times(0.01)
    case (.depth, "m"): .times(1)
    default: factor(of: unit).map(VariedLevel.times)
    }
  }

  /// The change of this quantity by a level; `nil` if its unit does not fit.
  func change(in unit: String) -> LevelChange? {
    switch (self, unit) {
    case (.frequency, "cents"): .octaves(parts: 1200)
    case (.frequency, "semitones"): .octaves(parts: 12)
    case (.frequency, "percent"), (.seconds, "percent"), (.milliseconds, "percent"): .percent
    case (.depth, _): nil
    default: factor(of: unit).map { .adding(times: $0) }
    }
  }

  private func factor(of unit: String) -> Double? {
    switch (self, unit) {
    case (.frequency, "Hz"), (.seconds, "s"), (.milliseconds, "ms"), (.decibels, "dB"), (.microseconds, "us"),
      (.degrees, "deg"):
      1
    case (.frequency, "kHz"), (.milliseconds, "s"), (.microseconds, "ms"): 1000
    case (.seconds, "ms"), (.milliseconds, "us"): 0.001
    case (.seconds, "us"): 1e-6
    default: nil
    }
  }

  /// The units of a level that vary this quantity, for messages.
  func units(added: Bool) -> [String] {
    ["Hz", "kHz", "cents", "semitones", "s", "ms", "us", "dB", "percent", "m", "deg"].filter {
      added ? change(in: $0) != nil : varied(in: $0) != nil
    }
  }
}
