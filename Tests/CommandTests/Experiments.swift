/// The experiment files that the commands are given.
enum Experiments {
  private static let task = "task: {kind: comparison, notes: [C3, C4]}"
  static let keen = "  - {name: keen, kind: gaussian, jnd: 5}"
  static let dull = "  - {name: dull, kind: gaussian, jnd: 20, lapse: 0.02, bias: 3}"
  static let kazez = "  - {name: kazez, kind: kazez}"
  static let twoDown =
    "  - {name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}"
  static let weighted =
    "  - {name: weighted, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.5}}"

  /// A comparison of short tracks.
  static func comparison(
    name: String = "small", seed: Int = 7, listeners: [String] = [keen, dull],
    strategies: [String] = [kazez, twoDown, weighted], trials: Int = 20, replicates: Int = 12
  ) -> String {
    """
    name: \(name)
    seed: \(seed)
    \(task)
    listeners:
    \(listeners.joined(separator: "\n"))
    strategies:
    \(strategies.joined(separator: "\n"))
    stop: {trials: \(trials)}
    replicates: \(replicates)
    keep-trials: 2

    """
  }

  /// A task without notes in dB on a linear axis.
  static let level = """
    name: loudness
    seed: 3
    task: {kind: forced-choice, unit: dB}
    listeners:
      - {name: ear, kind: psychometric, function: gumbel, threshold: -20, slope: 0.175, lapse: 0.02}
    strategies:
      - {name: two-down, kind: transformed-up-down, start: 0, down: 2, up: 1, step: {linear: 4}}
    stop: {trials: 40}
    replicates: 3
    keep-trials: 1

    """

  /// Yes and no to signal or noise.
  static func detection(seed: Int = 11) -> String {
    """
    name: detection
    seed: \(seed)
    task: {kind: yes-no, unit: dB}
    listeners:
      - {name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 1, guess: 0.1}
    strategies:
      - {name: siam, kind: siam, start: 30, step: {linear: 2}}
    stop: {trials: 40}
    replicates: 3
    keep-trials: 1

    """
  }

  /// What was printed of it agrees, or disagrees for a reason.
  static let published =
    comparison(listeners: [keen], strategies: [twoDown]) + """
      published:
        source: "Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375"
        shows: Two-down-one-up.
        values:
          - {what: starts at 100 cents and halves, responses: "111", levels: [100, 100, 50, 50], from: the rule}
          - {what: trials, column: trials_mean, value: 20, tolerance: 0, unlike: 21, from: the file, why: they are counted}
          - {what: trials of another, column: trials_mean, value: 30, tolerance: 1, from: memory, why: a guess,
             disagrees: {reason: the file has others, found: 20, tolerance: 0}}

      """

  /// Values of a listener and of a strategy are varied.
  static let sweep = """
    name: swept
    seed: 5
    task: {kind: comparison, notes: [C3, C4]}
    listeners:
      - {name: ear, kind: gaussian, jnd: {vary: [5, 20]}}
    strategies:
      - {name: two-down, kind: transformed-up-down, start: {vary: [50, 100]}, down: 2, up: 1, step: {factor: 2}}
      - {name: kazez, kind: kazez}
    stop: {trials: 20}
    replicates: 2
    keep-trials: 1

    """

  /// One strategy climbs out of the range of numbers, the other does not.
  static let driven = """
    name: driven
    seed: 1
    task: {kind: comparison, notes: [C3, C4], beyond-sound: true}
    listeners:
      - {name: ear, kind: gaussian, jnd: 5, lapse: 0.99}
    strategies:
      - {name: climber, kind: transformed-up-down, start: 1e300, down: 9, up: 1, step: {factor: 1e6}}
      - {name: kazez, kind: kazez}
    stop: {trials: 20}
    replicates: 3

    """
}
