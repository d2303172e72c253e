import Synchronization

/// Remembers which level followed which answers: tracks of the same settings share their beginnings, half of all that
/// is asked in 10 000 tracks of 40 trials. Shared by all tracks and threads; what is remembered is what would be computed.
///
/// A track adds a few nodes where it leaves what is known, so that beginnings met often are remembered far and the ends of
/// single tracks are not: memory grows with the tracks, not with their trials, and up to a limit.
final class PrefixMemo: Sendable {
  /// The position of a track among the remembered answers; `nil` after it has left them.
  struct Path: Sendable {
    var node: Int32? = 0
    /// How many nodes the track has added.
    var added = 0
  }

  private struct Tree {
    /// The level chosen at each node, −1 if it has not been; then the nodes after a negative and a positive answer.
    var chosen: [Int32] = [-1]
    var next: [(Int32, Int32)] = [(-1, -1)]
  }

  private let tree = Mutex(Tree())
  private let capacity: Int
  private static let mostAdded = 5

  init(capacity: Int = 500_000) { self.capacity = capacity }

  func level(at path: Path) -> Int? {
    guard let node = path.node else { return nil }
    return tree.withLock { $0.chosen[Int(node)] >= 0 ? Int($0.chosen[Int(node)]) : nil }
  }

  func remember(_ level: Int, at path: Path) {
    guard let node = path.node else { return }
    tree.withLock { $0.chosen[Int(node)] = Int32(level) }
  }

  /// Goes on after an answer to the level that was chosen here.
  func follow(_ isPositive: Bool, _ path: inout Path) {
    guard let node = path.node else { return }
    let place = Int(node)
    path.node = tree.withLock { tree in
      let known = isPositive ? tree.next[place].1 : tree.next[place].0
      if known >= 0 { return known }
      guard path.added < Self.mostAdded, tree.chosen.count < capacity else { return nil }
      path.added += 1
      let new = Int32(tree.chosen.count)
      tree.chosen.append(-1)
      tree.next.append((-1, -1))
      if isPositive { tree.next[place].1 = new } else { tree.next[place].0 = new }
      return new
    }
  }
}
