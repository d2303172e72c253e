import PeachSupport

/// The frequency of a partial by the phases that two windows of a note see of it.
///
/// The windows are four-term Blackman–Harris, whose side lobes lie below −92 dB: partials seven of the note's bins away do
/// not count.
///
/// Source: Flanagan & Golden (1966), *Bell Syst. Tech. J.* 45:1493–1509; Harris (1978), *Proc. IEEE* 66:51–83.
struct PhaseMeter {
  private let window: [Double]
  /// Samples from one window to the other.
  private let shift: Int

  /// - Parameter count: Samples of the notes.
  init(_ count: Int) {
    shift = count / 4
    let length = count - shift
    let step = 2 * Double.pi / Double(length)
    window = (0..<length).map { i in
      let angle = step * (Double(i) + 0.5)
      return 0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
    }
  }

  /// Both in cycles per sample; the expected frequency is within two of the note's bins.
  func frequency(of note: [Double], near expected: Double) -> Double {
    var frequency = expected
    // From where the first measurement is, the second sees the partial in the middle of both windows' lobes.
    for _ in 0..<2 { frequency += turn(note, frequency) / (2 * .pi * Double(shift)) }
    return frequency
  }

  /// The phase of the later window less that of the earlier, with the frequency taken away.
  private func turn(_ note: [Double], _ frequency: Double) -> Double {
    let angle = -2 * Double.pi * frequency
    let (turnReal, turnImaginary) = (cos(angle), sin(angle))
    var (real, imaginary) = (1.0, 0.0)
    var (earlyReal, earlyImaginary, lateReal, lateImaginary) = (0.0, 0.0, 0.0, 0.0)
    for (i, sample) in note.enumerated() {
      if i < window.count {
        let weighted = window[i] * sample
        earlyReal += weighted * real
        earlyImaginary += weighted * imaginary
      }
      if i >= shift {
        let weighted = window[i - shift] * sample
        lateReal += weighted * real
        lateImaginary += weighted * imaginary
      }
      (real, imaginary) = (
        real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal
      )
    }
    return remainder(atan2(lateImaginary, lateReal) - atan2(earlyImaginary, earlyReal), 2 * .pi)
  }
}
