import PeachPitch
package import PeachStorage
package import PeachTrials

/// A trial of any kind that the database of live listeners can store.
package protocol StoredTrial {
  /// Its number in its session, from 1.
  var trial: Int { get }
  /// Returns once it is durable.
  ///
  /// - Parameter page: How the listener's page presented it; `nil` if it was not a page.
  func append(to session: SessionRecord, in database: LiveDatabase, page: PagePresentation?) throws(RecordsError)
}

/// Puts the trials of one session into the database of live listeners.
package final class SessionStore<Task: SessionTask>: TrialStore where Task.Record: StoredTrial {
  private let database: LiveDatabase
  private let session: SessionRecord
  private let pagePresentation: () -> PagePresentation?
  private let onBegin: (Int) -> Void
  private let onStored: (Int) -> Void

  /// - Parameters:
  ///   - pagePresentation: How the listener's page presented the trial that is being stored.
  ///   - onBegin: Receives the number of each trial before it is presented.
  ///   - onStored: Receives the number of each trial that is on the disk.
  package init(
    _ database: LiveDatabase, _ session: SessionRecord, pagePresentation: @escaping () -> PagePresentation? = { nil },
    onBegin: @escaping (Int) -> Void = { _ in }, onStored: @escaping (Int) -> Void = { _ in }
  ) {
    self.database = database
    self.session = session
    self.pagePresentation = pagePresentation
    self.onBegin = onBegin
    self.onStored = onStored
  }

  package func beginTrial(_ number: Int) { onBegin(number) }

  package func store(_ trial: Task.Record) throws {
    do throws(RecordsError) {
      try trial.append(to: session, in: database, page: pagePresentation())
      onStored(trial.trial)
    } catch {
      // Whatever it was: the answer is not on the disk, and no content of a given file is to blame.
      let reason = error.reason.replacing("cannot be used as a database of live listeners: ", with: "")
      throw RecordsError(
        .inaccessible, path: error.path, reason: "trial \(trial.trial) could not be stored: \(reason)",
        hint: error.hint ?? "the answers before it are stored")
    }
  }
}

extension SessionStore {
  package func countStall() throws { try database.countStall(in: session) }
  package func countTimeout() throws { try database.countTimeout(in: session) }
}

extension MatchingRecord: StoredTrial {
  package func append(
    to session: SessionRecord, in database: LiveDatabase, page: PagePresentation?
  ) throws(RecordsError) {
    try database.append(self, to: session, page: page)
  }
}

extension TrialRecord: StoredTrial {
  package func append(
    to session: SessionRecord, in database: LiveDatabase, page: PagePresentation?
  ) throws(RecordsError) {
    try database.append(self, to: session, page: page)
  }
}

extension LiveDatabase {
  /// A listener's profile, rebuilt from the records: the same, to the last bit, as the one that followed the sessions
  /// answer by answer.
  ///
  /// A person's comparisons enter it, whichever strategy asked for them, and their pitch matchings. Catch and comfort
  /// trials do not, since a strategy does not hear of them either; nor do a simulated responder's sessions, nor those
  /// before a reset.
  package func profile(of listener: String) throws(RecordsError) -> PerceptualProfile {
    var profile = PerceptualProfile()
    try forEachProfiledOffset(of: listener) { profile.observe($0, offset: $1) }
    try forEachProfiledMatching(of: listener) { profile.observeMatching($0, error: $1) }
    return profile
  }
}

extension TrialMark {
  /// Whether it was answered at a time of day; on a virtual clock it was not.
  var isTimed: Bool { timestamp != nil }

  /// The record of a sound with the times of its trial.
  ///
  /// - Parameters:
  ///   - latency: Of the device, in seconds.
  ///   - seconds: From the onset of the sound in question to the answer; `nil` if unknown.
  func timed(_ heard: Presentation, latency: Double, seconds: Double?) -> Presentation {
    var heard = heard
    heard.onsetLatency = isTimed ? latency : nil
    heard.responseTime = seconds
    heard.timestamp = timestamp
    heard.confidence = confidence?.rating
    heard.confidenceTime = isTimed ? confidence?.seconds : nil
    heard.repeats = repeats
    return heard
  }
}
