import Glibc
import PeachConformance
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// The published laws of the difference limen for frequency, against tables worked out from them elsewhere.
@Suite struct FrequencyLawTests {
  /// A number as it was printed: it stands for all that round to it.
  struct Printed: ExpressibleByStringLiteral, Sendable, CustomStringConvertible {
    var description: String

    init(stringLiteral value: String) { description = value }

    func matches(_ value: Double) -> Bool {
      guard let number = Double(description) else { return false }
      let decimals = description.split(separator: ".").dropFirst().first?.count ?? 0
      return abs(value - number) <= 0.5 * pow(10, -Double(decimals)) * (1 + 1e-9)
    }
  }

  /// A law with its conditions, and Δf in Hz and in cents at the frequencies below.
  struct Column: Sendable {
    var law: String
    var level: Int
    var seconds: Double
    var hertz: [Printed]
    var cents: [Printed]
  }

  static let frequencies = [65.406391, 130.812783, 261.625565, 440, 523.251131, 1000, 1046.502261, 2000, 4000, 8000]
  static let columns = [
    Column(
      law: "wier-1977", level: 40, seconds: 0.317,
      hertz: [".476", ".581", ".772", "1.029", "1.153", "1.946", "2.033", "4.263", "12.92", "62.02"],
      cents: ["12.54", "7.68", "5.10", "4.04", "3.81", "3.37", "3.36", "3.69", "5.58", "13.37"]),
    Column(
      law: "nelson-1983", level: 40, seconds: 0.317,
      hertz: ["1.411", "1.664", "2.102", "2.663", "2.924", "4.499", "4.663", "8.579", "21.37", "77.71"],
      cents: ["36.95", "21.88", "13.85", "10.44", "9.65", "7.77", "7.70", "7.41", "9.23", "16.74"]),
    Column(
      law: "micheyl-2012", level: 40, seconds: 0.2,
      hertz: ["1.138", "1.223", "1.387", "1.620", "1.734", "2.486", "2.570", "4.858", "15.85", "127.8"],
      cents: ["29.86", "16.10", "9.15", "6.36", "5.73", "4.30", "4.25", "4.20", "6.84", "27.43"]),
    Column(
      law: "micheyl-2012", level: 60, seconds: 0.5,
      hertz: [".845", ".907", "1.030", "1.202", "1.287", "1.846", "1.908", "3.606", "11.76", "94.83"],
      cents: ["22.22", "11.97", "6.80", "4.72", "4.25", "3.19", "3.15", "3.12", "5.08", "20.40"]),
    Column(
      law: "micheyl-2012", level: 60, seconds: 1,
      hertz: [".746", ".801", ".909", "1.062", "1.137", "1.630", "1.685", "3.184", "10.39", "83.75"],
      cents: ["19.64", "10.57", "6.01", "4.17", "3.76", "2.82", "2.79", "2.75", "4.49", "18.03"]),
  ]

  /// The JND in cents at a frequency, from the probability at an offset that is neither chance nor certain.
  private func jnd(
    _ law: String, at frequency: Double, level: Double?, seconds: Double, scale: Double = 1
  ) throws -> Double {
    var settings: Setting = [
      "law": .init(stringLiteral: law), "duration": .init(floatLiteral: seconds), "scale": .init(floatLiteral: scale),
    ]
    if let level { settings = settings.replacing("level", with: .init(floatLiteral: level)) }
    let task = try Listening.task(notes: 69...69, pitch: frequency)
    let listener = try settings.listener(of: FrequencyLawListener.self, in: task)
    let offset = 7.31
    let probability = listener.probability(of: try Listening.comparison(offset, note: 69))
    return offset / NormalDistribution.quantile(probability) * NormalDistribution.quantile(0.75)
  }

  @Test(arguments: columns) func `the limen in cents and in hertz is the published one`(column: Column) throws {
    #expect(column.hertz.count == Self.frequencies.count)
    #expect(column.cents.count == Self.frequencies.count)
    for (index, frequency) in Self.frequencies.enumerated() {
      let cents = try jnd(column.law, at: frequency, level: Double(column.level), seconds: column.seconds)
      #expect(column.cents[index].matches(cents), "\(cents) cents at \(frequency) Hz")
      let hertz = frequency * (exp2(cents / 1200) - 1)
      #expect(column.hertz[index].matches(hertz), "\(hertz) Hz at \(frequency) Hz")
    }
  }

