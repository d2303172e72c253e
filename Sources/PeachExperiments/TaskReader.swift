import PeachAudio
import PeachPitch
public import PeachSupport
public import PeachTrials

extension TrialTask {
  /// Reads a task from YAML text: the mapping that stands under `task:` in an experiment file.
  ///
  /// - Throws: `ConfigurationError` with all problems, such as an unknown kind or a missing unit.
  ///
  /// ```swift
  /// let task = try TrialTask(parsing: "{kind: forced-choice, unit: dB, scale: linear, alternatives: 3}")
  /// ```
  public init(parsing text: String) throws(ConfigurationError) {
    let diagnostics = Diagnostics()
    let node = ScaleFiles.embedded(in: try YAMLText.parse(text, file: "task"), diagnostics: diagnostics)
    let task = Reader.read(node, path: "task", diagnostics: diagnostics) { TaskReader.read($0, tunings: []) } ?? nil
    try diagnostics.check()
    guard let task else {
      throw ConfigurationError([Problem(place: node.place, path: "task", message: "expected a task")])
    }
    self = task
  }
}

/// Reads `task:`.
enum TaskReader {
  /// `nil` if the kind is not known; after other problems a task stands in.
  ///
  /// - Parameter tunings: The names of the tunings, where they vary.
  static func read(_ reader: Reader, tunings: [String]) -> TrialTask? {
    let kind = reader.requiredChoice(
      "kind", from: TrialTask.Kind.allCases.map(\.rawValue),
      "Kind of task: comparison of two notes; matching: tuning a note; oddity, axb or same-different: a choice "
        + "among notes; forced-choice or yes-no: detecting a target, with levels in any unit",
      meant: { word in
        if ["level", "levels"].contains(word) {
          return "write kind: forced-choice; for one interval write kind: yes-no and delete alternatives: 1"
        }
        return ForcedChoiceName.alternatives(in: word).map { count in
          count == 1
            ? "write kind: yes-no, unit: dB" : "write kind: forced-choice, unit: dB, alternatives: \(count)"
        }
      })
    switch kind.flatMap(TrialTask.Kind.init) {
    case .comparison: return comparison(reader, tunings) ?? standIn
    case .forcedChoice: return level(reader, isForcedChoice: true)
    case .yesNo: return level(reader, isForcedChoice: false)
    case .matching: return matching(reader, tunings) ?? standIn
    case .oddity: return choice(.oddity, reader, tunings) ?? standIn
    case .axb: return choice(.axb, reader, tunings) ?? standIn
    case .sameDifferent: return choice(.sameDifferent, reader, tunings) ?? standIn
    case nil:
      _ = reader.dataKeys()
      return nil
    }
  }

  /// Every key of a task: those of one kind, or of all.
  static func parameters(of kind: TrialTask.Kind?) -> [Parameter] {
    let common = Reader.describe { _ = read($0, tunings: []) }
    let kinds = kind.map { [$0] } ?? TrialTask.Kind.allCases
    return common
      + kinds.flatMap { kind in
        Reader.describe { reader in
          switch kind {
          case .comparison: _ = comparison(reader, [])
          case .forcedChoice: _ = level(reader, isForcedChoice: true)
          case .yesNo: _ = level(reader, isForcedChoice: false)
          case .matching: _ = matching(reader, [])
          case .oddity: _ = choice(.oddity, reader, [])
          case .axb: _ = choice(.axb, reader, [])
          case .sameDifferent: _ = choice(.sameDifferent, reader, [])
          }
        }
        .map { parameter in
          var parameter = parameter
          if kinds.count > 1 { parameter.meaning += "; for kind: \(kind.rawValue)" }
          return parameter
        }
      }
  }

  private static let defaultNotes = MIDINote(unchecked: 36)...MIDINote(unchecked: 84)

  private static var standIn: TrialTask? {
    (try? Frequency(440)).flatMap {
      TrialTask.comparison(
        intervals: [.prime], notes: defaultNotes, tuning: EqualTemperament(), referencePitch: $0, noteDuration: 1,
        gap: 0)
    }
  }

  /// Refuses composed sounds, which are neither higher nor lower and cannot be tuned.
  private static func refuseSounds(_ reader: Reader, _ reason: String, instead: String) {
    guard !reader.isDescribing, reader.has("sounds") else { return }
    _ = reader.node(Parameter(name: "sounds", kind: .section, fallback: "none", meaning: ""), required: false)
    reader.report(reason, at: "sounds", hint: instead)
  }

