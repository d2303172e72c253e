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
