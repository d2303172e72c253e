import Foundation
import PeachAudio
import PeachExperiments
import PeachSupport
import PeachTrials
import Testing

/// Composed sounds: their samples against the formulas of the documents, and what files may say.
@Suite struct ComposedSoundTests {
  private static func task(_ sounds: String, unit: String = "dB", alternatives: Int = 2) throws -> ComposedStimulus {
    let kind = alternatives == 1 ? "yes-no" : "forced-choice, alternatives: \(alternatives)"
    let task = try TrialTask(parsing: "{kind: \(kind), unit: \(unit), scale: log, sounds: {\(sounds)}}")
    return try #require(task.stimulus as? ComposedStimulus)
  }

  private static func rendered(
    _ sounds: String, unit: String = "dB", level: Double = 1, trial: Int = 1, target: Int = 2,
    rate: SampleRate = .hz48000, fullScale: Double = 100
  ) throws -> ComposedStimulus.Trial {
    try task(sounds, unit: unit).rendered(
      draws(level, trial: trial), target: target, rate: rate, output: SoundOutput(fullScale: fullScale))
  }

  private static func draws(_ level: Double, trial: Int) -> SoundDraws {
    SoundDraws(
      level: level, sounds: RunSounds(seed: 7, path: ["sounds", "ear"], replicate: 1), trial: trial, folder: ".")
  }

  private func interval(_ number: Int, of trial: ComposedStimulus.Trial) -> ArraySlice<Double> {
    trial.samples.left[trial.intervals[number - 1]]
  }

  /// A Butterworth filter passes half the power at its edges; another octave away are 12.3 dB less, and a little more near half
  /// the rate.
  @Test(arguments: [
    ("to: 1000", 1000.0, -3.01), ("to: 1000", 2000, -12.32), ("from: 1000", 1000, -3.01), ("from: 1000", 500, -12.31),
    ("from: 500, to: 2000", 500, -3.01), ("from: 500, to: 2000", 1000, 0), ("from: 500, to: 2000", 2000, -3.01),
  ])
  func `a filter acts on the source, and its level is that before it`(
    filter: String, frequency: Double, gain: Double
  ) throws {
    let trial = try Self.rendered(
      "standard: {tone: \(frequency), duration: 0.5, ramp: 0, level: -20, filter: {\(filter)}}, target: {level: x}",
      level: -20, rate: .hz96000)
    let steady = interval(1, of: trial).dropFirst(19_200).prefix(19_200)
    let level = 20 * log10(StereoSamples.rootMeanSquare(steady) * 2.0.squareRoot())
    #expect(abs(level - -20 - gain) < 0.02, "\(level)")
  }

  /// Three intervals of 0.3 s between pauses of 0.4 s, 0.1 s before and after them; feedback of 0.4 s, and an answer 0.2 s after
  /// the end.
  @Test func `a trial lasts as long as its sounds, for stops by minutes`() throws {
    let task = try TrialTask(
      parsing: "{kind: forced-choice, alternatives: 3, unit: dB, sounds: {standard: {tone: 500, duration: 0.3}, "
        + "target: {level: +x}}}")
    #expect(abs(task.pace.fixed - (0.1 + 2 * 0.7 + 0.4)) < 1e-12)
    #expect(abs(task.pace.answer - (0.3 + 0.1 + 0.2)) < 1e-12)
  }

