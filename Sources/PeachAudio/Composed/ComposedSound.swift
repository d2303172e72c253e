import PeachMath
import PeachSupport
import PeachTrials

/// A sound of one source, with its duration, ramps, level and modulations, and with other sounds added.
///
/// - The duration includes the ramps, which are raised cosines.
/// - The level of a tone, a complex or a noise is that of all of it at full height, before modulation: 0 dB FS is a sine with
///   peak 1. The spectrum level of a noise is that of a band of 1 Hz, at 1 kHz if it is not flat; its ERB level is that of the
///   band of an auditory filter at 1 kHz, 132.6 Hz.
/// - An amplitude modulation keeps the mean power, unless `same-power` is false.
/// - A gap is a silence around its middle; its ramps lie outside of it.
/// - With a positive ITD the right ear leads: the left ear gets the whole sound late. With a positive ILD the right ear gets
///   half of it more, and the left ear half of it less.
struct ComposedSound: Sendable {
  /// The longest time by which an ear is late, in seconds.
  static let greatestDelay = 0.001

  enum Ear: String, CaseIterable, Sendable { case both, left, right }

  struct AmplitudeModulation: Sendable {
    var rate: StimulusNumber
    /// 0…1.
    var depth: StimulusNumber
    /// Degrees; `nil` draws it for every interval.
    var phase: StimulusNumber?
    var keepsPower: Bool
  }

  struct Gap: Sendable {
    /// The middle, in seconds from the onset.
    var middle: StimulusNumber
    /// Seconds of silence.
    var length: StimulusNumber
    /// Milliseconds of each ramp next to the silence.
    var ramp: StimulusNumber
  }

  /// The form in which a level is stated: of the whole sound, of a band of 1 Hz, or of an auditory filter at 1 kHz.
  enum LevelForm: String, CaseIterable, Sendable {
    case total = "level"
    case spectrum = "spectrum-level"
    case filter = "erb-level"

    /// Hz; `nil` for the whole sound.
    var bandwidth: Double? {
      switch self {
      case .total: nil
      case .spectrum: 1
      case .filter: AuditoryBandwidth.equivalent(at: 1000)
      }
    }
  }

  var key: String
  var source: any SoundSource
  /// Seconds.
  var duration: StimulusNumber
  /// Seconds from the beginning of the interval.
  var start: StimulusNumber
  /// Milliseconds.
  var ramp: StimulusNumber
  var level: (form: LevelForm, number: StimulusNumber)
  var ear: Ear
  /// Microseconds.
  var itd: StimulusNumber
  /// Decibels.
  var ild: StimulusNumber
  /// Degrees by which the right ear leads.
  var ipd: StimulusNumber
  var am: AmplitudeModulation?
  /// Rate in Hz, and excursion in Hz.
  var fm: (rate: StimulusNumber, excursion: StimulusNumber, phase: StimulusNumber)?
  var gap: Gap?
  var filter: SoundFilter?
  var added: [ComposedSound]

