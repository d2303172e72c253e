import Foundation
import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// The sounds of headphone tests, sample by sample against the formulas of the papers.
@Suite struct ScreeningSoundTests {
  private static let file = """
    name: screened
    seed: 3
    task: {kind: comparison, notes: [C3, C4]}
    listeners: [{name: keen, kind: gaussian, jnd: 12}]
    strategies: [{name: kazez, kind: kazez}]
    stop: {trials: 2}
    replicates: 1
    lab: {screening: {test: both}, blocks: [{name: unison}]}
    """

  private func rendered(_ test: HeadphoneTest, target: Int, trial: Int = 1) throws -> ComposedStimulus.Trial {
    let lab = try #require(try Experiment.parse(Self.file, file: "screened").lab)
    let task = try #require(lab.plans[LabPart(block: test.blockName)]?.cells.first?.task)
    let stimulus = try #require(task.stimulus as? ComposedStimulus)
    let draws = SoundDraws(
      level: test.level, sounds: RunSounds(seed: 3, path: ["sounds", "P01"], replicate: 1), trial: trial, folder: ".")
    return try stimulus.rendered(draws, target: target, rate: stimulus.sampleRate, output: SoundOutput())
  }

  @Test(arguments: HeadphoneTest.allCases) func `six trials have three intervals, and practice keeps fits away`(
    test: HeadphoneTest
  ) throws {
    let lab = try #require(try Experiment.parse(Self.file, file: "screened").lab)
    let plan = try #require(lab.plans[LabPart(block: test.blockName)])
    #expect(plan.cells[0].task.alternatives == 3 && plan.name == "screened" && plan.seed == 3)
    let progress = DayProgress(of: lab.day, listener: "P01", place: 1, seed: 3) { _ in .open }
    #expect(progress.steps.map(\.block.name) == ["screening-antiphase", "screening-huggins", "unison"])
    #expect(progress.steps.map(\.block.isPractice) == [true, true, false])
    #expect(progress.blocks == 1)
  }

  /// sin(2π·200·t) with ramps ½(1 − cos(πt/0.1)), at −17.7 dB FS or 6 dB below; the foil's right ear is inverted.
  @Test(arguments: [1, 2, 3]) func `one tone is 6 dB softer, and one of the others is in antiphase`(target: Int) throws
  {
    let rate = 44_100.0
    var foils: Set<Int> = []
    for number in 1...12 {
      let trial = try rendered(.antiphase, target: target, trial: number)
      #expect(trial.intervals.map(\.lowerBound) == [4410, 70_560, 136_710])
      var signs: [Double] = []
      for (place, range) in zip(1..., trial.intervals) {
        #expect(range.count == 44_100)
        let gain = pow(10, (place == target ? -23.7 : -17.7) / 20)
        let middle = range.lowerBound + 22_070
        let sign = trial.samples.right[middle] * trial.samples.left[middle] < 0 ? -1.0 : 1
        signs.append(sign)
        // The phase at the onset is 0.
        let (left, right) = (Array(trial.samples.left[range]), Array(trial.samples.right[range]))
        for i in 0..<range.count {
          let t = Double(i) / rate
          let ramp = 0.5 * (1 - cos(.pi * min(t, 1 - t, 0.1) / 0.1))
          let expected = gain * ramp * sin(2 * .pi * 200 * t)
          guard abs(left[i] - expected) < 1e-6, abs(right[i] - sign * expected) < 1e-6 else {
            Issue.record("interval \(place), frame \(i): \(left[i]), expected \(expected)")
            return
          }
        }
      }
      #expect(signs[target - 1] == 1)
      #expect(signs.count { $0 == -1 } == 1)
      foils.insert(signs.firstIndex(of: -1) ?? -1)
    }
    // Both other intervals have the foil at some time: all twelve the same have probability 2⁻¹¹.
    #expect(foils.count == 2)
  }

  /// Products of the ears' spectra, Hann-windowed, over frequencies 1 Hz apart: 1 if the ears agree, −1 in antiphase.
  private func correlation(_ trial: ComposedStimulus.Trial, _ range: Range<Int>, _ frequencies: ClosedRange<Int>)
    -> Double
  {
    var (product, left, right) = (0.0, 0.0, 0.0)
    let count = range.count
    let (ofLeft, ofRight) = (Array(trial.samples.left[range]), Array(trial.samples.right[range]))
    let window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
    for frequency in frequencies {
      var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
      let step = 2 * .pi * Double(frequency) / 44_100
      for i in 0..<count {
        let (cosine, sine) = (cos(step * Double(i)) * window[i], sin(step * Double(i)) * window[i])
        let (l, r) = (ofLeft[i], ofRight[i])
        a += l * cosine
        b += l * sine
        c += r * cosine
        d += r * sine
      }
      product += a * c + b * d
      left += a * a + b * b
      right += c * c + d * d
    }
    return product / (left * right).squareRoot()
  }

  @Test func `only in the target, the band 600 Hz ± 6 % has opposite signs at the ears`() throws {
    let trial = try rendered(.huggins, target: 2)
    #expect(trial.intervals.map(\.lowerBound) == [4410, 92_610, 180_810])
    #expect(trial.intervals.map(\.count) == [44_100, 44_100, 44_100])
    for place in [0, 2] {
      let range = trial.intervals[place]
      #expect(trial.samples.left[range] == trial.samples.right[range])
    }
    let target = trial.intervals[1]
    // The window spreads each component over 2 Hz to either side.
    #expect(correlation(trial, target, 567...633) < -0.999)
    #expect(correlation(trial, target, 540...561) > 0.999)
    #expect(correlation(trial, target, 639...660) > 0.999)
    #expect(correlation(trial, target, 566...567) < -0.99)
    #expect(correlation(trial, target, 633...634) < -0.99)
  }

  /// The level of 1 s of noise with 19 844 Hz has a standard deviation of 0.03 dB; ramps take 0.06 dB.
  @Test func `noises are new in each interval and of the same level at both ears`() throws {
    let trial = try rendered(.huggins, target: 3)
    let levels = trial.intervals.flatMap { range in
      [trial.samples.left, trial.samples.right].map { ear in
        20 * log10(StereoSamples.rootMeanSquare(ear[range]) * 2.0.squareRoot())
      }
    }
    #expect(levels.allSatisfy { abs($0 - -15.1) < 0.15 }, "\(levels)")
    #expect(trial.samples.left[trial.intervals[0]] != trial.samples.left[trial.intervals[1]])
    #expect(trial.samples.peak < 0.9)
    let again = try rendered(.huggins, target: 3)
    #expect(again.samples.left == trial.samples.left && again.samples.right == trial.samples.right)
  }

  @Test(arguments: [
    ("{kind: forced-choice, unit: dB, alternatives: 2", "expected at least 3 alternatives"),
    ("{kind: forced-choice, unit: dB, alternatives: 3", "expected a mapping, got"),
  ])
  func `a foil needs an interval of its own`(task: String, message: String) throws {
    let foil = task.contains("3") ? "5" : "{ipd: 180}"
    let error = #expect(throws: ConfigurationError.self) {
      _ = try TrialTask(
        parsing: task
          + ", scale: log, sounds: {standard: {tone: 500, duration: 0.1}, target: {level: +x}, foil: \(foil)}}")
    }
    #expect(error?.description.contains(message) == true, "\(error!)")
  }
}
