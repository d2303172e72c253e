import PeachTrials
import Testing

/// The orders of blocks: what each row is, and how often each block comes where and after which.
@Suite struct BlockOrderTests {
  private let random = RandomStream(seed: 7)

  private func rows(_ order: BlockOrder, _ blocks: Int) -> [[Int]] {
    (1...order.rows(of: blocks)).map { order.sequence(of: blocks, place: $0, using: random) }
  }

  /// How often each block comes at each position.
  private func positions(_ rows: [[Int]]) -> Set<Int> {
    let blocks = rows[0].count
    return Set(
      (0..<blocks).flatMap { block in (0..<blocks).map { position in rows.count { $0[position] == block } } })
  }

  /// How often each block comes right after each other one.
  private func successions(_ rows: [[Int]]) -> Set<Int> {
    let blocks = rows[0].count
    return Set(
      (0..<blocks).flatMap { first in
        (0..<blocks).filter { $0 != first }.map { second in
          rows.reduce(0) { count, row in
            count + zip(row, row.dropFirst()).count { $0 == (first, second) }
          }
        }
      })
  }

  @Test func `the squares of three blocks equal the published ones`() {
    #expect(rows(.latinSquare, 3) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    #expect(
      rows(.williams, 3) == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]])
    #expect(rows(.williams, 4) == [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]])
  }

  @Test(arguments: 1...9) func `every block is as often at every position`(blocks: Int) {
    #expect(positions(rows(.latinSquare, blocks)) == [1])
    #expect(positions(rows(.williams, blocks)) == [blocks % 2 == 0 ? 1 : 2])
  }

  @Test(arguments: 2...9) func `in Williams' squares every block follows every other as often`(blocks: Int) {
    #expect(successions(rows(.williams, blocks)) == [blocks % 2 == 0 ? 1 : 2])
    if blocks > 2 { #expect(successions(rows(.latinSquare, blocks)).count > 1) }
  }

  @Test func `the design begins again after its last row`() {
    for (order, rows) in [(BlockOrder.latinSquare, 5), (.williams, 10)] {
      #expect(order.rows(of: 5) == rows)
      #expect(
        order.sequence(of: 5, place: rows + 3, using: random) == order.sequence(of: 5, place: 3, using: random))
    }
    #expect(BlockOrder.williams.rows(of: 4) == 4)
  }

  @Test func `a stated order follows the file, and a random order is drawn`() {
    #expect(BlockOrder.stated.sequence(of: 4, place: 3, using: random) == [0, 1, 2, 3])
    let drawn = (1...200).map { seed in
      BlockOrder.random.sequence(of: 3, place: 1, using: RandomStream(seed: UInt64(seed)))
    }
    #expect(Set(drawn).count == 6)
    #expect(drawn.allSatisfy { $0.sorted() == [0, 1, 2] })
    #expect(drawn[6] == BlockOrder.random.sequence(of: 3, place: 9, using: RandomStream(seed: 7)))
  }
}
