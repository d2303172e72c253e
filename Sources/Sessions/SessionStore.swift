import Pitch
public import Records
public import Trials

/// What is stored of a trial in the database of live listeners, whatever kind it is.
public protocol StoredTrial {
  /// In its session, from 1.
  var number: Int { get }
  /// Returns once it is durable.
  func append(to session: SessionRecord, in database: LiveDatabase) throws(RecordsError)
}

/// Puts the trials of one session into the database of live listeners.
public final class SessionStore<Task: SessionTask>: TrialStore where Task.Record: StoredTrial {
  private let database: LiveDatabase
  private let session: SessionRecord

  public init(_ database: LiveDatabase, _ session: SessionRecord) {
    self.database = database
    self.session = session
  }

  public func store(_ trial: Task.Record) throws {
    do throws(RecordsError) {
      try trial.append(to: session, in: database)
    } catch {
      // Whatever it was: the answer is not on the disk, and no content of a given file is to blame.
      let reason = error.reason.replacing("cannot be used as a database of live listeners: ", with: "")
      throw RecordsError(
        .inaccessible, path: error.path, reason: "trial \(trial.number) could not be stored: \(reason)",
        hint: error.hint ?? "the answers before it are stored")
    }
  }
}

extension LiveTrial: StoredTrial {
  public func append(to session: SessionRecord, in database: LiveDatabase) throws(RecordsError) {
    try database.append(ComparisonRecord(self), to: session)
  }
}

extension ComparisonRecord {
  init(_ trial: LiveTrial) {
    let comparison = trial.done.comparison
    let heard = trial.presentation
    var record = HeardRecord(
      tuning: heard.tuning, referencePitch: heard.referencePitch.hertz, noteDuration: heard.noteDuration,
      gap: heard.gap)
    record.sound = heard.sound
    record.referenceLevel = heard.referenceLevel?.decibels
    record.targetLevel = heard.targetLevel?.decibels
    record.device = heard.device
    record.onsetLatency = trial.onsetLatency
    record.responseTime = trial.responseTime
    record.timestamp = trial.timestamp
    self.init(
      trial: trial.number, kind: comparison.level.kind.name, track: trial.track,
      reference: comparison.reference.number, target: comparison.reference.number + comparison.interval.semitones,
      interval: comparison.interval.name, offset: comparison.offset, level: comparison.level.value,
      answer: trial.done.isHigher ? "higher" : "lower", isCorrect: trial.done.isCorrect,
      isReversal: trial.isReversal, heard: record)
    if let estimate = trial.estimate, estimate.isFinite {
      self.estimate = estimate.threshold
      low = estimate.low
      high = estimate.high
    }
  }

  /// The trial as a strategy was told of it.
  ///
  /// - Parameter track: The number of its track.
  /// - Throws: `PitchError` where notes or interval are none, `UnknownTrialKind` where the kind is none.
  public func completed(track: Int) throws -> CompletedComparison {
    let level = Level(level, kind: try TrialKind(parsing: kind), track: UInt16(track))
    let comparison = Comparison(
      reference: try MIDINote(reference), interval: try DirectedInterval(parsing: interval), offset: offset,
      level: level)
    return CompletedComparison(comparison, isHigher: answer == "higher", seconds: heard.responseTime ?? 0)
  }
}
