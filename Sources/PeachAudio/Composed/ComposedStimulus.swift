import PeachPitch
package import PeachSupport
package import PeachTrials

/// The sounds of a trial: intervals with the standard, one with the target, silences between them, and a background.
package struct ComposedStimulus: Stimulus {
  /// The feedback after an answer.
  package enum Feedback: String, CaseIterable, Sendable {
    case rightWrong = "right-wrong"
    /// After a wrong answer also the right one.
    case which
  }

  /// The scale of levels in the file.
  package let levels: SoundLevelScale
  /// The block of a study whose threshold is 0 dB SL; `nil` on other scales.
  package let thresholdBlock: String?
  package let sampleRate: SampleRate
  /// The question to the listener; `nil` for the words of Peach.
  package let question: PageText?
  package let feedback: Feedback
  let standard: ComposedSound
  let target: ComposedSound
  /// One interval without the target, drawn for each trial, sounds so; `nil` if all of them are the standard.
  let foil: ComposedSound?
  /// Sounds through the whole trial.
  let background: ComposedSound?
  /// Whether the strategy varies the level of the target itself, so that a threshold is a level of this sound.
  package var variesLevel: Bool { if case .varied = target.level.number { target.level.form == .total } else { false } }
  /// Seconds before the first interval and after the last one.
  package let before: Double
  package let after: Double
  /// Seconds between intervals.
  package let between: Double
  /// The intervals of a trial that are judged.
  package let intervals: Int
  /// Whether the standard sounds once before them, in yes/no.
  package let hasReminder: Bool
  /// The intervals that sound.
  package var sounding: Int { intervals + (hasReminder ? 1 : 0) }

  package var seconds: (beforeLast: Double, last: Double) {
    let length = standard.usualEnd
    return (before + Double(sounding - 1) * (length + between), length + after)
  }

  /// Reads the section `sounds` of a task; `nil` after problems.
  ///
  /// - Parameters:
  ///   - unit: Of the level.
  ///   - intervals: Of a trial; 1 in yes/no.
  package static func read(_ reader: Reader, unit: String, intervals: Int) -> ComposedStimulus? {
    let levels: SoundLevelScale = reader.choice(
      "levels", default: .fullScale,
      "Unit of every level of a sound: dB FS, where 0 is a sine with peak 1, or dB SPL, for which the device "
        + "must be calibrated; in a study also dB SL and dB re comfort, relative to levels of the listener's own")
    let thresholdBlock = reader.optionalText(
      "threshold-block", "The block of the study whose threshold is 0 dB SL; without levels in dB SL it has no effect")
    if levels == .sensation, thresholdBlock == nil, !reader.isDescribing {
      reader.reportMissing(
        "threshold-block", expected: "the name of a block, because levels are in dB SL")
    }
    let rates = SampleRate.allCases.map { String($0.rawValue) }
    let rate = reader.choice(
      "sample-rate", from: rates, default: rates[1],
      "Sample rate in Hz of the sounds in files, for model listeners and in live sessions")
    let question = PageText.readOne(
      reader, "question", "Question that a live listener sees; default: a question in Peach's own words")
    let hasReminder = readReminder(reader, intervals: intervals, question)
    let feedback: Feedback = reader.choice(
      "feedback", default: .rightWrong,
      "Feedback in live sessions after each answer. right-wrong: whether the answer was right; which: after a wrong "
        + "answer also the right one")
    let standard = reader.section("standard", required: true, "Sound of every interval without the target") {
      ComposedSound.read(SoundReader(reader: $0, unit: unit, key: "sound", standard: nil, isTarget: false))
    }
    let target = readTarget(reader, unit: unit, isStandardSound: (standard ?? nil) != nil)
    let foil = readFoil(reader, unit: unit, intervals: intervals)
    let background = reader.section(
      "background", "A sound that plays through the whole trial, such as a noise; it has the same keys"
    ) {
      ComposedSound.read(
        SoundReader(reader: $0, unit: unit, key: "background", standard: nil, isTarget: false), isWhole: true)
    }
    let before = reader.number(
      "before", unit: "s", in: .within(0...60), default: 0.1,
      "Pause before the first interval; the background, if there is one, goes on")
    let after = reader.number(
      "after", unit: "s", in: .within(0...60), default: 0.1,
      "Pause after the last interval; the background, if there is one, goes on")
    let between = reader.number(
      "between", unit: "s", in: .within(0...60), default: 0.4,
      "Pause between intervals; the background, if there is one, goes on")
    guard intervals <= ChoiceForm.mostIntervals else {
      reader.report(
        "expected at most \(ChoiceForm.mostIntervals) alternatives, one interval each; the task has \(intervals)",
        at: "standard", hint: "lower alternatives; or leave out the section sounds, and the task can still be simulated"
      )
      return nil
    }
    guard let standard = standard ?? nil, let target else { return nil }
    return ComposedStimulus(
      levels: levels, thresholdBlock: levels == .sensation ? thresholdBlock : nil,
      sampleRate: Int(rate).flatMap(SampleRate.init(rawValue:)) ?? .hz48000, question: question,
      feedback: feedback,
      standard: standard, target: target, foil: foil, background: background ?? nil, before: before, after: after,
      between: between, intervals: intervals, hasReminder: hasReminder)
  }

  private static func readReminder(_ reader: Reader, intervals: Int, _ question: PageText?) -> Bool {
    // A file that does not state it keeps its digest.
    let stated = reader.statedFlag(
      "reminder", default: false,
      "true, in yes/no: play the standard first as a reminder, and ask about the second sound")
    guard stated == true else { return false }
    if intervals != 1 {
      reader.report("expected a yes-no task: a reminder is the standard before its one sound", at: "reminder")
    } else if question == nil {
      reader.report(
        "expected a question about the second sound, because reminder is true", at: "reminder",
        hint: "question: {en: Was the second longer?, de: War der zweite länger?}")
    }
    return intervals == 1
  }

  /// The keys of the section `sounds`, with those of a sound under `standard`. A background has the same without duration and
  /// start, and added sounds have all of them.
  package static var parameters: [Parameter] {
    Reader.describe { _ = read($0, unit: "dB", intervals: 1) }.filter { !$0.name.hasPrefix("background.") }
  }

  /// The keys of the sources.
  package static var sources: [String] { SoundSources.all.map { $0.key } }

  private static func readFoil(_ reader: Reader, unit: String, intervals: Int) -> ComposedSound? {
    let parameter = Parameter(
      name: "foil", kind: .section, fallback: "none",
      meaning:
        "How one interval without the target, drawn for each trial, differs from the standard, so that this difference "
        + "does not give the target away")
    guard let change = reader.node(parameter, required: false) else { return nil }
    guard case .mapping = change, intervals > 2 else {
      reader.report(
        intervals > 2
          ? "expected a mapping, got \(change.shown)"
          : "expected at least 3 alternatives: one interval has the target, one the foil", at: "foil",
        hint: "foil: {ipd: 180}")
      return nil
    }
    reader.resolve("foil", Value(literal: change))
    guard let standard = reader.value("standard") else { return nil }
    let whole = StimulusOverlay.target(change, over: standard)
    return Reader.read(whole, path: "\(reader.path).foil", diagnostics: reader.diagnostics) { inner in
      ComposedSound.read(SoundReader(reader: inner, unit: unit, key: "sound", standard: nil, isTarget: false))
    } ?? nil
  }

  /// The interval of a trial that sounds as the foil, from 0; `nil` if there is none.
  ///
  /// - Parameter targets: Whether each interval has the target.
  private func foilPlace(_ draws: SoundDraws, _ targets: [Bool]) -> Int? {
    guard foil != nil else { return nil }
    let others = targets.indices.filter { !targets[$0] }
    var random = draws.stream("foil", each: .trial)
    let drawn = random.index(below: max(1, others.count))
    return others.indices.contains(drawn) ? others[drawn] : nil
  }

  /// The sound of an interval, from 0.
  private func sound(of interval: Int, _ targets: [Bool], foil place: Int?) -> ComposedSound {
    targets[interval] ? target : interval == place ? foil ?? standard : standard
  }

  private static func readTarget(_ reader: Reader, unit: String, isStandardSound: Bool) -> ComposedSound? {
    let parameter = Parameter(
      name: "target", kind: .section, fallback: nil,
      meaning:
        "How the target differs from the standard: only the keys that differ. x stands for the level; +x adds "
        + "the level to the standard's number")
    guard let change = reader.node(parameter, required: true) else { return nil }
    guard case .mapping = change else {
      reader.report("expected a mapping, got \(change.shown)", at: "target", hint: "target: {level: +x}")
      return nil
    }
    reader.resolve("target", Value(literal: change))
    // Problems of the standard are reported once, at the standard.
    guard isStandardSound, let standard = reader.value("standard") else { return nil }
    let whole = StimulusOverlay.target(change, over: standard)
    let sound = Reader.read(whole, path: "\(reader.path).target", diagnostics: reader.diagnostics) { inner in
      ComposedSound.read(SoundReader(reader: inner, unit: unit, key: "sound", standard: standard, isTarget: true))
    }
    if let sound, sound != nil, !StimulusOverlay.varies(change) {
      reader.report(
        "expected x or +x in place of at least one number, so that the target depends on the level that the strategy "
          + "chooses", at: "target",
        hint: "target: {level: +x}"
      )
    }
    return sound ?? nil
  }

  // MARK: Rendering

  /// The sound of a trial.
  package struct Trial: Sendable {
    package let samples: StereoSamples
    /// Whether each interval has the target.
    package let targets: [Bool]
    /// The first frame of each interval, and the frame behind its end.
    package let intervals: [Range<Int>]

    /// The sound as a player gets it, with a part for each interval at the level of its louder ear.
    package var sound: RenderedSound {
      let parts = intervals.map { range in
        let power = [samples.left, samples.right].map { StereoSamples.rootMeanSquare($0[range]) }.max() ?? 0
        let level = min(max(20 * log10(power * 2.0.squareRoot()), AmplitudeDB.range.lowerBound), 0)
        return RenderedSound.Part(start: range.lowerBound, level: (try? AmplitudeDB(level)) ?? .softest)
      }
      return RenderedSound(
        samples: samples.left.map { Float($0) }, right: samples.right.map { Float($0) }, sampleRate: samples.rate,
        parts: parts)
    }
  }

  /// The intervals of a trial for a model. Peach renders them apart, without what is around them, and they may be louder than full
  /// scale.
  ///
  /// - Parameters:
  ///   - targets: Whether each interval has the target.
  ///   - bothEars: Whether the samples of the right ear are made, too.
  /// - Returns: The samples of each interval.
  /// - Throws: `SoundError` if the numbers at this level allow no sound.
  package func heard(
    _ draws: SoundDraws, targets: [Bool], rate: SampleRate, bothEars: Bool = false
  ) throws(SoundError) -> [StereoSamples] {
    var heard: [StereoSamples] = []
    let foilPlace = foilPlace(draws, targets)
    for interval in 1...targets.count {
      var draws = draws
      // A reminder sounds before the intervals that are judged.
      draws.interval = interval + sounding - intervals
      let sound = sound(of: interval - 1, targets, foil: foilPlace)
      let seconds = try Self.seconds(of: sound, draws)
      var samples = StereoSamples(
        frames: Int((seconds * rate.hertz).rounded(.up)), rate: rate, ear: bothEars ? .both : .left)
      try sound.add(to: &samples, at: 0, draws, reference: 0)
      try background?.add(to: &samples, at: 0, draws, seconds: seconds, reference: 0)
      heard.append(samples)
    }
    return heard
  }

  /// The longest trial in seconds, so that its samples fit into memory.
  static let longest = 120.0

  /// The duration of an interval.
  private static func seconds(of sound: ComposedSound, _ draws: SoundDraws) throws(SoundError) -> Double {
    let end = sound.end(draws)
    guard end.isFinite, end > 0, end <= longest else {
      throw SoundError(
        "an interval of \(end.shortest) s; expected at most \(longest.shortest) s",
        hint: "narrow the limits of the strategy, so that the sounds stay short enough")
    }
    return end
  }

  /// Whether each judged interval has the target, if one or none has it.
  ///
  /// - Parameter place: The interval with the target, from 1 among those that sound; 0 for none.
  package func targets(only place: Int) -> [Bool] { (sounding - intervals + 1...sounding).map { $0 == place } }

  /// The sound of a trial with the target in one interval.
  ///
  /// - Parameter place: The interval with the target, from 1; 0 for none.
  /// - Throws: `SoundError`, as with stated targets.
  package func rendered(
    _ draws: SoundDraws, target place: Int, rate: SampleRate, output: SoundOutput
  ) throws(SoundError) -> Trial {
    try rendered(draws, targets: targets(only: place), rate: rate, output: output)
  }

  /// The intervals of a trial that sound, and the frames of all of it.
  private func timing(
    _ draws: SoundDraws, targets: [Bool], rate: SampleRate
  ) throws(SoundError) -> (intervals: [Range<Int>], frames: Int) {
    // The beginnings are rounded, never the silences: each is within half a sample of its time in the trial.
    let foilPlace = foilPlace(draws, targets)
    var time = before
    var ranges: [Range<Int>] = []
    for interval in 1...sounding {
      var draws = draws
      draws.interval = interval
      let sound = sound(of: interval - 1, targets, foil: foilPlace)
      let end = try Self.seconds(of: sound, draws)
      ranges.append(rate.frames(time)..<rate.frames(time) + Int((end * rate.hertz).rounded(.up)))
      time += end + (interval < sounding ? between : 0)
    }
    guard time + after <= Self.longest else {
      throw SoundError(
        "a trial of \((time + after).shortest) s; expected at most \(Self.longest.shortest) s",
        hint: "shorten the sounds or the silences, or narrow the limits of the strategy")
    }
    return (ranges, max(rate.frames(time + after), ranges.map(\.upperBound).max() ?? 0))
  }

  /// The frames of a trial, without making its samples.
  ///
  /// - Parameter targets: Whether each judged interval has the target.
  /// - Throws: `SoundError` if the trial would be too long.
  package func frames(_ draws: SoundDraws, targets: [Bool], rate: SampleRate) throws(SoundError) -> Int {
    try timing(draws, targets: (hasReminder ? [false] : []) + targets, rate: rate).frames
  }

  /// The sound of a trial, exact to the sample.
  ///
  /// - Parameters:
  ///   - targets: Whether each judged interval has the target.
  ///   - rate: Samples per second, usually those of the file.
  ///   - output: The device.
  /// - Throws: `SoundError` if the numbers at this level allow no sound, if it would clip, or if it is louder than is safe.
  package func rendered(
    _ draws: SoundDraws, targets: [Bool], rate: SampleRate, output: SoundOutput
  ) throws(SoundError) -> Trial {
    let targets = (hasReminder ? [false] : []) + targets
    let reference = levels == .fullScale ? 0 : -output.fullScale
    let (ranges, frames) = try timing(draws, targets: targets, rate: rate)
    var samples = StereoSamples(frames: frames, rate: rate)
    let foilPlace = foilPlace(draws, targets)
    for (interval, range) in zip(1..., ranges) {
      var draws = draws
      draws.interval = interval
      try sound(of: interval - 1, targets, foil: foilPlace).add(
        to: &samples, at: range.lowerBound, draws, reference: reference)
    }
    try background?.add(
      to: &samples, at: 0, draws, seconds: Double(frames) / rate.hertz, reference: reference)
    if levels == .pressure { samples = output.equalised(samples) }
    let peak = samples.peak
    guard peak <= 1 else {
      let excess = (200 * log10(peak)).rounded(.up) / 10
      throw SoundError(
        "the sound would clip: its peak is \(excess.shortest) dB above full scale",
        hint: levels != .fullScale
          ? "lower the sound levels, or state a higher level of full scale (peach render --full-scale)"
          : "lower the levels by \(excess.shortest) dB", isTooLoud: true)
    }
    try output.check(samples)
    return Trial(samples: samples, targets: targets, intervals: ranges)
  }
}

extension TrialTask {
  /// The composed sounds of its trials; `nil` if they have none.
  package var composed: ComposedStimulus? { stimulus as? ComposedStimulus }
}

extension Value {
  /// A node as it is written.
  package init(literal node: Node) {
    switch node {
    case .scalar(let text, let isQuoted, _):
      if !isQuoted, let whole = NumberGrammar.integer(text) {
        self = .integer(whole)
      } else if !isQuoted, let number = NumberGrammar.double(text) {
        self = .number(number)
      } else if !isQuoted, text == "true" || text == "false" {
        self = .flag(text == "true")
      } else {
        self = .text(text)
      }
    case .sequence(let items, _): self = .list(items.map(Value.init(literal:)))
    case .mapping(let entries, _): self = .mapping(entries.map { Field($0.key, Value(literal: $0.value)) })
    case .refused: self = .text("")
    }
  }
}
