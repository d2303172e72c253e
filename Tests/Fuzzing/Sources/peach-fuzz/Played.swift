import PeachSimulation
import PeachTrials

/// The first trials of a cell, as a simulation plays them.
enum Played {
  /// A few of the longest tracks, for large grids cost what they cost.
  private static let trials = 12

  /// Follows its strategy under answers of both kinds, and has its listener answer what was asked.
  static func answers(to cell: Cell) {
    let given = (0..<trials).map { Trace.Answer(.positive($0 % 3 != 0)) }
    guard var listener = cell.model else { return }
    var random = RandomStream(seed: 1)
    if let member = listener.member(using: &random) { listener = member }
    for row in Trace.follow(cell, seed: 1, answers: given).rows {
      let probability = listener.probability(of: row.comparison)
      if !(0...1).contains(probability) { find("\(cell.listener) answers \(row.comparison) with \(probability)") }
      let answer = listener.answer(row.comparison, using: &random)
      if !answer.seconds.isFinite, listener.fault == nil { find("\(cell.listener) answers after \(answer.seconds) s") }
    }
  }
}
