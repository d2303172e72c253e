import PeachFitting
import PeachMath
import Testing

@Suite struct ComparerTests {
  private let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.02)).makeFitter()
  private let groups = [
    Comparer.Group(name: "quiet", counts: JointData.first), Comparer.Group(name: "noise", counts: JointData.second),
    Comparer.Group(name: "music", counts: JointData.counts([3, 5, 8, 13], 30, [16, 19, 25, 30])),
  ]

  @Test func `three groups are compared together and in pairs`() throws {
    var random = Uniforms(seed: 3)
    let rows = Comparer(fitter, sharing: SharedParameters([.threshold]), simulations: 19)
      .comparisons(of: groups, using: &random)
    #expect(rows.map(\.groupA) == ["all", "quiet", "quiet", "noise"])
    #expect(rows.map(\.groupB) == [nil, "noise", "music", "music"])
    #expect(rows.map(\.df) == [2, 1, 1, 1])
    #expect(rows.map(\.parametersShared) == [4, 3, 3, 3])
    #expect(rows.map(\.parametersFree) == [6, 4, 4, 4])
    #expect(rows[0].difference == nil && rows[0].differenceLow == nil && rows[0].differenceHigh == nil)
    let whole = fitter.likelihoodRatio(groups.map(\.counts), sharing: SharedParameters([.threshold]))
    #expect(rows[0].lr == whole.ratio)
    #expect(rows[0].p == whole.p)
    #expect(rows[0].aicShared == whole.sharedAIC)
    #expect(rows[0].bicFree == whole.freeBIC)
    for row in rows {
      #expect(row.simulationsFailed == 0)
      #expect(try #require(row.pSimulated) >= 0.05)
    }
    let thresholds = try groups.map { try #require(fitter.fit($0.counts).threshold) }
    #expect(rows[2].difference == thresholds[0] - thresholds[2])
    #expect(try #require(rows[2].differenceLow) < thresholds[0] - thresholds[2])
    #expect(try #require(rows[2].differenceHigh) > thresholds[0] - thresholds[2])
  }

  @Test func `two groups are one row`() {
    var random = Uniforms(seed: 3)
    let rows = Comparer(fitter, sharing: SharedParameters([.width])).comparisons(
      of: Array(groups[..<2]), using: &random)
    #expect(rows.count == 1)
    #expect(rows[0].pSimulated == nil)
    #expect(rows[0].lr != nil)
  }

  @Test func `with nothing shared only thresholds are compared`() throws {
    var random = Uniforms(seed: 3)
    let rows = Comparer(fitter, sharing: SharedParameters([]), simulations: 5).comparisons(of: groups, using: &random)
    #expect(rows.map(\.groupA) == ["quiet", "quiet", "noise"])
    var bare = GroupComparison("quiet", "noise")
    bare.difference = rows[0].difference
    bare.differenceLow = rows[0].differenceLow
    bare.differenceHigh = rows[0].differenceHigh
    bare.differenceP = rows[0].differenceP
    #expect(rows[0] == bare)
    #expect(rows[0].differenceLow != nil && rows[0].differenceP != nil)
  }

  @Test func `an empty group leaves its rows empty`() {
    var random = Uniforms(seed: 3)
    let rows = Comparer(fitter, sharing: SharedParameters([.width]), simulations: 5)
      .comparisons(of: [groups[0], Comparer.Group(name: "none", counts: Counts())], using: &random)
    #expect(rows.count == 1)
    #expect(rows[0].lr == nil && rows[0].p == nil && rows[0].pSimulated == nil && rows[0].difference == nil)
  }
}
