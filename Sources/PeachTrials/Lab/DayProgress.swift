/// How far one listener is in a study: the practice and the blocks in the listener's own order.
package struct DayProgress: Sendable {
  package enum State: Hashable, Sendable {
    case open
    /// With so many trials stored.
    case begun(trials: Int)
    case done(trials: Int)
    /// The study continues without the block, which had so many trials stored.
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
    /// The day's name; `nil` in a study without days.
    package var day: String?
    package var state: State
    /// The number of the block on its day, from 1; `nil` for the practice.
    package var number: Int?

    /// The block on its day.
    package var part: LabPart { LabPart(block: block.name, day: day) }
    /// The parts that have a session each: the conditions of the block, or the block itself.
    package var parts: [LabPart] { block.parts(on: day) }
  }

  package let steps: [Step]
  /// The listener's group; `nil` in a study without groups.
  package let group: String?

  /// - Parameters:
  ///   - place: The listener's place in the study, from 1.
  ///   - seed: The seed of the study.
  ///   - state: Returns the stored state of one part of a block.
  package init(of day: LabDay, listener: String, place: Int, seed: UInt64, state: (LabPart) -> State) {
    let group = day.group(ofPlace: place)
    let row = day.placeInGroup(ofPlace: place)
    let names = day.days.isEmpty ? [nil] : day.days.map { Optional($0.name) }
    var steps: [Step] = []
    for (index, name) in names.enumerated() {
      // The first day has the stream of a study without days.
      let path = ["order", listener] + (index > 0 ? [name ?? ""] : [])
      let random = StreamFamily(seed: seed, path: path).stream(replicate: 1)
      let blocks = day.blocks(of: group, onDay: index)
      let first = blocks.indices.filter { day.thresholdBlocks.contains(blocks[$0].name) }
      let others = blocks.indices.filter { !first.contains($0) }
      let drawn = others.isEmpty ? [] : day.order.sequence(of: others.count, place: row, using: random)
      let order = first + drawn.map { others[$0] }
      let numbered =
        (index == 0 ? day.screeningBlocks.map { ($0, nil) } : [])
        + (day.practice.map { day.has($0, of: group, onDay: index) ? [($0, nil)] : [] } ?? [])
        + order.enumerated().map { position, index in (blocks[index], position + 1) }
      for (block, number) in numbered {
        let state = State(of: block.parts(on: name).map(state))
        steps.append(Step(block: block, day: name, state: state, number: number))
      }
    }
    self.steps = steps
    self.group = group
  }

  /// Without the practice, as are those below.
  package var blocks: Int { steps.count { $0.number != nil } }
  package var blocksDone: Int { steps.count { $0.number != nil && $0.state.isDone } }
  package var blocksSkipped: Int { steps.count { $0.number != nil && $0.state.isSkipped } }
  /// The step that comes next or goes on; `nil` once every step is done or skipped.
  package var next: Step? { steps.first { !$0.state.isDone && !$0.state.isSkipped } }

  /// The blocks in the listener's order, without the practice; in a study with days each as DAY/BLOCK.
  package var order: [String] {
    steps.filter { $0.number != nil }.map { [$0.day, $0.block.name].compactMap(\.self).joined(separator: "/") }
  }

  /// The blocks of a day.
  package func blocks(on day: String?) -> [Step] { steps.filter { $0.number != nil && $0.day == day } }
}

extension DayProgress.State {
  /// The state of a block from the states of its parts.
  init(of parts: [DayProgress.State]) {
    let trials = parts.reduce(0) { $0 + $1.trials }
    if parts.contains(where: \.isSkipped) {
      self = .skipped(trials: trials)
    } else if parts.allSatisfy(\.isDone) {
      self = .done(trials: trials)
    } else if parts.allSatisfy({ $0 == .open }) {
      self = .open
    } else {
      self = .begun(trials: trials)
    }
  }
}

extension LabDay {
  /// Whether a block comes to a group on a day.
  ///
  /// - Parameters:
  ///   - group: The group's name; `nil` in a study without groups.
  ///   - day: The index of the day; 0 in a study without days.
  func has(_ block: LabBlock, of group: String?, onDay day: Int) -> Bool {
    guard block.groups.isEmpty || group.map(block.groups.contains) ?? false else { return false }
    if block.days.isEmpty { return !block.isPractice || day == 0 }
    return days.indices.contains(day) && block.days.contains(days[day].name)
  }

  /// The blocks of a group on a day, in the order of the file, without the practice.
  func blocks(of group: String?, onDay day: Int) -> [LabBlock] { blocks.filter { has($0, of: group, onDay: day) } }

  /// How many listeners make a whole design: after as many it begins again. 1 if nothing is balanced.
  package var listenersOfDesign: Int {
    func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
      var (x, y) = (a, b)
      while y != 0 { (x, y) = (y, x % y) }
      return a / x * b
    }
    var rows = 1
    for group in groups.isEmpty ? [nil] : groups.map(Optional.some) {
      for day in 0..<max(1, days.count) {
        rows = leastCommonMultiple(
          rows, max(1, order.rows(of: blocks(of: group, onDay: day).count { !thresholdBlocks.contains($0.name) })))
      }
    }
    return rows * max(1, groups.count)
  }

  /// The place of a listener among those of the same group, from 1. Each group has its own whole design.
  package func placeInGroup(ofPlace place: Int) -> Int { (place - 1) / max(1, groups.count) + 1 }

  /// The group of the listener at a place: places alternate among the groups; `nil` in a study without groups.
  package func group(ofPlace place: Int) -> String? { groups.isEmpty ? nil : groups[(place - 1) % groups.count] }
}