  /// Reads the mapping of a sound; `nil` after problems.
  ///
  /// - Parameter isWhole: Whether the sound lasts as long as the trial and has no duration of its own.
  static func read(_ reader: SoundReader, isWhole: Bool = false) -> ComposedSound? {
    let file = reader.reader
    let duration =
      isWhole
      ? StimulusNumber.fixed(0)
      : reader.number(
        "duration", .seconds, in: .within(0.001...60), required: true, "Duration of the sound, ramps included")
    let start =
      isWhole
      ? nil
      : reader.number(
        "start", .seconds, in: .within(0...60), default: "0", "Onset of the sound, from the beginning of its interval")
    let ramp = reader.number(
      "ramp", .milliseconds, in: .within(0...10_000), default: "10",
      "Length of the raised-cosine rise, and of the fall; both lie inside the duration")
    let level = reader.number(
      "level", .decibels, in: .within(-200...200), default: "-20",
      "Level of the whole sound, in dB FS or dB SPL, as the key levels states"
    )
    let spectrum = reader.number(
      "spectrum-level", .decibels, in: .within(-200...200),
      "Instead of level, for a noise: its spectrum level, the level in each band of 1 Hz")
    let filterLevel = reader.number(
      "erb-level", .decibels, in: .within(-200...200),
      "Instead of level, for a noise: its level in the auditory filter at 1 kHz, a band of 132.6 Hz")
    let ear: Ear = file.choice("ear", default: .both, "Ear to which the sound is played")
    let itd = reader.number(
      "itd", .microseconds, in: .within(-1000...1000), default: "0",
      "Interaural time difference; positive: the sound reaches the right ear first")
    let ild = reader.number(
      "ild", .decibels, in: .within(-60...60), default: "0",
      "Interaural level difference; positive: the right ear is louder")
    let ipd = reader.number(
      "ipd", .degrees, in: .within(-180...180), default: "0",
      "Interaural phase difference of every frequency; 180 inverts the right ear")
    let am = readModulation(reader)
    let fm = readFrequencyModulation(reader)
    let gap = readGap(reader)
    let filter = SoundFilter.read(reader)
    let added = readAdded(reader)
    let sources = SoundSources.all.filter { file.isDescribing || file.has($0.key) }
    let source = sources.compactMap { $0.read(reader) as (any SoundSource)? }.first
    guard sources.count == 1 || file.isDescribing else {
      let names = SoundSources.all.map { $0.key }.joined(separator: ", ")
      file.report(
        "expected one source (\(names)), got \(sources.isEmpty ? "none" : sources.map { $0.key }.joined(separator: ", "))",
        at: sources.first?.key ?? "duration", hint: "further sounds belong under add: [{tone: 1000, …}]")
      return nil
    }
    guard let source, let duration else { return nil }
    if fm != nil, !type(of: source).hasFrequency {
      file.report("expected a tone or a complex: a \(type(of: source).key) has no frequency to modulate", at: "fm")
      return nil
    }
    let levels = zip(LevelForm.allCases, [level, spectrum, filterLevel]).filter { $0.1 != nil }
    if levels.count > 1 {
      file.report(
        "expected one of level, spectrum-level and erb-level, got \(levels.map(\.0.rawValue).joined(separator: ", "))",
        at: levels[1].0.rawValue)
    }
    if let form = levels.first?.0, form.bandwidth != nil, !type(of: source).hasSpectrumLevel {
      file.report(
        "expected a noise: a \(type(of: source).key) has no level per Hz", at: form.rawValue, hint: "use level")
    }
    return ComposedSound(
      key: reader.key, source: source, duration: duration, start: start ?? .fixed(0), ramp: ramp ?? .fixed(10),
      level: (levels.first?.0 ?? .total, (levels.first?.1 ?? nil) ?? .fixed(-20)), ear: ear, itd: itd ?? .fixed(0),
      ild: ild ?? .fixed(0), ipd: ipd ?? .fixed(0), am: am, fm: fm, gap: gap, filter: filter, added: added)
  }

  private static func readModulation(_ reader: SoundReader) -> AmplitudeModulation? {
    reader.reader.section("am", "Sinusoidal amplitude modulation") { inner -> AmplitudeModulation? in
      let numbers = reader.inside(inner, "am")
      let rate = numbers.number(
        "rate", .frequency, in: .within(0.1...20_000), required: true, "Modulation frequency, in cycles per second")
      let depth = numbers.number(
        "depth", .depth, in: .within(0...1), required: true,
        "Modulation depth m, from 0 to 1; a level in dB is 20 log10 m")
      let phase = numbers.number(
        "phase", .degrees, in: .within(-360...360), default: "drawn for every interval",
        "Phase of the modulation at the onset of the sound")
      let keepsPower = inner.flag(
        "same-power", default: true, "true: scale the modulated sound to the power that it has without modulation")
      guard let rate, let depth else { return nil }
      return AmplitudeModulation(rate: rate, depth: depth, phase: phase, keepsPower: keepsPower)
    } ?? nil
  }

  private static func readFrequencyModulation(
    _ reader: SoundReader
  ) -> (rate: StimulusNumber, excursion: StimulusNumber, phase: StimulusNumber)? {
    reader.reader.section("fm", "Sinusoidal frequency modulation of a tone or a complex") {
      inner -> (rate: StimulusNumber, excursion: StimulusNumber, phase: StimulusNumber)? in
      let numbers = reader.inside(inner, "fm")
      let rate = numbers.number(
        "rate", .frequency, in: .within(0.1...20_000), required: true, "Modulation frequency, in cycles per second")
      let excursion = numbers.number(
        "excursion", .frequency, in: .within(0...20_000), required: true,
        "Largest deviation from the frequency of the tone, or of the lowest component of a complex")
      let phase = numbers.number(
        "phase", .degrees, in: .within(-360...360), default: "0", "Phase of the modulation at the onset of the sound")
      guard let rate, let excursion else { return nil }
      return (rate, excursion, phase ?? .fixed(0))
    } ?? nil
  }