  @Test func `an edge of a filter can be the level, and one that no filter has is refused`() throws {
    let sounds = "standard: {noise: {from: 20, to: 10000}, duration: 0.2}, target: {filter: {to: x}}"
    _ = try Self.rendered(sounds, unit: "Hz", level: 4000)
    for level in [0, -5, 30_000.0] {
      let error = #expect(throws: SoundError.self) { _ = try Self.rendered(sounds, unit: "Hz", level: level) }
      #expect(error?.reason.hasPrefix("filter: an edge at ") == true)
    }
    let error = #expect(throws: ConfigurationError.self) {
      _ = try Self.task("standard: {tone: 500, duration: 0.1, filter: {}}, target: {level: +x}")
    }
    #expect(error?.description.contains("expected an edge of the filter as from, to or both") == true, "\(error!)")
  }

  @Test func `a tone is a sine between raised cosines, at its level`() throws {
    let trial = try Self.rendered(
      "standard: {tone: 997, duration: 0.1, ramp: 20, level: -12}, target: {level: +x}, before: 0.05, between: 0.2",
      level: 3)
    #expect(trial.intervals == [2400..<7200, 16800..<21600])
    #expect(trial.samples.frames == 21600 + 4800)
    for (number, level) in [(1, -12.0), (2, -9)] {
      let samples = interval(number, of: trial)
      for (i, sample) in samples.enumerated() {
        let time = Double(i) / 48_000
        let edge = min(time, 0.1 - time)
        let ramp = edge < 0.02 ? 0.5 * (1 - cos(.pi * edge / 0.02)) : 1
        let expected = pow(10, level / 20) * ramp * sin(2 * .pi * 997 * time)
        #expect(abs(sample - expected) < 1e-12)
      }
    }
    #expect(trial.samples.left == trial.samples.right)
    #expect(
      trial.samples.left[..<2400].allSatisfy { $0 == 0 } && trial.samples.left[7200..<16800].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    ("Hz", 4.0, 1004.0), ("percent", 2, 1020), ("cents", 1200, 2000), ("semitones", 12, 2000), ("kHz", 1, 2000),
  ])
  func `x changes a frequency in its unit`(unit: String, level: Double, frequency: Double) throws {
    let trial = try Self.rendered(
      "standard: {tone: 1000, duration: 0.1, ramp: 0, level: 0}, target: {tone: +x}", unit: unit, level: level)
    let other = try Self.rendered(
      "standard: {tone: \(frequency), duration: 0.1, ramp: 0, level: 0}, target: {level: +x}", level: 0)
    #expect(zip(interval(2, of: trial), interval(1, of: other)).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// The number of silent samples is that of the length, to the sample, whatever the ramps.
  @Test(arguments: [0.5, 2, 7.3], [0.0, 0.5, 5]) func `a gap is silent for its length`(length: Double, ramp: Double)
    throws
  {
    let trial = try Self.rendered(
      "standard: {noise: {from: 50, to: 10000}, duration: 0.4, ramp: 10, level: -30}, "
        + "target: {gap: {at: 0.2, length: x, ramp: \(ramp)}}", unit: "ms", level: length)
    let samples = Array(interval(2, of: trial))
    let middle = 9600.0
    let silent = samples.indices.filter { abs(Double($0) - middle) <= length / 1000 * 24_000 }
    #expect(silent.allSatisfy { samples[$0] == 0 })
    #expect(try samples[#require(silent.first) - 1] != 0 && samples[#require(silent.last) + 1] != 0)
    #expect(interval(1, of: trial).count == samples.count)
    // Beyond the ramps the sound is as without a gap.
    let whole = try Self.rendered(
      "standard: {noise: {from: 50, to: 10000}, duration: 0.4, ramp: 10, level: -30}, target: {level: +x}", level: 0)
    let reach = Int((length / 2 + ramp) * 48) + 2
    let (first, last) = (9600 - reach, 9600 + reach)
    let plain = Array(interval(2, of: whole))
    #expect(samples[..<first].elementsEqual(plain[..<first]) && samples[last...].elementsEqual(plain[last...]))
  }

  /// The mean square of n = 400 noises of 0.25 s and 1 000 Hz. Each has a standard deviation of 1/√250 of the mean, so their
  /// mean is known to 0.32 %; asked are 4.9 of these (false-alarm rate 1e-6). A level that is off by 0.1 dB, 2.3 %, is
  /// found with a power above 0.98.
  @Test(arguments: ["level: -20", "spectrum-level: -50"]) func `a noise has its level on average`(level: String) throws
  {
    let sounds = "standard: {noise: {from: 1000, to: 2000}, duration: 0.25, ramp: 0, \(level)}, target: {level: x}"
    let task = try Self.task(sounds, alternatives: 1)
    let powers = try (1...400).map { trial in
      let sound = try task.rendered(Self.draws(-20, trial: trial), target: 0, rate: .hz44100, output: SoundOutput())
      let samples = sound.samples.left[sound.intervals[0]]
      return samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    }
    let mean = powers.reduce(0, +) / 400
    #expect(abs(mean / (0.5 * pow(10, -2)) - 1) < 4.9 / (250.0 * 400).squareRoot(), "\(mean)")
  }

  /// The power in each Hz is proportional to 1 ∕ (K · ERB), with K of Moore, Glasberg & Baer (1997) at frequencies of its table. The
  /// level in 132.6 Hz at 1 kHz is the stated one. Of 20 noises of 1.3 s, bands of 0.2 f under a Hann window have 0.2 f × 26 s × 0.51
  /// independent powers: 0.24 dB at 125 Hz; asked are four of these and 0.1 dB for the slope in a band. Flat noise would be 7 dB off.
  @Test func `threshold-equalising noise has the level of each auditory filter at threshold`() throws {
    let table = [(125.0, 3.1), (200, 0.4), (400, -1.85), (1000, -3), (4000, -3), (8000, -3)]
    let task = try Self.task(
      "standard: {threshold-equalising: {from: 100, to: 12000}, duration: 1.3, ramp: 0, erb-level: -40}, target: {level: x}",
      alternatives: 1)
    var powers = [Double](repeating: 0, count: table.count)
    for trial in 1...20 {
      let sound = try task.rendered(Self.draws(-20, trial: trial), target: 0, rate: .hz44100, output: SoundOutput())
      let levels = sound.samples.levels(of: sound.intervals[0], in: table.map { ($0.0, 0.2 * $0.0) })
      for (place, level) in levels.enumerated() { powers[place] += pow(10, level / 10) / 20 }
    }
    func filter(_ frequency: Double) -> Double { 24.7 * (4.37 * frequency / 1000 + 1) }
    for ((frequency, k), power) in zip(table, powers) {
      let density = 10 * log10(power / (0.2 * frequency))
      let atThreshold = density + k + 10 * log10(filter(frequency))
      let error = 4 * 4.34 / (0.2 * frequency * 26 * 0.51).squareRoot() + 0.1
      #expect(abs(atThreshold - (-40 - 3)) < error, "\(frequency) Hz: \(atThreshold)")
    }
  }

  /// 132.64 Hz is the equivalent rectangular bandwidth at 1 kHz (Glasberg & Moore, 1990).
  @Test func `the level in an auditory filter is that in its bandwidth, and the target can vary it`() throws {
    func level(_ text: String, target: String = "level: x") throws -> Double {
      let trial = try Self.rendered(
        "standard: {noise: {from: 500, to: 1500}, duration: 0.5, ramp: 0, \(text)}, target: {\(target)}", level: -40)
      return 20 * log10(StereoSamples.rootMeanSquare(interval(target == "level: x" ? 1 : 2, of: trial)))
    }
    let stated = try level("level: -40")
    #expect(abs(try level("erb-level: -40") - stated - 10 * log10(1000 / 132.64)) < 1e-3)
    #expect(abs(try level("spectrum-level: -70") - stated) < 1e-9)
    #expect(
      abs(try level("spectrum-level: -70", target: "erb-level: x") - level("level: -40", target: "erb-level: x")) < 1e-9
    )
  }

  @Test func `a reminder is the standard before the sound that is judged`() throws {
    let sounds = "question: {en: a, de: b}, standard: {tone: 500, duration: 0.2}, target: {duration: +x}"
    let plain = try Self.task(sounds, unit: "ms", alternatives: 1)
    let task = try Self.task("reminder: true, " + sounds, unit: "ms", alternatives: 1)
    for isTarget in [true, false] {
      func trial(_ task: ComposedStimulus) throws -> ComposedStimulus.Trial {
        try task.rendered(
          Self.draws(50, trial: 1), targets: [isTarget], rate: .hz48000, output: SoundOutput(fullScale: 100))
      }
      let (alone, reminded) = (try trial(plain), try trial(task))
      #expect(alone.targets == [isTarget] && reminded.targets == [false, isTarget])
      #expect(reminded.intervals.map(\.count) == [9600, isTarget ? 12_000 : 9600])
      #expect(Array(interval(2, of: reminded)) == Array(interval(1, of: alone)))
    }
    #expect(task.targets(only: 2) == [true] && task.targets(only: 0) == [false] && plain.targets(only: 1) == [true])
    // A model hears the noise of the interval that render writes.
    let noise = try Self.task(
      "reminder: true, question: {en: a, de: b}, standard: {noise: {from: 100, to: 5000}, duration: 0.1, ramp: 0}, target: "
        + "{level: x}", alternatives: 1)
    let rendered = try noise.rendered(Self.draws(-30, trial: 1), target: 2, rate: .hz48000, output: SoundOutput())
    let heard = try noise.heard(Self.draws(-30, trial: 1), targets: [true], rate: .hz48000)
    #expect(heard.count == 1)
    #expect(zip(heard[0].left, interval(2, of: rendered)).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `comparisons and matchings of composed sounds are refused with another way`() throws {
    for (kind, reason) in [
      ("comparison", "kind: comparison plays two notes and cannot play composed sounds"),
      ("matching", "with kind: matching the listener tunes a note; composed sounds cannot be tuned"),
    ] {
      let error = try #require(throws: ConfigurationError.self) {
        try TrialTask(parsing: "{kind: \(kind), sounds: {standard: {tone: 500, duration: 1}, target: {tone: +x}}}")
      }
      #expect(error.description.contains("task.sounds: \(reason)"), "\(error)")
      #expect(error.description.contains("hint: write kind: yes-no with sounds: {reminder: true"), "\(error)")
    }
  }

  @Test func `a noise is fresh in every interval, frozen in a trial, or frozen in a session`() throws {
    func samples(_ fresh: String, trial: Int, _ number: Int) throws -> [Double] {
      let sound = try Self.rendered(
        "standard: {noise: {from: 100, to: 8000, fresh: \(fresh)}, duration: 0.05, level: -30}, target: {level: +x}",
        level: 0, trial: trial)
      return Array(interval(number, of: sound))
    }
    #expect(try samples("interval", trial: 1, 1) != samples("interval", trial: 1, 2))
    #expect(try samples("trial", trial: 1, 1) == samples("trial", trial: 1, 2))
    #expect(try samples("trial", trial: 1, 1) != samples("trial", trial: 2, 1))
    #expect(try samples("session", trial: 1, 1) == samples("session", trial: 2, 2))
    #expect(try samples("interval", trial: 3, 1) == samples("interval", trial: 3, 1))
  }

  @Test func `a rove is drawn for each interval or trial, and the target changes what was drawn`() throws {
    func levels(_ each: String, trial: Int) throws -> [Double] {
      let sound = try Self.rendered(
        "standard: {tone: 1000, duration: 0.1, ramp: 0, level: {draw: {from: -40, to: -20}, each: \(each)}}, "
          + "target: {level: +x}", level: 6, trial: trial)
      return (1...2).map { 20 * log10(StereoSamples.rootMeanSquare(interval($0, of: sound)) * 2.0.squareRoot()) }
    }
    var roved: Set<Int> = []
    for trial in 1...40 {
      let same = try levels("trial", trial: trial)
      #expect(abs(same[1] - same[0] - 6) < 0.01)
      #expect(-40.01...(-19.99) ~= same[0])
      let other = try levels("interval", trial: trial)
      #expect(-40.01...(-19.99) ~= other[0] && -34.01...(-13.99) ~= other[1])
      roved.insert(Int(other[0]))
    }
    // 40 draws of 20 dB fall into more than 8 bands of 1 dB but for a chance below 1e-9.
    #expect(roved.count > 8)
  }

  @Test func `the right ear leads with a positive ITD and is louder with a positive ILD`() throws {
    let sound = try Self.rendered(
      "standard: {tone: 500, duration: 0.2, ramp: 20, level: -20}, target: {itd: +x, ild: 6, tone: 500}".replacing(
        "level: -20}", with: "level: -20, itd: 0}"), unit: "us", level: 500)
    let range = sound.intervals[1]
    let (left, right) = (Array(sound.samples.left[range]), Array(sound.samples.right[range]))
    // 500 µs are 24 samples at 48 kHz.
    for i in 0..<9600 { #expect(abs(left[i + 24] - right[i] * pow(10, -6.0 / 20)) < 1e-12) }
    #expect(left[..<24].allSatisfy { $0 == 0 })
  }

  @Test func `a modulation in dB is 20 log m, and keeps the power`() throws {
    let sound = try Self.rendered(
      "standard: {tone: 4000, duration: 1, ramp: 0, level: -20}, target: {am: {rate: 8, depth: x, phase: 0}}",
      level: -6.020599913279624)
    let (plain, modulated) = (interval(1, of: sound), interval(2, of: sound))
    let ratio = StereoSamples.rootMeanSquare(modulated) / StereoSamples.rootMeanSquare(plain)
    #expect(abs(ratio - 1) < 1e-6)
    for i in stride(from: 0, to: 48_000, by: 97) {
      let time = Double(i) / 48_000
      let expected =
        0.1 / 1.125.squareRoot() * (1 + 0.5 * sin(2 * .pi * 8 * time)) * sin(2 * .pi * 4000 * time)
      #expect(abs(modulated[modulated.startIndex + i] - expected) < 1e-12)
    }
  }

  @Test func `what is added stands on top of the standard, from its start on`() throws {
    let sound = try Self.rendered(
      "levels: dB SPL, standard: {noise: {from: 200, to: 1800, notch: {centre: 1000, width: 400}, fresh: trial}, duration: 0.5, "
        + "ramp: 20, spectrum-level: 40}, target: {add: [{tone: 1000, start: 0.1, duration: 0.3, ramp: 20, level: x}]}",
      level: 60)
    let tone = zip(interval(2, of: sound), interval(1, of: sound)).map { $0 - $1 }
    #expect(tone[..<4800].allSatisfy { abs($0) < 1e-15 } && tone[19_201...].allSatisfy { abs($0) < 1e-15 })
    let steady = tone[6000..<18_000]
    #expect(abs(20 * log10(StereoSamples.rootMeanSquare(steady) * 2.0.squareRoot()) + 40) < 1e-3)
  }

  // MARK: Refusals

  @Test(arguments: [
    ("standard: {duration: 1}, target: {level: +x}", "expected one source"),
    ("standard: {tone: 500, noise: {from: 1, to: 2}, duration: 1}, target: {level: +x}", "expected one source"),
    ("standard: {tone: 500, duration: 1}, target: {tone: x}", "so it cannot set tone, which is in Hz"),
    (
      "standard: {tone: 500, duration: 1}, target: {gap: {at: +x, length: 0.1}}",
      "the standard states no at to which +x could add"
    ),
    ("standard: {tone: 500, duration: 1}, target: {level: -10}", "expected x or +x in place of at least one number"),
    ("standard: {tone: 500, duration: 1, level: +x}, target: {level: x}", "only the target can have it"),
    (
      "standard: {noise: {from: 1, to: 2}, duration: 1, fm: {rate: 1, excursion: 2}}, target: {level: x}",
      "no frequency"
    ),
    ("standard: {tone: 500, duration: 1, spectrum-level: 3}, target: {level: x}", "no level per Hz"),
    ("standard: {tone: 500, duration: 1, erb-level: 3}, target: {level: x}", "no level per Hz"),
    (
      "standard: {noise: {from: 1, to: 2}, duration: 1, level: 3, erb-level: 3}, target: {level: x}",
      "expected one of level, spectrum-level and erb-level, got level, erb-level"
    ),
    ("reminder: true, standard: {tone: 500, duration: 1}, target: {level: x}", "expected a yes-no task"),
    (
      "standard: {tone: 500, duration: 1, level: {draw: {from: 3, to: 1}}}, target: {tone: 300, level: x}",
      "expected from < to"
    ),
    ("standard: {tone: 500, durations: 1}, target: {level: x}", "unknown key"),
    (
      "standard: {complex: {harmonics: [1, 3]}, duration: 1}, target: {level: x}",
      "expected f0 (the fundamental) or frequencies (of all components)"
    ),
    ("standard: {complex: {f0: 100, components: {12: {added: 3}}}, duration: 1}, target: {level: x}", "from 1 to 10"),
    ("standard: 3, target: {level: x}", "expected a mapping"), ("target: {level: x}", "missing"),
  ])
  func `a file that describes no sound is refused with the reason`(sounds: String, reason: String) throws {
    let error = try #require(throws: ConfigurationError.self) { try Self.task(sounds) }
    #expect(error.description.contains(reason), "\(error)")
    #expect(error.description.contains("task"))
  }

  @Test(arguments: [
    ("standard: {tone: 500, duration: 0.1, level: -1}, target: {level: +x}", 3.0, "clip"),
    ("standard: {tone: 500, duration: 0.01, ramp: 6}, target: {level: +x}", 0, "ramps of 6 ms"),
    ("standard: {tone: 500, duration: 0.1}, target: {am: {rate: 4, depth: x}}", 1, "modulation depth"),
    ("standard: {noise: {from: 500, to: 501}, duration: 0.01, ramp: 1}, target: {level: x}", -20, "narrower"),
    (
      "standard: {tone: 23000, duration: 0.1}, target: {level: x}", -20, "cannot be played at a sample rate of 48000 Hz"
    ),
    ("standard: {file: missing.wav, duration: 0.1}, target: {level: x}", -20, "cannot be read"),
    (
      "standard: {threshold-equalising: {from: 900, to: 200}, duration: 0.1}, target: {level: x}", -20,
      "the lower edge (from) must be below the upper edge (to)"
    ),
    (
      "standard: {noise: {from: 1, to: 2000, slope: -3}, duration: 0.1, erb-level: -40}, target: {level: x}", -20,
      "erb-level needs a noise with a flat spectrum"
    ),
    ("standard: {tone: 500, duration: 60}, target: {level: x}", -20, "a trial of 120.6 s; expected at most 120 s"),
  ])
  func `a level that allows no sound is refused with the reason`(sounds: String, level: Double, reason: String) throws {
    let task = try Self.task(sounds)
    let error = try #require(throws: SoundError.self) {
      try task.rendered(Self.draws(level, trial: 1), target: 1, rate: .hz48000, output: SoundOutput())
    }
    #expect(error.description.contains(reason), "\(error)")
  }

  /// A FLAC header of 42 bytes that states 2³⁶ − 1 samples.
  @Test func `a sound file that states more samples than fit into memory is refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let header =
      Array("fLaC".utf8) + [0x80, 0, 0, 34, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0]
      + [0x0b, 0xb8, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 16)
    try Data(header).write(to: folder.appending(path: "huge.flac"))
    let task = try Self.task("standard: {file: huge.flac, duration: 0.1}, target: {level: x}")
    var draws = Self.draws(-20, trial: 1)
    draws.folder = folder.path
    let error = try #require(throws: SoundError.self) {
      try task.rendered(draws, target: 1, rate: .hz48000, output: SoundOutput())
    }
    #expect(error.description.contains("shorter than its header states"), "\(error)")
  }
}
