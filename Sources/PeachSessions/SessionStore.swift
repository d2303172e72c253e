package import PeachStorage
package import PeachTrials

/// A trial of any kind that the database of live listeners can store.
package protocol StoredTrial {
  /// Its number in its session, from 1.
  var trial: Int { get }
  /// Returns once it is durable.
  func append(to session: SessionRecord, in database: LiveDatabase) throws(RecordsError)
}

/// Puts the trials of one session into the database of live listeners.
package final class SessionStore<Task: SessionTask>: TrialStore where Task.Record: StoredTrial {
  private let database: LiveDatabase
  private let session: SessionRecord

  package init(_ database: LiveDatabase, _ session: SessionRecord) {
    self.database = database
    self.session = session
  }

  package func store(_ trial: Task.Record) throws {
    do throws(RecordsError) {
      try trial.append(to: session, in: database)
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
  package func append(to session: SessionRecord, in database: LiveDatabase) throws(RecordsError) {
    try database.append(self, to: session)
  }
}

extension TrialRecord: StoredTrial {
  package func append(to session: SessionRecord, in database: LiveDatabase) throws(RecordsError) {
    try database.append(self, to: session)
  }
}