  private static func comparison(_ reader: Reader, _ tunings: [String]) -> TrialTask? {
    refuseSounds(
      reader, "kind: comparison plays two notes and cannot play composed sounds",
      instead: "write kind: yes-no with sounds: {reminder: true, question: {en: …, de: …}, …}, or kind: "
        + "forced-choice")
    let notes = NotesOfTask(reader, tunings)
    let signsLevels = reader.flag(
      "signed", default: false,
      "true: levels are signed cents (negative is lower), and the strategy chooses the sign; a strategy can "
        + "override this with its own key signed")
    return notes?.task(reader) {
      var task = TrialTask.comparison(
        intervals: $0.intervals, notes: $0.notes, tuning: $0.tuning, referencePitch: $0.referencePitch,
        noteDuration: $0.noteDuration, gap: $0.gap)
      task?.signsLevels = signsLevels
      return task
    }
  }

  private static func matching(_ reader: Reader, _ tunings: [String]) -> TrialTask? {
    refuseSounds(
      reader, "with kind: matching the listener tunes a note; composed sounds cannot be tuned",
      instead:
        "write kind: yes-no with sounds: {reminder: true, …} and the strategy constant-stimuli; peach fit then "
        + "gives the level of 50 % yes")
    let notes = NotesOfTask(reader, tunings)
    let offset = reader.number(
      "offset", unit: "cents", in: .within(1...1200), default: 100,
      "How far from the correct pitch the tunable note can start, in cents; the control can tune as far in both "
        + "directions")
    return notes?.task(reader) {
      TrialTask.matching(
        intervals: $0.intervals, notes: $0.notes, tuning: $0.tuning, referencePitch: $0.referencePitch,
        noteDuration: $0.noteDuration, gap: $0.gap, initialOffset: offset)
    }
  }

  private static func choice(_ form: ChoiceForm, _ reader: Reader, _ tunings: [String]) -> TrialTask? {
    if reader.isDescribing {
      _ = sounds(reader, unit: "dB", intervals: form.notes)
    } else if reader.has("sounds") {
      let axis = axis(reader)
      return sounds(reader, unit: axis.unit, intervals: form.notes).flatMap {
        try? TrialTask.choice(form, axis: axis, stimulus: $0)
      }
    }
    let notes = NotesOfTask(reader, tunings)
    if let intervals = notes?.intervals, intervals != [.prime] {
      reader.report(
        "expected [prime]: the notes of \(form.kind.rawValue) differ only by the level, got "
          + "[\(intervals.map(\.name).joined(separator: ", "))]", at: "intervals")
      return nil
    }
    return notes?.task(reader) {
      TrialTask.choice(
        form, notes: $0.notes, tuning: $0.tuning, referencePitch: $0.referencePitch, noteDuration: $0.noteDuration,
        gap: $0.gap)
    }
  }

  /// The settings that all tasks with notes share.
  private struct NotesOfTask {
    var intervals: [DirectedInterval]
    var notes: ClosedRange<MIDINote>
    var tuning: any TuningSystem
    var referencePitch: Frequency
    var noteDuration: Double
    var gap: Double
    var interTrialInterval: Double
    var grows: Bool
    var goesBeyondSound: Bool
    var sounding: SoundSettings

    /// Nil after problems.
    init?(_ reader: Reader, _ tunings: [String]) {
      let intervals = TaskReader.intervals(reader)
      let tuning = TuningReader.read(reader, varied: tunings)
      let notes = TaskReader.notes(reader)
      let pitch = reader.number(
        "reference-pitch", unit: "Hz", in: .within(380...480), default: 440, "Frequency of A4")
      noteDuration = reader.number(
        "note-duration", unit: "s", in: .within(0.01...10), default: 1, "Duration of each note")
      gap = reader.number("gap", unit: "s", in: .within(0...10), default: 0, "Silence between the notes")
      // What a file does not say of these does not stand in the resolved one, whose digest tells old results from new.
      interTrialInterval =
        reader.optionalNumber(
          "inter-trial-interval", unit: "s", in: .within(0...60),
          "Silence in s from the end of the feedback to the next trial; default 0") ?? 0
      grows =
        reader.statedFlag(
          "grows", default: false,
          "true: after an answer to the lowest or highest note, the range of notes grows there by a semitone, up "
            + "to A0 and C8"
        )
        ?? false
      goesBeyondSound =
        reader.statedFlag(
          "beyond-sound", default: false,
          "true: simulations may present levels that no sound can have; live sessions never do") ?? false
      sounding = SoundingReader.read(reader)
      guard let intervals, let notes, let tuning, let referencePitch = try? Frequency(pitch) else { return nil }
      self.intervals = intervals
      self.notes = notes
      self.tuning = tuning
      self.referencePitch = referencePitch
    }

    func task(_ reader: Reader, _ make: (NotesOfTask) -> TrialTask?) -> TrialTask? {
      var task = make(self)
      task?.grows = grows
      task?.interTrialInterval = interTrialInterval
      task?.goesBeyondSound = goesBeyondSound
      task?.sounding = sounding
      if task == nil {
        reader.report(
          "expected intervals whose target note is a MIDI note (0 to 127) for at least one note of the range",
          at: "intervals",
          hint: "widen the range notes, or leave out the interval")
      }
      return task
    }
  }

