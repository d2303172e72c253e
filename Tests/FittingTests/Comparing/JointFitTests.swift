import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

@Suite struct JointFitTests {
  private func fitter(
    lapse: Asymptote = .free(upTo: 0.1), guess: GuessRate = .asymptote(.fixed(0.5)),
    _ function: any PsychometricFunction.Type = NormalFunction.self, reading: Reading = .accuracy, at: Double? = nil
  ) -> any Fitter {
    FitSettings(function, reading: reading, guess: guess, lapse: lapse, at: at).makeFitter()
  }

  private static let everything: [Set<FitParameter>] = [
    [.threshold], [.width], [.lapse], [.threshold, .width], [.width, .lapse], [.threshold, .width, .lapse],
  ]

  @Test(arguments: everything)
  func `groups with equal answers share their separate estimates`(names: Set<FitParameter>) throws {
    let fitter = fitter()
    let alone = fitter.fit(JointData.first)
    let found = fitter.likelihoodRatio([JointData.first, JointData.first], sharing: SharedParameters(names))
    #expect(abs(try #require(found.shared.logLikelihood) - 2 * (try #require(alone.logLikelihood))) < 1e-8)
    #expect(try #require(found.ratio) < 1e-7)
    #expect(try #require(found.p) > 0.999)
    for group in found.shared.groups {
      #expect(group.status == .ok)
      #expect(abs(try #require(group.threshold) - (try #require(alone.threshold))) < 1e-5)
      #expect(abs(try #require(group.width) - (try #require(alone.width))) < 1e-4)
      #expect(abs(try #require(group.logLikelihood) - (try #require(alone.logLikelihood))) < 1e-8)
    }
  }

  @Test func `noise-free answers give a shared width and own thresholds back`() throws {
    let thresholds = [5.37, 8.19, 9.93]
    let groups = thresholds.map { JointData.expected(JointData.levels, threshold: $0, scale: 2.71, lapse: 0.034) }
    let found = fitter().fit(groups, sharing: SharedParameters([.width, .lapse]))
    #expect(found.status == .ok)
    #expect(found.parameters == 5)
    for (group, threshold) in zip(found.groups, thresholds) {
      #expect(abs(try #require(group.threshold) - threshold) < 1e-5)
      #expect(abs(try #require(group.scale) - 2.71) < 1e-5)
      #expect(abs(try #require(group.lapse) - 0.034) < 1e-6)
    }
  }

  /// The threshold is shared where it is read: at the proportion asked, not where F is ½.
  @Test func `a threshold at a proportion is shared there`() throws {
    let normal = NormalDistribution.quantile((0.82 - 0.5) / 0.5)
    let scales = [1.9, 4.3]
    let groups = scales.map { JointData.expected(JointData.levels, threshold: 9.1 - $0 * normal, scale: $0) }
    let found = fitter(lapse: .fixed(0), at: 0.82).fit(groups, sharing: SharedParameters([.threshold]))
    #expect(found.parameters == 3)
    for (group, scale) in zip(found.groups, scales) {
      #expect(abs(try #require(group.threshold) - 9.1) < 1e-5)
      #expect(abs(try #require(group.scale) - scale) < 1e-5)
    }
  }

  @Test func `in the direction reading a threshold is shared across biases`() throws {
    let levels = [-14.0, -9, -5, -2, 2, 5, 9, 14]
    // A curve of this bias in scales, of the scale that makes its threshold 4.7.
    func group(_ ratio: Double) -> Counts {
      let unit = Root.find(in: 0...20) { level in
        0.98 * (NormalDistribution.cumulative(level - ratio) - NormalDistribution.cumulative(-level - ratio)) - 0.5
      }
      let scale = 4.7 / (unit ?? 1)
      return JointData.expected(levels, threshold: ratio * scale, scale: scale, guess: 0.01, lapse: 0.01)
    }
    let ratios = [-0.8, 0.25, 1.1]
    let found = fitter(lapse: .fixed(0.01), guess: .lapse, reading: .direction, at: 0.75)
      .fit(ratios.map(group), sharing: SharedParameters([.threshold]))
    #expect(found.status == .ok)
    #expect(found.parameters == 4)
    for (group, ratio) in zip(found.groups, ratios) {
      #expect(abs(try #require(group.threshold) - 4.7) < 1e-5)
      #expect(abs(try #require(group.pse) / (try #require(group.scale)) - ratio) < 1e-5)
    }
  }

