import PeachTrials
import Testing

/// How the conditions of a block take turns.
@Suite struct ConditionDrawTests {
  private let streams = StreamFamily(seed: 7, path: ["conditions", "P01"])

  /// The conditions of so many trials; a condition ends after its length.
  private func sequence(_ draw: ConditionDraw, lengths: [Int], from start: [Int]? = nil) -> [Int] {
    var (trials, sequence) = (start ?? lengths.map { _ in 0 }, [Int]())
    while true {
      let open = lengths.indices.filter { trials[$0] < lengths[$0] }
      if open.isEmpty { return sequence }
      let next = draw.next(among: open, after: trials, using: streams)
      trials[next] += 1
      sequence.append(next)
    }
  }

  @Test func `conditions in turn come in the order of the file`() {
    #expect(sequence(.inTurn, lengths: [2, 3, 2]) == [0, 1, 2, 0, 1, 2, 1])
  }

  @Test func `every shuffled round has each condition once, in changing order`() {
    let order = sequence(.shuffled, lengths: [40, 40, 40])
    let rounds = stride(from: 0, to: 120, by: 3).map { Array(order[$0..<($0 + 3)]) }
    #expect(rounds.allSatisfy { $0.sorted() == [0, 1, 2] })
    #expect(Set(rounds).count == 6)
  }

  /// 3 000 draws among three conditions. The count of each has mean 1 000 and standard deviation 25.8; four of them are
  /// exceeded by chance in 0.02 % of seeds. A condition of probability 0.4 is found with a power above 99 %.
  @Test func `random draws are uniform, and follow one another by chance`() {
    let order = sequence(.random, lengths: [3000, 3000, 3000]).prefix(3000)
    for condition in 0..<3 {
      let count = order.count { $0 == condition }
      #expect(abs(count - 1000) < 104, "\(condition): \(count)")
    }
    let repeats = zip(order, order.dropFirst()).count { $0 == $1 }
    #expect(abs(repeats - 1000) < 104, "\(repeats)")
  }

  @Test(arguments: ConditionDraw.allCases) func `a block that continues makes the choices that it would have made`(
    draw: ConditionDraw
  ) {
    let lengths = [7, 12, 9]
    let whole = sequence(draw, lengths: lengths)
    for kept in 0...whole.count {
      let trials = lengths.indices.map { condition in whole.prefix(kept).count { $0 == condition } }
      #expect(Array(whole.prefix(kept)) + sequence(draw, lengths: lengths, from: trials) == whole, "after \(kept)")
    }
  }
}
