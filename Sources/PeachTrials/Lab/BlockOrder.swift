/// In which order a listener meets the blocks of a study, by the place that the listener has among those of the study.
///
/// A Latin square has every block at every position equally often. Williams' squares moreover have every block follow every
/// other equally often, so that what one carries over to the next is balanced: one square of n rows for an even number
/// of blocks, two for an odd one, the second being the first from right to left.
///
/// Source: Williams (1949), "Experimental designs balanced for the estimation of residual effects of treatments",
/// Aust. J. Sci. Res. A 2:149–168, doi:10.1071/CH9490149.
package enum BlockOrder: String, CaseIterable, Hashable, Sendable {
  case stated
  case latinSquare = "latin-square"
  case williams
  case random

  /// How many listeners make a whole design: after as many it begins again. 1 if nothing is balanced.
  package func rows(of blocks: Int) -> Int {
    switch self {
    case .stated, .random: 1
    case .latinSquare: blocks
    case .williams: blocks % 2 == 0 ? blocks : 2 * blocks
    }
  }

  /// The order for one listener.
  ///
  /// - Parameters:
  ///   - blocks: The number of blocks.
  ///   - place: The listener's place in the study, from 1.
  ///   - random: The listener's stream; only the order `random` draws from it.
  /// - Returns: The blocks' indices in the file.
  package func sequence(of blocks: Int, place: Int, using random: RandomStream) -> [Int] {
    let row = (place - 1) % max(1, rows(of: blocks))
    switch self {
    case .stated: return Array(0..<blocks)
    case .latinSquare: return (0..<blocks).map { ($0 + row) % blocks }
    case .williams:
      let order = BlockOrder.first(of: blocks).map { ($0 + row) % blocks }
      return row < blocks ? order : order.reversed()
    case .random:
      var (order, random) = (Array(0..<blocks), random)
      random.shuffle(&order)
      return order
    }
  }

  /// Williams' first row: 0, 1, n − 1, 2, n − 2, …, whose steps from one to the next are all different.
  private static func first(of blocks: Int) -> [Int] {
    (0..<blocks).map { $0 % 2 == 0 ? (blocks - $0 / 2) % blocks : ($0 + 1) / 2 }
  }
}