  private static func readGap(_ reader: SoundReader) -> Gap? {
    reader.reader.section("gap", "A gap: a silence inside the sound") { inner -> Gap? in
      let numbers = reader.inside(inner, "gap")
      let middle = numbers.number(
        "at", .seconds, in: .within(0...60), required: true, "Middle of the silence, from the onset of the sound")
      let length = numbers.number(
        "length", .seconds, in: .within(0...60), required: true, "Duration of the silence, without its ramps")
      let ramp = numbers.number(
        "ramp", .milliseconds, in: .within(0...1000), default: "0.5",
        "Length of the fall before the silence, and of the rise after it")
      guard let middle, let length else { return nil }
      return Gap(middle: middle, length: length, ramp: ramp ?? .fixed(0.5))
    } ?? nil
  }

  /// Sounds are added to a sound of the file only: `add` inside `add` would have no meaning of its own.
  private static func readAdded(_ reader: SoundReader) -> [ComposedSound] {
    guard !reader.key.contains(".add") else { return [] }
    if reader.reader.isDescribing {
      _ = reader.reader.list("add", "List of further sounds in the same interval, each with the same keys as this one")
      { _ in 0 }
      return []
    }
    var number = 0
    return reader.reader.list("add", "List of further sounds in the same interval, each with the same keys as this one")
    {
      inner -> ComposedSound? in
      number += 1
      return read(
        SoundReader(reader: inner, unit: reader.unit, key: "\(reader.key).add\(number)", standard: nil, isTarget: false)
      )
    }?.compactMap(\.self) ?? []
  }

  // MARK: Rendering

  /// Seconds from the beginning of the interval to the end of this sound and those added to it.
  func end(_ draws: SoundDraws) -> Double { end(draws.value) }

  /// The end as `end` computes it, with the means of drawn numbers; a number that is the level counts as 0.
  var usualEnd: Double { end(\.usual) }

  private func end(_ value: (StimulusNumber) -> Double) -> Double {
    added.reduce(value(start) + value(duration) + abs(value(itd)) / 1e6) { max($0, $1.end(value)) }
  }

  /// Adds the sound to both channels.
  ///
  /// - Parameters:
  ///   - frame: At which its interval begins.
  ///   - seconds: The duration instead of its own; `nil` for its own.
  ///   - reference: The level in dB FS of 0 dB in the file: 0, or minus the dB SPL of full scale.
  /// - Throws: `SoundError` if the numbers at this level allow no sound.
  func add(
    to sound: inout StereoSamples, at frame: Int, _ draws: SoundDraws, seconds whole: Double? = nil, reference: Double
  ) throws(SoundError) {
    let seconds = whole ?? draws.value(duration)
    let rise = draws.value(ramp) / 1000
    guard seconds > 0, rise >= 0, 2 * rise <= seconds + 1e-12 else {
      throw SoundError(
        "\(name): ramps of \((rise * 1000).shortest) ms do not fit into a sound of \(seconds.shortest) s",
        hint: "shorten ramp, or raise the lowest level")
    }
    let rate = sound.rate
    let waveform = try source.drawn(draws, key: key, seconds: seconds, rate: rate)
    let gain = pow(10, (try total(draws) + reference) / 20)
    let envelope = try Envelope(of: self, draws, seconds: seconds, rise: rise)
    let (itd, ild) = (draws.value(itd) / 1e6, draws.value(ild))
    guard abs(itd) <= ComposedSound.greatestDelay else {
      throw SoundError(
        "\(name): an ITD of \((itd * 1e6).shortest) us; expected at most 1000 us",
        hint: "narrow the limits of the strategy")
    }
    let ipd = draws.value(ipd) * .pi / 180
    let modulation = try frequencyModulation(draws)
    let filter = try filter?.drawn(draws, rate: rate)
    let begin = frame + rate.frames(draws.value(start))
    var heard: (delay: Double, phase: Double, samples: [Double])?
    var shape: (delay: Double, values: [Double])?
    for ear in [Ear.left, .right]
    where (self.ear == .both || self.ear == ear) && (sound.ear == .both || sound.ear == ear) {
      let isRight = ear == .right
      let delay = isRight ? max(0, -itd) : max(0, itd)
      let count = Int(((seconds + delay) * rate.hertz).rounded(.up))
      let phase = isRight ? ipd : 0
      // Most sounds are the same at both ears.
      let samples =
        heard.flatMap { $0.delay == delay && $0.phase == phase ? $0.samples : nil }
        ?? filtered(
          waveform.samples(count, delay: delay, phase: phase, rate: rate, modulation: modulation), by: filter)
      heard = (delay, phase, samples)
      let values =
        shape.flatMap { $0.delay == delay ? $0.values : nil }
        ?? samples.indices.map { envelope.value(at: Double($0) / rate.hertz - delay) }
      shape = (delay, values)
      sound.add(samples, times: values, gain * pow(10, (isRight ? ild : -ild) / 40), at: begin, to: ear)
    }
    for other in added { try other.add(to: &sound, at: frame, draws, reference: reference) }
  }

