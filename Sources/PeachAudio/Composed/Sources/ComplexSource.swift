import PeachSupport
import PeachTrials

/// A complex tone: harmonics of a fundamental, or any frequencies, at equal amplitudes or along a slope.
///
/// Its level is that of all components together, before single components are changed.
struct ComplexSource: SoundSource {
  static let key = "complex"
  static let hasFrequency = true

  enum Phases: String, CaseIterable {
    case sine, cosine, alternating, random
    case schroederPlus = "schroeder+"
    case schroederMinus = "schroeder-"
  }

  /// The difference of one component from the others.
  struct Change {
    /// From 1.
    var number: Int
    /// dB of what is added in phase, relative to the component.
    var added: StimulusNumber?
    /// dB.
    var level: StimulusNumber?
    /// Per cent of its frequency.
    var shift: StimulusNumber?
  }

  var fundamental: StimulusNumber?
  /// Numbers of harmonics.
  var harmonics: ClosedRange<Int>
  /// Hz; empty if there is a fundamental.
  var frequencies: [Double]
  /// dB per octave.
  var slope: StimulusNumber
  var phases: Phases
  var changes: [Change]

  static func read(_ reader: SoundReader) -> ComplexSource? {
    reader.reader.section(key, "A complex tone") { inner -> ComplexSource? in
      let numbers = reader.inside(inner, key)
      let fundamental = numbers.number("f0", .frequency, in: .within(1...20_000), "Fundamental frequency")
      let harmonics = inner.numbers(
        "harmonics", unit: "1", in: .within(1...1000), count: 2, "Lowest and highest harmonic of f0; default [1, 10]")
      let frequencies = inner.grid(
        "frequencies", unit: "Hz", in: .within(1...43_200), default: "none",
        "Instead of f0 and harmonics: the frequencies of the components")
      let slope = numbers.number(
        "slope", .decibels, in: .within(-60...60), default: "0",
        "How the level of the components changes with frequency, in dB per octave; negative: higher ones are "
          + "softer")
      let phases: Phases = inner.choice(
        "phases", default: .sine,
        "Phases of the components at the onset; schroeder: phases that keep the waveform flat (Schroeder 1970)")
      let changes = read(inner, numbers)
      guard (fundamental == nil) != (frequencies == nil) else {
        if !inner.isDescribing {
          inner.report(
            "expected f0 (the fundamental) or frequencies (of all components)", at: "f0",
            hint: "complex: {f0: 200, harmonics: [1, 10]}")
        }
        return nil
      }
      let range = (harmonics ?? [1, 10]).map { Int($0) }
      guard range[0] <= range[1], (harmonics ?? []).allSatisfy({ $0 == $0.rounded() }) else {
        inner.report("expected two whole numbers, the lower one first", at: "harmonics", hint: "harmonics: [1, 10]")
        return nil
      }
      let count = frequencies?.count ?? range[1] - range[0] + 1
      if let change = changes.first(where: { $0.number > count }) {
        inner.report("expected components from 1 to \(count), got \(change.number)", at: "components")
        return nil
      }
      return ComplexSource(
        fundamental: fundamental, harmonics: range[0]...range[1], frequencies: frequencies ?? [],
        slope: slope ?? .fixed(0), phases: phases, changes: changes)
    } ?? nil
  }

  private static func read(_ inner: Reader, _ numbers: SoundReader) -> [Change] {
    inner.section("components", "Changes of single components, by their number from the lowest: {11: {added: x}}") {
      section -> [Change] in
      let all = numbers.inside(section, "components")
      return section.dataKeys().compactMap { entry in
        guard let number = NumberGrammar.integer(entry.key), number >= 1 else {
          section.report(
            "expected the number of a component (from 1) before the colon, such as 11: {added: x}", at: entry.key)
          return nil
        }
        return Reader.read(
          entry.value, path: "\(section.path).\(entry.key)", diagnostics: section.diagnostics
        ) { one in
          let one = all.inside(one, entry.key)
          let change = Change(
            number: number,
            added: one.number(
              "added", .decibels, in: .within(-100...60),
              "Level of a tone added in phase to the component, in dB relative to the component"),
            level: one.number("level", .decibels, in: .within(-100...60), "Change of the component's level"),
            shift: one.number(
              "shift", .depth, in: .within(-0.9...0.9),
              "Change of the component's frequency as a fraction: 0.01 raises it by 1 %"))
          section.resolve(entry.key, .mapping(one.reader.resolved))
          return change
        }
      }
    } ?? []
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    var components: [Components.Component] = []
    if let fundamental {
      let f0 = draws.value(fundamental)
      components = harmonics.map { .init(frequency: f0 * Double($0), amplitude: 1, phase: 0) }
    } else {
      components = frequencies.map { .init(frequency: $0, amplitude: 1, phase: 0) }
    }
    let slope = draws.value(slope)
    let lowest = components[0].frequency
    var stream = draws.stream("\(key).complex.phases", each: .interval)
    for place in components.indices {
      components[place].amplitude = pow(10, slope * log2(components[place].frequency / lowest) / 20)
      components[place].phase = phase(place, of: components.count, random: stream.unit())
    }
    let size = components.reduce(0) { $0 + $1.amplitude * $1.amplitude }.squareRoot()
    for place in components.indices { components[place].amplitude /= size }
    for change in changes {
      let place = change.number - 1
      if let added = change.added { components[place].amplitude *= 1 + pow(10, draws.value(added) / 20) }
      if let level = change.level { components[place].amplitude *= pow(10, draws.value(level) / 20) }
      if let shift = change.shift { components[place].frequency *= 1 + draws.value(shift) }
    }
    for component in components { try rate.check(component.frequency, "complex") }
    return Components(all: components)
  }

  /// Source of the Schroeder phases: Schroeder (1970), IEEE Trans. Inf. Theory 16:85–89,
  /// ±πn(n − 1)∕N.
  private func phase(_ place: Int, of count: Int, random: Double) -> Double {
    let n = Double(place + 1)
    switch phases {
    case .sine: return 0
    case .cosine: return .pi / 2
    case .alternating: return place % 2 == 0 ? 0 : .pi / 2
    case .random: return 2 * .pi * random
    case .schroederPlus: return .pi * n * (n - 1) / Double(count)
    case .schroederMinus: return -.pi * n * (n - 1) / Double(count)
    }
  }
}