  /// The plain sum of logarithms, climbed by GSL's simplex, which knows nothing of our iteration.
  @Test func `joint fits agree with the simplex on the plain sum`() throws {
    let groups = [JointData.first, JointData.second]
    func plain(_ thresholds: [Double], _ scales: [Double], _ lapses: [Double]) -> Double {
      guard lapses.allSatisfy({ $0 >= 0 && $0 <= 0.1 }) else { return .infinity }
      return -groups.indices.reduce(0) { sum, group in
        groups[group].bins.reduce(sum) { sum, bin in
          let lapse = lapses[group]
          let p = 0.5 + (0.5 - lapse) * NormalDistribution.cumulative((bin.level - thresholds[group]) / scales[group])
          return sum + bin.positives * log(p) + (bin.trials - bin.positives) * log(1 - p)
        }
      }
    }
    let width = try Simplex.minimum(start: [6, 8, 1, 0.01, 0.01], steps: [1, 1, 0.3, 0.01, 0.01], tolerance: 1e-8) {
      plain([$0[0], $0[1]], [exp($0[2]), exp($0[2])], [$0[3], $0[4]])
    }
    let threshold = try Simplex.minimum(start: [7, 1, 1, 0.01], steps: [1, 0.3, 0.3, 0.01], tolerance: 1e-8) {
      plain([$0[0], $0[0]], [exp($0[1]), exp($0[2])], [$0[3], $0[3]])
    }
    let byWidth = fitter().fit(groups, sharing: SharedParameters([.width]))
    let byThreshold = fitter().fit(groups, sharing: SharedParameters([.threshold, .lapse]))
    #expect(abs(try #require(byWidth.logLikelihood) + width.value) < 1e-6)
    #expect(abs(try #require(byWidth.groups[1].threshold) - width.point[1]) < 1e-3)
    #expect(abs(try #require(byThreshold.logLikelihood) + threshold.value) < 1e-6)
    #expect(abs(try #require(byThreshold.groups[0].threshold) - threshold.point[0]) < 1e-3)
  }

  /// On ln x a Weibull is a Gumbel function: a factor in level moves its threshold and leaves its scale.
  @Test func `a Weibull shares its slope, not its width in level units`() throws {
    let far = Counts(
      JointData.first.bins.map { .init(level: 3 * $0.level, trials: $0.trials, positives: $0.positives) })
    let fitter = fitter(WeibullFunction.self)
    let alone = fitter.fit(JointData.first)
    let found = fitter.fit([JointData.first, far], sharing: SharedParameters([.width]))
    #expect(abs(try #require(found.logLikelihood) - 2 * (try #require(alone.logLikelihood))) < 1e-8)
    let (near, other) = (found.groups[0], found.groups[1])
    #expect(abs(try #require(other.threshold) / (try #require(near.threshold)) - 3) < 1e-5)
    #expect(abs(try #require(other.width) / (try #require(near.width)) - 3) < 1e-5)
  }

  // MARK: Degenerate groups

  private static let allCorrect = JointData.counts([6, 9, 13], 12, [12, 12, 12])
  private static let step = JointData.counts([3, 6, 9, 12], 12, [6, 6, 12, 12])

