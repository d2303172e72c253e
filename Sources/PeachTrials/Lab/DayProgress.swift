/// How far one listener is in a study: the practice and the blocks in the listener's own order.
package struct DayProgress: Sendable {
  package enum State: Hashable, Sendable {
    case open
    /// With so many trials stored.
    case begun(trials: Int)
    case done(trials: Int)
    /// The study goes on without the block, which had so many trials stored.
    case skipped(trials: Int)

    package var trials: Int {
      switch self {
      case .open: 0
      case .begun(let trials), .done(let trials), .skipped(let trials): trials
      }
    }

    package var isDone: Bool { if case .done = self { true } else { false } }
    package var isSkipped: Bool { if case .skipped = self { true } else { false } }
  }

  package struct Step: Sendable {
    package var block: LabBlock
    package var state: State
    /// The number of the block, from 1; `nil` for the practice.
    package var number: Int?
  }

  package let steps: [Step]

  /// - Parameters:
  ///   - place: The listener's place in the study, from 1.
  ///   - seed: The seed of the study.
  ///   - state: Returns the stored state of a block, by its name.
  package init(of day: LabDay, listener: String, place: Int, seed: UInt64, state: (String) -> State) {
    let random = StreamFamily(seed: seed, path: ["order", listener]).stream(replicate: 1)
    let order = day.order.sequence(of: day.blocks.count, place: place, using: random)
    steps =
      (day.practice.map { [Step(block: $0, state: state($0.name), number: nil)] } ?? [])
      + order.enumerated().map { position, index in
        let block = day.blocks[index]
        return Step(block: block, state: state(block.name), number: position + 1)
      }
  }

  /// Without the practice, as are those below.
  package var blocks: Int { steps.count { $0.number != nil } }
  package var blocksDone: Int { steps.count { $0.number != nil && $0.state.isDone } }
  package var blocksSkipped: Int { steps.count { $0.number != nil && $0.state.isSkipped } }
  package var blocksLeft: Int { blocks - blocksDone - blocksSkipped }
  /// The step that comes next or goes on; `nil` once every step is done or skipped.
  package var next: Step? { steps.first { !$0.state.isDone && !$0.state.isSkipped } }
  /// The names of the blocks in the listener's order.
  package var order: [String] { steps.filter { $0.number != nil }.map(\.block.name) }
}