  @Test(
    arguments: [
      (0.01, "8.81"), (0.02, "4.63"), (0.05, "2.52"), (0.1, "1.82"), (0.2, "1.43"), (0.3, "1.27"), (0.5, "1.13"),
      (0.75, "1.048"), (2, "0.911"),
    ] as [(Double, Printed)])
  func `in the law of 2012 a duration multiplies the limen in hertz`(seconds: Double, factor: Printed) throws {
    #expect(factor.matches(try hertz("micheyl-2012", 60, seconds) / hertz("micheyl-2012", 60, 1)))
  }

  @Test(
    arguments: [
      (10, "2.08", "2.64"), (20, "1.32", "1.47"), (30, "1.15", "1.21"), (40, "1.07", "1.10"), (80, "0.968", "0.953"),
    ] as [(Double, Printed, Printed)])
  func `in the laws of 2012 and 1983 a level multiplies the limen in hertz`(
    level: Double, micheyl: Printed, nelson: Printed
  ) throws {
    #expect(micheyl.matches(try hertz("micheyl-2012", level, 1) / hertz("micheyl-2012", 60, 1)))
    #expect(nelson.matches(try hertz("nelson-1983", level, 1) / hertz("nelson-1983", 60, 1)))
  }

  private func hertz(_ law: String, _ level: Double, _ seconds: Double) throws -> Double {
    440 * (exp2(try jnd(law, at: 440, level: level, seconds: seconds) / 1200) - 1)
  }

  /// What the page says is what leaving it out gives.
  @Test func `each law has its own default level`() throws {
    let task = try Listening.task()
    let parameters = Reader.describe { _ = FrequencyLawListener.read($0, in: task) }
    #expect(parameters.first { $0.name == "level" }?.fallback == "60; 40 for wier-1977")
    for (law, level) in [("wier-1977", 40.0), ("nelson-1983", 60), ("micheyl-2012", 60)] {
      let stated = try jnd(law, at: 440, level: level, seconds: 1)
      #expect(try jnd(law, at: 440, level: nil, seconds: 1) == stated)
    }
  }

  @Test func `scale is the person's limen over the law's`() throws {
    let plain = try jnd("nelson-1983", at: 440, level: 47, seconds: 1)
    let scaled = try jnd("nelson-1983", at: 440, level: 47, seconds: 1, scale: 2.31)
    #expect(abs(scaled / plain - 2.31) <= 1e-12)
  }

  /// A fifth above A4 sounds at 660 Hz, near enough, and there the law is read.
  @Test func `the limen belongs to the target note in the tuning of the task`() throws {
    let fifth = DirectedInterval(.perfectFifth, .up)
    let task = try Listening.task([fifth], notes: 69...69)
    let settings: Setting = ["law": "wier-1977"]
    let listener = try settings.listener(of: FrequencyLawListener.self, in: task)
    let offset = 3.1
    let probability = listener.probability(of: try Listening.comparison(offset, note: 69, interval: fifth))
    let heard = offset / NormalDistribution.quantile(probability) * NormalDistribution.quantile(0.75)
    let above = try jnd("wier-1977", at: 440 * exp2(7 / 12.0), level: 40, seconds: 1)
    #expect(abs(heard / above - 1) <= 1e-12)
  }

  @Test func `the law of 1977 holds only at 40 dB`() throws {
    #expect(
      Listening.problems(FrequencyLawListener.self, ["law": "wier-1977", "level": 61], in: try Listening.task())
        == ["level: expected 40: the law wier-1977 holds only at 40 dB SL, got 61"])
  }

  @Test func `the default duration is that of the notes in the task`() throws {
    let task = try Listening.task(notes: 69...69, duration: 0.2)
    let settings: Setting = ["law": "micheyl-2012", "level": 40]
    let listener = try settings.listener(of: FrequencyLawListener.self, in: task)
    let probability = listener.probability(of: try Listening.comparison(6.36, note: 69))
    let heard = 6.36 / NormalDistribution.quantile(probability) * NormalDistribution.quantile(0.75)
    #expect(("6.36" as Printed).matches(heard))
  }
}
