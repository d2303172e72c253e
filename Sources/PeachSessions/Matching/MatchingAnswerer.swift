package import PeachTrials

/// A simulated listener who tunes, draw by draw as in a simulation: one move a step to where the model leaves the control,
/// with as many changes of direction as it states.
package struct MatchingAnswerer: SimulatedAnswerer {
  package typealias Task = MatchingTask

  private var listener: any MatchingListener
  private var random: RandomStream

  /// - Parameter random: The listener's stream, that of a replicate in simulation.
  package init(_ listener: any MatchingListener, random: RandomStream) {
    self.listener = listener
    self.random = random
  }

  /// Tunes again what it has tuned before, for the draws and what it remembers of them.
  package mutating func follow(_ stored: [PitchMatching]) {
    for matching in stored { _ = listener.tune(matching, using: &random) }
  }

  package mutating func answer(_ trial: MatchingTask.Trial) -> [(input: MatchingInput, seconds: Double)] {
    let tuned = listener.tune(trial.matching, using: &random)
    let moves = Self.moves(to: tuned.position, adjustments: tuned.adjustments)
    let inputs = moves.map { MatchingInput.move(to: $0) } + [.commit]
    return inputs.enumerated().map { place, input in
      (input, tuned.seconds * Double(place + 1) / Double(inputs.count))
    }
  }

  /// The positions that a control visits from its centre to where it is left.
  static func moves(to end: Double, adjustments: Int) -> [Double] {
    guard end != 0 else {
      guard adjustments > 0 else { return [] }
      let isOdd = adjustments % 2 == 1
      let pair = isOdd ? [aside, 0] : [-aside, 0]
      return (isOdd ? [] : [aside]) + pair + repeated(pair, (adjustments - 1) / 2)
    }
    let sign = end < 0 ? -1.0 : 1.0
    // The wrong way first is one change; back and there again are two.
    return (adjustments % 2 == 1 ? [-sign * aside] : []) + [end] + repeated([end - sign * aside, end], adjustments / 2)
  }

  private static func repeated(_ moves: [Double], _ count: Int) -> [Double] {
    (0..<count).flatMap { _ in moves }
  }

  /// How far a move goes aside, as a part of the control's way.
  private static let aside = 0.05
}
