import PeachAudio
import PeachPitch
package import PeachSupport
package import PeachTrials

/// An external program, in any language, that answers each trial with a line of JSON. `experiments/process/README.md`
/// describes the messages.
///
/// Every trial sends random numbers from the listener's own stream. The program needs no generator, and all
/// strategies meet
/// the same listener draw by draw. A copy forks the track: see `ProgramConnection`.
///
/// A program that hears gets each trial as a sound file, and no level.
///
/// Peach does not know the true threshold of a program: `truth` names the listener with which estimates are compared.
package struct ProcessListener: ListenerDeclaration {
  package static let kind = Program.kind
  package static let summary =
    "a program of your own, in any language, that receives trials and returns answers as lines of JSON"
  package static let source = "none: the program's own"
  package static let truthConvention =
    "the truth of the listener that the key truth describes; unknown without that key"
  package static let example =
    "command: [python3, experiments/process/listener.py], settings: {jnd: 12, lapse: 0.02, bias: 1}, "
    + "truth: {kind: gaussian, jnd: 12, lapse: 0.02, bias: 1}"

  private let program: Program
  /// The fields of `start` but the seed.
  private let opening: String
  private let draws: Int
  private let task: TrialTask
  /// The listener with the same probabilities; `nil` if unknown.
  private let truth: (any Listener)?
  /// The sounds, if it hears them.
  private var heard: HeardIntervals?
  private let output: SoundOutput
  private var connection: ProgramConnection?
  private var told = 0
  private var ownFault: ProgramFault?

  package static func read(_ reader: Reader, in task: TrialTask) -> ProcessListener {
    let (program, settings) = Program.read(reader)
    let draws = reader.integer(
      "draws", in: 0...64, default: 4,
      "How many random numbers from 0 to 1 Peach sends with every trial, in the key uniform")
    let hears =
      reader.statedFlag(
        "hears", default: false, "true: the program gets each trial as a WAV file instead of its level") ?? false
    let fullScale = reader.optionalNumber(
      "full-scale", unit: "dB SPL", in: .within(0...200),
      "If the task states levels in dB SPL: the level in dB SPL of a sine with peak 1 in the WAV file; default 100")
    let truth: (any Listener)? =
      reader.section(
        "truth",
        "The listener that defines the truth, such as {kind: gaussian, jnd: 12}; without it the truth is unknown"
      ) { inner -> (any Listener)? in
        if let kind = BuiltInListeners.registry.kind(from: inner), kind != ProcessListener.self {
          return kind.read(inner, in: task)
        }
        _ = inner.dataKeys()
        if inner.word("kind") == Program.kind {
          inner.report(
            "expected a listener with known probabilities, such as gaussian, got "
              + "'\(Program.kind)'", at: "kind")
        }
        return nil
      } ?? nil
    return ProcessListener(
      program: program, opening: ProgramConnection.opening(role: "listener", settings: settings, task: task.described),
      draws: draws, task: task, truth: truth,
      heard: hears ? HeardIntervals(reader, in: task, kind: "a program with hears: true", bothEars: true) : nil,
      output: SoundOutput(fullScale: fullScale ?? SoundOutput.usualFullScale))
  }

  private init(
    program: Program, opening: String, draws: Int, task: TrialTask, truth: (any Listener)?, heard: HeardIntervals?,
    output: SoundOutput
  ) {
    (self.program, self.opening, self.draws, self.task, self.truth) = (program, opening, draws, task, truth)
    (self.heard, self.output) = (heard, output)
  }

  package func hearing(_ sounds: RunSounds) -> any Listener {
    var listener = self
    listener.heard?.sounds = sounds
    return listener
  }

  /// Takes as many draws as the file states.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    // Of the first numbers, and unlike them.
    var seeding = random
    var numbers = RandomStream(seed: seeding.next())
    let seed = numbers.next()
    let uniform = ",\"uniform\":[" + (0..<draws).map { _ in random.unit().shortest }.joined(separator: ",") + "]"
    let sound = heard.map { self.sound(of: comparison, $0) }
    let message = (sound == nil ? fields(of: comparison) : "") + uniform
    guard ownFault == nil else { return Answer(isHigher: false, seconds: .nan) }
    do {
      let connection: ProgramConnection
      if let own = self.connection {
        connection = own
      } else {
        connection = ProgramConnection(program, opening: opening, seed: seed)
        _ = try connection.open()
      }
      let (reply, next) = try connection.tell("trial", message, sound: sound, after: told)
      self.connection = next
      told += 1
      if let answer = Self.answer(reply, to: comparison, of: task) { return answer }
      ownFault = next.refuse("answered 'trial' without a known word for the key answer or the key correct")
    } catch {
      ownFault = error
    }
    return Answer(isHigher: false, seconds: .nan)
  }

  /// The sound of a trial. Intervals are stated by their first frame and the frame behind their end.
  private func sound(of comparison: Comparison, _ heard: HeardIntervals) -> ProgramConnection.Sound {
    let (number, output) = (told + 1, output)
    return { () throws(ProgramFault) in
      do throws(SoundError) {
        let trial = try heard.rendered(number, comparison, for: output)
        let intervals = trial.intervals.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",")
        return (
          file: try SoundFile.temporary(trial.sound, format: .float32), fields: ",\"intervals\":[\(intervals)]"
        )
      } catch {
        throw ProgramFault(reason: "level \(comparison.offset.shortest): \(error.reason)")
      }
    }
  }

  private func fields(of comparison: Comparison) -> String {
    var text = ",\"level\":\(comparison.level.value.shortest)"
    if task.hasNotes {
      let target = comparison.reference.number + comparison.interval.semitones
      text +=
        ",\"offset\":\(comparison.offset.shortest),\"reference\":\(comparison.reference.number),\"target\":\(target),"
        + "\"interval\":\"\(comparison.interval.name)\""
      if task.kind.form != nil { text += ",\"order\":\(comparison.order)" }
    }
    if comparison.level.kind != .test { text += ",\"kind\":\"\(comparison.level.kind.name)\"" }
    return text
  }

  /// `nil` if the reply contains none.
  package static func answer(_ reply: Reply, to comparison: Comparison, of task: TrialTask) -> Answer? {
    let seconds = reply.number("seconds") ?? 0
    guard seconds >= 0 else { return nil }
    if let isCorrect = reply.flag("correct") {
      return Answer(isHigher: task.isHigher(comparison, isCorrect: isCorrect), seconds: seconds)
    }
    if let form = task.form, let place = form.answers.firstIndex(where: { $0 == reply.text("answer") }) {
      return Answer(isHigher: form.isPositive(place, to: comparison), seconds: seconds)
    }
    switch (reply.text("answer"), task.kind) {
    case ("higher", .comparison): return Answer(isHigher: true, seconds: seconds)
    case ("lower", .comparison): return Answer(isHigher: false, seconds: seconds)
    case ("yes", .yesNo): return Answer(isHigher: true, seconds: seconds)
    case ("no", .yesNo): return Answer(isHigher: false, seconds: seconds)
    default: return nil
    }
  }

  package var hasKnownTruth: Bool { truth?.hasKnownTruth ?? false }
  package var truthSimulation: TruthSimulation? { truth?.truthSimulation }
  /// Without `truth` something stands in for what nobody knows.
  package func probability(of comparison: Comparison) -> Double { truth?.probability(of: comparison) ?? 0.5 }
  package var isSameOnAllNotes: Bool { truth?.isSameOnAllNotes ?? true }
  package var lapse: Double { truth?.lapse ?? 0 }
  package var fault: String? { ownFault?.reason }
}

extension TrialTask {
  /// The answer that is correct or wrong. At offset 0 the sound counts as sharp.
  fileprivate func isHigher(_ comparison: Comparison, isCorrect: Bool) -> Bool {
    switch kind {
    case .comparison: isCorrect == (comparison.offset >= 0)
    case .forcedChoice, .yesNo: isCorrect == (comparison.level.kind != .noise)
    case .oddity, .axb, .sameDifferent, .matching: isCorrect
    }
  }
}
