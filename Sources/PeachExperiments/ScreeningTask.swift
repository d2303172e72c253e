import PeachSupport
import PeachTrials

/// The experiment of a headphone test: its sounds and trials, as an experiment file states them.
///
/// The sounds are those of the papers, with these differences. Each interval has its own noise, made from its spectrum. It is
/// 5 dB softer than in the published files, so that no sample reaches full scale, and has ramps of 10 ms. The order of the
/// intervals is drawn independently for every trial.
enum ScreeningTask {
  /// Woods et al. (2017): three tones of 200 Hz, 1 s long with ramps of 100 ms, every 1.5 s; the target is 6 dB softer, and one of
  /// the others is in antiphase.
  private static let antiphase = """
      unit: dB
      sounds:
        levels: dB FS
        sample-rate: 44100
        question: {en: Which tone was softest?, de: Welcher Ton war am leisesten?}
        standard: {tone: 200, duration: 1, ramp: 100, level: -17.7}
        target: {level: +x}
        foil: {ipd: 180}
        between: 0.5
    """

  /// Milne et al. (2021): three noises of 1 s with silences of 1 s; in the target the band 600 Hz ± 6 % has opposite signs at the
  /// ears.
  private static let huggins = """
      unit: deg
      sounds:
        levels: dB FS
        sample-rate: 44100
        question: {en: Which noise contained the tone?, de: Welches Rauschen enthielt den Ton?}
        standard:
          noise: {from: 1, to: 19845, notch: {centre: 600, width: 72}}
          duration: 1
          spectrum-level: -58
          add:
            - {noise: {from: 564, to: 636}, duration: 1, spectrum-level: -58}
        target:
          add:
            - {noise: {from: 564, to: 636}, duration: 1, spectrum-level: -58, ipd: x}
        between: 1
    """

  /// The root of the test's experiment, with name and seed of its study.
  static func node(of test: HeadphoneTest, in root: Node) throws(ConfigurationError) -> Node {
    let text = """
      task:
        kind: forced-choice
        scale: linear
        alternatives: 3
      \(test == .antiphase ? antiphase : huggins)
      listeners:
        - {name: listener, kind: psychometric, function: normal, threshold: 0, slope: 1}
      strategies:
        - {name: \(test.rawValue), kind: constant-stimuli, levels: [\(test.level.shortest)], repetitions: \(HeadphoneTest.trials)}
      replicates: 1
      """
    guard case .mapping(let own, let place) = try YAMLText.parse(text, file: test.blockName) else {
      preconditionFailure("the test's experiment is a mapping")
    }
    let stated = ["name", "seed"].compactMap { key in
      root[key].map { Node.Entry(key: key, place: root.place, value: $0) }
    }
    return .mapping(stated + own, place: place)
  }
}