  private func filtered(_ samples: [Double], by filter: Butterworth?) -> [Double] {
    filter?.filtered(samples) ?? samples
  }

  /// The source in messages.
  private var name: String { type(of: source).key }

  /// The level of the whole sound, in dB as in the file.
  private func total(_ draws: SoundDraws) throws(SoundError) -> Double {
    guard let stated = level.form.bandwidth else { return draws.value(level.number) }
    guard let bandwidth = source.bandwidth(draws), bandwidth > 0 else {
      throw SoundError(
        "\(name): \(level.form.rawValue) needs a noise with a flat spectrum",
        hint: "state level instead, or leave slope out")
    }
    return draws.value(level.number) + 10 * log10(bandwidth / stated)
  }

  private func frequencyModulation(_ draws: SoundDraws) throws(SoundError) -> FrequencyModulation? {
    guard let fm else { return nil }
    let (rate, excursion) = (draws.value(fm.rate), draws.value(fm.excursion))
    guard rate > 0, excursion >= 0 else {
      throw SoundError(
        "\(name): frequency modulation by \(excursion.shortest) Hz at a rate of \(rate.shortest) Hz; expected a "
          + "deviation of at least 0 Hz and a rate above 0 Hz")
    }
    return FrequencyModulation(rate: rate, excursion: excursion, phase: draws.value(fm.phase) * .pi / 180)
  }

  /// The factor of each moment: ramps, gap and amplitude modulation.
  private struct Envelope {
    private let seconds: Double
    private let rise: Double
    private var gap: (middle: Double, half: Double, ramp: Double)?
    private var am: (rate: Double, depth: Double, phase: Double, scale: Double)?

    init(of sound: ComposedSound, _ draws: SoundDraws, seconds: Double, rise: Double) throws(SoundError) {
      self.seconds = seconds
      self.rise = rise
      if let gap = sound.gap {
        let (middle, length, ramp) = (draws.value(gap.middle), draws.value(gap.length), draws.value(gap.ramp) / 1000)
        guard length >= 0, ramp >= 0, middle - length / 2 - ramp >= -1e-12,
          middle + length / 2 + ramp <= seconds + 1e-12
        else {
          throw SoundError(
            "\(sound.name): a gap of \(length.shortest) s around \(middle.shortest) s does not fit into \(seconds.shortest) s",
            hint: "narrow the limits of the strategy, or lengthen the sound")
        }
        // Without a silence there is no gap.
        if length > 0 { self.gap = (middle, length / 2, ramp) }
      }
      if let am = sound.am {
        let (rate, depth) = (draws.value(am.rate), draws.value(am.depth))
        guard depth >= 0, depth <= 1 + 1e-12 else {
          throw SoundError(
            "\(sound.name): a modulation depth of \(depth.shortest); expected 0 to 1",
            hint: "narrow the limits of the strategy: 0 dB is the deepest modulation")
        }
        var stream = draws.stream("\(sound.key).am.phase", each: .interval)
        let drawn = 2 * Double.pi * stream.unit()
        let phase = am.phase.map { draws.value($0) * .pi / 180 } ?? drawn
        let scale = am.keepsPower ? 1 / (1 + depth * depth / 2).squareRoot() : 1
        self.am = (rate, depth, phase, scale)
      }
    }

    /// - Parameter time: Seconds from the onset at this ear.
    func value(at time: Double) -> Double {
      let end = seconds - time
      guard time >= 0, end >= 0 else { return 0 }
      var value = 1.0
      let edge = min(time, end)
      if edge < rise { value *= 0.5 * (1 - cos(.pi * edge / rise)) }
      if let gap {
        let distance = abs(time - gap.middle) - gap.half
        // A sample at the edge belongs to the silence, however its time is rounded.
        if distance <= 1e-9 { return 0 }
        if distance < gap.ramp { value *= 0.5 * (1 - cos(.pi * distance / gap.ramp)) }
      }
      if let am { value *= am.scale * (1 + am.depth * sin(2 * .pi * am.rate * time + am.phase)) }
      return value
    }
  }
}
