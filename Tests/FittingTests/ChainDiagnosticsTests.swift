import Foundation
import PeachFitting
import Testing

/// Golden numbers of `Golden/population/posterior/diagnostics.py`: ArviZ's diagnostics of seven sets of chains.
private struct GoldenChains: Decodable {
  struct Entry: Decodable {
    var name: String
    var chains: [[Double]]
    var rhat: Double
    var bulk: Double
    var tail: Double
  }

  var sets: [Entry]
}

@Suite("Diagnostics of chains")
struct ChainDiagnosticsTests {
  @Test("R̂ and effective sample sizes agree with ArviZ")
  func arviz() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Golden/population/posterior/arviz", withExtension: "json"))
    let golden = try JSONDecoder().decode(GoldenChains.self, from: Data(contentsOf: url))
    #expect(golden.sets.count == 7)
    for entry in golden.sets {
      let own = try #require(ChainDiagnostics(entry.chains))
      #expect(abs(own.rHat - entry.rhat) < 1e-9, "\(entry.name): \(own.rHat) and \(entry.rhat)")
      #expect(abs(own.bulk / entry.bulk - 1) < 1e-9, "\(entry.name): \(own.bulk) and \(entry.bulk)")
      #expect(abs(own.tail / entry.tail - 1) < 1e-9, "\(entry.name): \(own.tail) and \(entry.tail)")
    }
  }

  @Test("Equal draws, draws that are not finite, and too few draws have no diagnostics")
  func none() {
    #expect(ChainDiagnostics([[1, 1, 1, 1], [1, 1, 1, 1]]) == nil)
    #expect(ChainDiagnostics([[1, 2, 3, .infinity]]) == nil)
    #expect(ChainDiagnostics([[1, 2, 3]]) == nil)
    #expect(ChainDiagnostics([]) == nil)
  }
}
