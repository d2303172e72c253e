import PeachTrials

/// The ten listeners that were measured by Mathias, Varghese, Micheyl & Shinn-Cunningham (2020), J. Acoust. Soc. Am.
/// 147:371–387, doi:10.1121/10.0000584, and the mean of their group: 100-ms tones, 2, 5 and 10 s apart.
enum MathiasListener: String, CaseIterable {
  case l0 = "L0"
  case l1 = "L1"
  case l2 = "L2"
  case l3 = "L3"
  case l4 = "L4"
  case l5 = "L5"
  case l6 = "L6"
  case l7 = "L7"
  case l8 = "L8"
  case l9 = "L9"
  case mean

  /// Whether the reference was the same note all the time.
  enum Condition: String, CaseIterable {
    case fixed, roved

    /// The condition of a task.
    init(of task: TrialTask) {
      let notes = task.choices.map { $0.count }
      self = task.grows || notes.contains { $0 > 1 } ? .roved : .fixed
    }
  }

  /// Published parameters: lapse rate, preference for "higher" in lapses, bias, noise of a note, and the increase of
  /// its variance for each second of memory. They are in semitones, and the bias is subtracted.
  struct Printed {
    var lapse: Double
    var preference: Double
    var bias: Double
    var noise: Double
    var diffusion: Double
  }

  func printed(_ condition: Condition) -> Printed {
    let (lapses, bias, noises, diffusions, preferences) = row
    func of(_ pair: (Double, Double)) -> Double { condition == .fixed ? pair.0 : pair.1 }
    return Printed(
      lapse: of(lapses), preference: of(preferences), bias: bias, noise: of(noises), diffusion: of(diffusions))
  }

  private typealias Pair = (fixed: Double, roved: Double)

  /// The bias was one in both conditions.
  private var row: (lapse: Pair, bias: Double, noise: Pair, diffusion: Pair, preference: Pair) {
    switch self {
    case .l0: ((0.0101, 0.0164), -0.0454, (0.125, 0.0644), (7.48e-4, 0.0152), (0.744, 0.649))
    case .l1: ((0.0110, 0.0178), -0.0125, (0.0888, 0.0458), (2.13e-4, 0.00432), (0.623, 0.513))
    case .l2: ((0.0444, 0.0707), 0.0295, (0.110, 0.0567), (4.93e-4, 0.00991), (0.557, 0.445))
    case .l3: ((0.0529, 0.0838), -0.0563, (0.133, 0.0685), (4.34e-4, 0.00880), (0.839, 0.769))
    case .l4: ((0.0248, 0.0400), 0.0210, (0.138, 0.0714), (6.93e-4, 0.0140), (0.823, 0.748))
    case .l5: ((0.0518, 0.0821), -0.0374, (0.0976, 0.0503), (0.00170, 0.0345), (0.415, 0.311))
    case .l6: ((0.0213, 0.0345), -0.0393, (0.0346, 0.0179), (0.00425, 0.0860), (0.783, 0.697))
    case .l7: ((0.110, 0.169), -0.0603, (0.163, 0.0842), (0.00272, 0.0552), (0.457, 0.349))
    case .l8: ((0.0113, 0.0184), 0.0157, (0.0972, 0.0501), (5.13e-4, 0.0103), (0.614, 0.503))
    case .l9: ((0.205, 0.296), 0.166, (0.0986, 0.0509), (0.00212, 0.0429), (0.868, 0.807))
    case .mean: ((0.0543, 0.0829), -0.0019, (0.109, 0.056), (0.00139, 0.0281), (0.672, 0.579))
    }
  }
}