  private static func intervals(_ reader: Reader) -> [DirectedInterval]? {
    let words = reader.words(
      "intervals", required: false, form: "a list of intervals", shownAs: "[prime]",
      "Musical intervals from the first to the second note; each trial has one of them at random: see peach list "
        + "intervals")
    guard let words else {
      guard !reader.has("intervals") else { return nil }
      reader.resolve("intervals", .list([.text(DirectedInterval.prime.name)]))
      return [.prime]
    }
    var intervals: [DirectedInterval] = []
    for word in words {
      do {
        let interval = try DirectedInterval(parsing: word.text)
        if intervals.contains(interval) {
          report(
            reader, word.place, "intervals", "expected each interval once, got \(SafeText.quoted(word.text)) twice")
        }
        intervals.append(interval)
      } catch {
        let names = MusicalInterval.allCases.map(\.name) + DirectedInterval.all.map(\.name)
        report(
          reader, word.place, "intervals", error.description,
          hint: NearestName.question(for: word.text, among: names))
      }
    }
    guard intervals.count == words.count else { return nil }
    reader.resolve("intervals", .list(intervals.map { .text($0.name) }))
    return intervals
  }

  private static func notes(_ reader: Reader) -> ClosedRange<MIDINote>? {
    let words = reader.words(
      "notes", required: false, form: "two notes", shownAs: "[C2, C6]", "Lowest and highest reference note")
    guard let words else {
      guard !reader.has("notes") else { return nil }
      reader.resolve("notes", .list([.text(defaultNotes.lowerBound.name), .text(defaultNotes.upperBound.name)]))
      return defaultNotes
    }
    guard words.count == 2 else {
      reader.report("expected two notes in a list, got \(words.count)", at: "notes", hint: "notes: [C2, C6]")
      return nil
    }
    var notes: [MIDINote] = []
    for word in words {
      do {
        notes.append(try MIDINote(parsing: word.text))
      } catch {
        report(reader, word.place, "notes", error.description)
      }
    }
    guard notes.count == 2 else { return nil }
    guard notes[0] <= notes[1] else {
      reader.report(
        "expected the lowest note before the highest, got [\(words[0].text), \(words[1].text)]", at: "notes")
      return nil
    }
    reader.resolve("notes", .list(notes.map { .text($0.name) }))
    return notes[0]...notes[1]
  }

  private static func alternatives(_ reader: Reader) -> Int {
    let stated = reader.value("alternatives")?.text
    if stated == "1" || stated.flatMap(ForcedChoiceName.alternatives) == 1 {
      _ = reader.node(
        Parameter(name: "alternatives", kind: .integer(2...100), fallback: nil, meaning: ""), required: false)
      reader.report(
        "expected a whole number from 2 to 100, got \(SafeText.quoted(stated ?? ""))", at: "alternatives",
        hint: "write kind: yes-no, and leave out alternatives")
      return 2
    }
    return reader.integer(
      "alternatives", in: 2...100, default: 2, "Number of alternatives in a trial, one of which is correct")
  }

  private static func level(_ reader: Reader, isForcedChoice: Bool) -> TrialTask? {
    let axis = axis(reader)
    let alternatives = isForcedChoice ? alternatives(reader) : 1
    let stimulus = sounds(reader, unit: axis.unit, intervals: alternatives)
    var task = try? TrialTask.level(axis: axis, alternatives: alternatives)
    task?.stimulus = stimulus
    return task
  }

  /// The axis of levels of a task without notes.
  private static func axis(_ reader: Reader) -> Axis {
    let unit = reader.name("unit", "Unit of the level, as written in column names")
    let scale: Axis.Scale = reader.choice(
      "scale", default: .linear, "Axis of the levels: linear; or log, if levels are positive and errors are ratios")
    return Axis(unit: unit, scale: scale, isSigned: false)
  }

  /// The section has a page of its own, because it has more keys than all the rest.
  private static func sounds(_ reader: Reader, unit: String, intervals: Int) -> ComposedStimulus? {
    let parameter = Parameter(
      name: "sounds", kind: .section, fallback: "none",
      meaning: "Sounds of a trial: see peach list task sounds; without them the task can only be simulated")
    guard let node = reader.node(parameter, required: false) else { return nil }
    let read = Reader.read(node, path: "\(reader.path).sounds", diagnostics: reader.diagnostics) { inner in
      let stimulus = ComposedStimulus.read(inner, unit: unit, intervals: intervals)
      reader.resolve("sounds", .mapping(inner.resolved))
      return stimulus
    }
    return read ?? nil
  }

  private static func report(
    _ reader: Reader, _ place: Place, _ name: String, _ message: String, hint: String? = nil
  ) {
    reader.diagnostics.report(
      Problem(place: place, path: "\(reader.path).\(name)", message: message, hint: hint))
  }
}