  @Test func `a group without errors leaves a shared threshold to the other`() throws {
    let found = fitter(lapse: .fixed(0)).fit(
      [JointData.first, Self.allCorrect], sharing: SharedParameters([.threshold]))
    let threshold = try #require(found.groups[1].threshold)
    #expect(found.groups[0].threshold == threshold)
    #expect(found.groups[0].status == .ok)
    // Nothing holds its threshold but the other group, and its curve is as steep as it may be.
    #expect(found.groups[1].status == .step)
    #expect(threshold < 6)
    #expect(try #require(found.groups[1].logLikelihood) > -0.1)
  }

  @Test func `a group without errors has a shared width but no threshold`() throws {
    let fitter = fitter(lapse: .fixed(0))
    let alone = fitter.fit(JointData.first)
    let found = fitter.likelihoodRatio([JointData.first, Self.allCorrect], sharing: SharedParameters([.width]))
    #expect(found.shared.status == .allCorrect)
    #expect(found.shared.groups[0].status == .ok)
    #expect(found.shared.groups[1].status == .allCorrect)
    #expect(found.shared.groups[1].threshold == nil)
    #expect(abs(try #require(found.shared.groups[1].width) - (try #require(alone.width))) < 1e-5)
    #expect(abs(try #require(found.shared.logLikelihood) - (try #require(alone.logLikelihood))) < 1e-6)
    #expect(try #require(found.ratio) < 1e-5)
  }

  @Test func `a step is a curve where the width is shared`() throws {
    let fitter = fitter(lapse: .fixed(0))
    #expect(fitter.fit(Self.step).status == .step)
    let found = fitter.fit([JointData.first, Self.step], sharing: SharedParameters([.width]))
    #expect(found.status == .ok)
    let threshold = try #require(found.groups[1].threshold)
    #expect(threshold > 6 && threshold < 9)
    #expect(found.groups[0].width == found.groups[1].width)
  }

  @Test func `steps with a shared width are a step`() throws {
    let other = JointData.counts([3, 6, 9, 12], 12, [7, 6, 5, 12])
    let found = fitter(lapse: .fixed(0)).fit([Self.step, other], sharing: SharedParameters([.width]))
    #expect(found.status == .step)
    #expect(found.groups[0].gap == 6...9)
    #expect(found.groups[1].gap == 9...12)
    #expect(found.groups[1].threshold == 10.5)
  }

  /// Levels of their own, levels in common, one in common but for rounding.
  @Test func `groups that share everything are fitted as their pooled answers`() throws {
    let groups = [
      JointData.counts([2, 4.5, 7, 9.5, 12], 30, [14, 18, 24, 25, 30]),
      JointData.counts([1, 4.5 * (1 + 3e-10), 8, 17], 24, [13, 15, 19, 23]),
      JointData.counts([7, 9.5], 11, [9, 8]),
    ]
    let pooled = Counts([
      .init(level: 1, trials: 24, positives: 13), .init(level: 2, trials: 30, positives: 14),
      .init(level: 4.5, trials: 54, positives: 33), .init(level: 7, trials: 41, positives: 33),
      .init(level: 8, trials: 24, positives: 19), .init(level: 9.5, trials: 41, positives: 33),
      .init(level: 12, trials: 30, positives: 30), .init(level: 17, trials: 24, positives: 23),
    ])
    let fitter = fitter()
    let (joint, alone) = (
      fitter.fit(groups, sharing: SharedParameters([.threshold, .width, .lapse])), fitter.fit(pooled)
    )
    #expect(joint.status == .ok && joint.parameters == 3)
    #expect(abs(try #require(joint.logLikelihood) - (try #require(alone.logLikelihood))) < 1e-8)
    for group in joint.groups {
      #expect(abs(try #require(group.threshold) - (try #require(alone.threshold))) < 1e-5)
      #expect(abs(try #require(group.width) - (try #require(alone.width))) < 1e-4)
      #expect(abs(try #require(group.lapse) - (try #require(alone.lapse))) < 1e-6)
    }
  }

