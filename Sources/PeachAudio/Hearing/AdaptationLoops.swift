import PeachSupport

/// Five loops in a row that adapt to the level of a sound. Each divides its input by its own output after a low-pass filter.
///
/// Slow changes are compressed nearly to their logarithm, and fast ones pass almost unchanged. An output above 1 is limited: it grows
/// with the slope 1 at first, and never exceeds 1 + m, m = 10·(1 − s²) − 1, with the output s of the loop in quiet. The result
/// is scaled so that levels of 0 and 100 dB that go on are 0 and 100 model units.
///
/// Source: Püschel (1988), thesis, Göttingen, and Dau, Püschel & Kohlrausch (1996), J. Acoust. Soc. Am. 99:3615–3622 (the loops); Dau,
/// Kollmeier & Kohlrausch (1997), J. Acoust. Soc. Am. 102:2892–2905 (the time constants and the limit).
package enum AdaptationLoops {
  /// Seconds.
  private static let timeConstants = [0.005, 0.05, 0.129, 0.253, 0.5]
  private static let overshoot = 10.0
  /// The amplitude of 0 dB, if 1 is 100 dB. Nothing is softer.
  private static let quiet = 1e-5

  private struct Loop {
    let decay: Double
    /// m.
    let room: Double
    var state: Double

    init(seconds: Double, quiet: Double, rate: Double) {
      decay = exp(-1 / (seconds * rate))
      room = overshoot * (1 - quiet * quiet) - 1
      state = quiet
    }

    mutating func output(_ input: Double) -> Double {
      var output = input / state
      // A logistic function through 1 with the slope 1, between 1 − m and 1 + m.
      if output > 1 { output = 1 - room + 2 * room / (1 + exp(-2 * (output - 1) / room)) }
      state = decay * state + (1 - decay) * output
      return output
    }
  }

  /// The adapted envelope in model units; before it there is quiet.
  ///
  /// - Parameters:
  ///   - envelope: An amplitude of 1 is 100 dB.
  ///   - rate: Samples per second.
  package static func adapted(_ envelope: [Double], rate: Double) -> [Double] {
    var (loops, quiet) = ([Loop](), AdaptationLoops.quiet)
    for seconds in timeConstants {
      quiet = quiet.squareRoot()
      loops.append(Loop(seconds: seconds, quiet: quiet, rate: rate))
    }
    let scale = 100 / (1 - quiet)
    return envelope.map { input in
      var value = max(input, AdaptationLoops.quiet)
      for index in loops.indices { value = loops[index].output(value) }
      return (value - quiet) * scale
    }
  }
}
