import PeachStorage
import Testing

/// The parts that runs are split into.
@Suite struct ShardTests {
  @Test(arguments: [(1, 1, 1), (1, 7, 3), (5, 1, 3), (4, 10, 3), (3, 2, 9), (12, 1000, 7), (2, 5, 10)])
  func `every run is in one part, and parts are equal but for one run`(cells: Int, replicates: Int, count: Int) {
    var owners: [[Int]: Int] = [:]
    var sizes: [Int] = []
    for number in 1...count {
      let shard = Shard(number, of: count)
      var size = 0
      for cell in 0..<cells {
        guard let range = shard.replicates(ofCell: cell, cells: cells, replicates: replicates) else { continue }
        for replicate in range {
          #expect(owners.updateValue(number, forKey: [cell, replicate]) == nil)
          #expect((1...replicates).contains(replicate))
          size += 1
        }
      }
      #expect(size == shard.runs(cells: cells, replicates: replicates))
      sizes.append(size)
    }
    #expect(owners.count == cells * replicates)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test func `every part has its share of each cell`() {
    for cell in 0..<5 {
      for number in 1...8 {
        let range = Shard(number, of: 8).replicates(ofCell: cell, cells: 5, replicates: 1000)
        #expect((124...126).contains(range?.count ?? 0))
      }
    }
  }

  @Test(arguments: ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/2", "a/b", "1 / 3", "1/100001", "/", "+1/3"])
  func `an invalid part is rejected`(text: String) { #expect(Shard(text) == nil) }

  @Test func `a part is read as it is written`() {
    #expect(Shard("3/8") == Shard(3, of: 8))
    #expect("\(Shard(3, of: 8))" == "3/8")
    #expect(Shard("1/1") == .whole)
    #expect(Shard.whole.replicates(ofCell: 2, cells: 3, replicates: 9) == 1...9)
  }
}