  @Test func `a step that groups share lies in the gap of their pooled answers`() throws {
    let found = fitter(lapse: .fixed(0), guess: .asymptote(.fixed(0))).fit(
      [JointData.counts([3, 6, 12], 10, [0, 0, 10]), JointData.counts([1, 7, 9, 20], 10, [0, 0, 10, 10])],
      sharing: SharedParameters([.threshold, .width]))
    #expect(found.status == .step)
    #expect(found.groups.map(\.gap) == [7...9, 7...9])
    #expect(found.groups.map(\.threshold) == [8, 8])
    // One level is partly correct, in one group: it is the step of both.
    let one = fitter(lapse: .fixed(0), guess: .asymptote(.fixed(0))).fit(
      [JointData.counts([3, 6, 12], 10, [0, 0, 10]), JointData.counts([1, 7, 9, 20], 10, [0, 3, 10, 10])],
      sharing: SharedParameters([.threshold, .width]))
    #expect(one.status == .step)
    #expect(one.groups.map(\.gap) == [7...7, 7...7])
    #expect(one.groups.map(\.threshold) == [7, 7])
  }

  @Test func `on a log axis the gap of a shared step ends exactly at levels of the data`() throws {
    let settings = FitSettings(
      reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0), isLogLevel: true)
    let (low, high) = (3.7, 13.37219387)
    #expect(pow(10, log10(low)) != low || pow(10, log10(high)) != high)
    let found = settings.makeFitter().fit(
      [JointData.counts([1, low, high], 10, [0, 0, 10]), JointData.counts([2, low, high, 40], 10, [0, 0, 10, 10])],
      sharing: SharedParameters([.threshold, .width]))
    #expect(found.status == .step)
    #expect(found.groups.map(\.gap) == [low...high, low...high])
    for group in found.groups {
      #expect(abs(try #require(group.threshold) / (low * high).squareRoot() - 1) < 1e-12)
    }
  }

  @Test func `degenerate joint fits are named`() {
    let fitter = fitter()
    func status(_ groups: [Counts], _ names: Set<FitParameter>) -> EstimateStatus {
      fitter.fit(groups, sharing: SharedParameters(names)).status
    }
    let two = JointData.counts([4, 9], 20, [12, 18])
    let one = JointData.counts([4], 20, [12])
    let flat = JointData.counts([3, 6, 9, 12], 20, [15, 15, 15, 15])
    let falling = JointData.counts([3, 6, 9, 12], 20, [19, 16, 13, 10])
    // Three unknowns of one curve at two levels; five unknowns in four levels; one level for a threshold and a lapse.
    #expect(status([two, two], [.threshold, .width, .lapse]) == .tooFewLevels)
    #expect(status([two, two], [.width]) == .tooFewLevels)
    #expect(status([JointData.first, one], [.width]) == .tooFewLevels)
    #expect(status([JointData.first, Counts()], [.width]) == .tooFewLevels)
    #expect(status([Self.allCorrect, Self.allCorrect], [.width]) == .allCorrect)
    #expect(status([flat, flat], [.width]) == .constant)
    #expect(status([falling, falling], [.width]) == .decreasing)
    #expect(status([falling, falling], [.threshold, .width, .lapse]) == .decreasing)
  }

  @Test func `a parameter that cannot be shared is reported`() throws {
    let tied = FitSettings(reading: .direction, guess: .lapse, lapse: .free(upTo: 0.1))
    #expect(try #require(SharedParameters([.guess]).problem(in: tied)).contains("lapse"))
    #expect(SharedParameters([.guess, .lapse]).problem(in: tied) == nil)
    #expect(SharedParameters([.lapse]).problem(in: tied) == nil)
    let fixed = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.02))
    #expect(
      SharedParameters([.guess, .lapse]).problem(in: fixed)
        == "expected a free parameter to share, got guess and lapse, which is fixed")
    #expect(SharedParameters([.width, .lapse]).problem(in: fixed) == nil)
    #expect(SharedParameters([]).problem(in: fixed) == nil)
  }
}
