import PeachPitch
package import PeachSupport
package import PeachTrials

/// Levels kept note by note, and notes chosen between nearby ones and weak spots.
///
/// Each note has a level of its own that moves by the Kazez rule; a note without data takes the mean of its nearest
/// neighbours with data, up to five a side, weighted by 1/(1 + semitones). The next note is a weak spot with
/// probability `natural-mechanical`, else one within an octave of the last. Weak spots are the notes of the range
/// without data, or when there are none the ten with the largest mean |offset|.
///
/// Draws the interval, the kind of choice, the note and the sign: four draws of the task stream on every trial.
package struct Adaptive: DeclaredComparisonStrategy {
  package static let kind = "adaptive"
  package static let family = StrategyFamily.training
  package static let summary =
    "for training: one level for each note, by the Kazez rule; the next note is near the last one, or a note with "
    + "large levels (weak spot)"
  package static let noun = "adaptive training"
  package static let rule =
    "Each note has a level of its own, which moves by the rule of the strategy kazez. With the probability "
    + "natural-mechanical the next note is a weak spot: a note without data, or if all have data, one with a large "
    + "mean offset. Otherwise it is near the last note. A note without data takes the weighted mean of its "
    + "neighbours' levels."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let probability = settings["natural-mechanical"].map { "with probability \($0.json())" } ?? "in some trials"
    return
      "Each possible first note had its own level, which changed as in the Kazez rule. The next first note was weak "
      + "\(probability); otherwise it was within an octave of the previous one. Weak notes were those without trials or, if "
      + "all had trials, the ten notes with the highest mean levels. The level of a note without trials was the weighted "
      + "mean of the levels of its neighbours."
  }

  package static let use =
    "Use it to train over a range of notes whose thresholds differ. Do not use it for a short measurement: 60 "
    + "trials give each of 49 notes hardly more than one trial."
  package static let source = KazezRule.source
  package static let convergence = "no fixed proportion correct: it depends on the level, as with the strategy kazez"
  package static let example = "natural-mechanical: 0.5, limits: [0.1, 100]"
  package static let exampleNote =
    "The level jumps because the note changes. This table does not show the notes, but the trials of a "
    + "simulation do. Trials 1 and 8 are on F4, whose first correct answer lowered its level from 100 to 50 cents. "
    + "Trials 3 and 7 are on G3, at 36.11 and then at 25.26 cents. The other notes come up for the first time and "
    + "start from their neighbours' levels."

  package struct Settings: Sendable {
    package var chain: KazezRule.Settings
    /// 0 stays near the last note, 1 jumps to weak spots.
    package var mechanical: Double
    package var task: TrialTask
    package var profile: PerceptualProfile
  }

  /// The reach of "nearby", in semitones.
  private static let reach = 12
  private static let neighboursPerSide = 5

  private let settings: Settings
  private var track: Track
  private var profile: PerceptualProfile
  private var notes: ReferenceNotes
  /// The level of each note; 0 if it has none yet.
  private var levels = [Double](repeating: 0, count: 128)
  private var lastNote: Int?
  package private(set) var next: Comparison?

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    if context.task.kind != .comparison {
      reader.report("expected a comparison task: adaptive keeps a level for each note", at: "kind")
    }
    let chain = KazezRule.read(reader, in: context)
    let mechanical = reader.number(
      "natural-mechanical", unit: "1", in: .within(0...1), default: 0.5,
      "Probability that the next note is a weak spot (without data, or with large levels) and not near the last note")
    return Settings(chain: chain, mechanical: mechanical, task: context.task, profile: context.profile)
  }

  package static func facts(of settings: Settings) -> StrategyFacts { KazezRule.facts }

  /// - Precondition: The task has notes.
  package init(_ settings: Settings, using streams: inout Streams) {
    precondition(settings.task.hasNotes, "adaptive needs a task with notes")
    self.settings = settings
    track = Track(settings.chain.track)
    profile = settings.profile
    notes = ReferenceNotes(of: settings.task, settings.profile)
    for note in levels.indices where profile.notes[note].count > 0 {
      levels[note] = settings.chain.track.clamped(profile.notes[note].mean)
    }
    draw(using: &streams)
  }

  package mutating func pass(_ done: CompletedComparison, using streams: inout Streams) {
    track.pass(done.response(isJudged: true))
    draw(using: &streams)
  }

  package mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
    let response = done.response(isJudged: true)
    let presented = done.comparison.level
    let isFromPresented = settings.chain.track.stepFrom == .presented || presented.end != .none
    let base = isFromPresented ? presented : next?.level ?? presented
    let note = done.comparison.reference.number
    profile.observe(done)
    notes.heard(done.comparison.reference)
    track.move(response.isPositive ? .down : .up, at: presented)
    track.finishTrial(
      presented, response, proposed: settings.chain.rule.next(after: base.value, isPositive: response.isPositive))
    levels[note] = track.level
    lastNote = note
    draw(using: &streams)
  }

  private mutating func draw(using streams: inout Streams) {
    let choice = notes.choices[streams.task.index(below: notes.choices.count)]
    let isMechanical = streams.task.unit() < settings.mechanical
    let candidates = candidates(for: choice, isMechanical: isMechanical)
    let note = candidates[streams.task.index(below: candidates.count)]
    let sign = streams.task.sign()
    guard track.status == .running else {
      next = nil
      return
    }
    let level = Level(level(for: note))
    next = Comparison(
      reference: choice.reference(at: note - choice.lowest), interval: choice.interval, offset: sign * level.value,
      level: level)
  }

  /// The notes among which the next one is drawn; never empty.
  private func candidates(for choice: TrialTask.Choice, isMechanical: Bool) -> [Int] {
    let fitting = choice.references
    if !isMechanical, let lastNote {
      let nearby = fitting.clamped(to: (lastNote - Adaptive.reach)..<(lastNote + Adaptive.reach + 1))
      if !nearby.isEmpty { return Array(nearby) }
    }
    return profile.weakSpots(in: fitting)
  }

  /// The level of a note: its own, else its neighbours', else the start.
  func level(for note: Int) -> Double {
    if levels[note] > 0 { return levels[note] }
    var total = 0.0
    var weights = 0.0
    let range = notes.range.lowerBound.number...notes.range.upperBound.number
    for side in [-1, 1] {
      var found = 0
      var neighbour = note + side
      while found < Adaptive.neighboursPerSide, range.contains(neighbour) {
        if levels[neighbour] > 0 {
          let weight = 1 / (1 + Double(abs(neighbour - note)))
          total += weight * levels[neighbour]
          weights += weight
          found += 1
        }
        neighbour += side
      }
    }
    // A mean of equal levels may be rounded to beyond them, and so beyond a limit.
    return weights > 0 ? settings.chain.track.clamped(total / weights) : settings.chain.track.start
  }

  package var estimates: [Estimate] { [] }
  package var status: Status { track.status }
  package var reversals: Int { track.reversals }
}
