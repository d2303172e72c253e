public import Records
public import Trials

/// Puts the trials of one session into the database of live listeners.
public final class SessionStore: TrialStore {
  private let database: LiveDatabase
  private let session: SessionRecord

  public init(_ database: LiveDatabase, _ session: SessionRecord) {
    self.database = database
    self.session = session
  }

  public func store(_ trial: TrialRecord) throws {
    do throws(RecordsError) {
      try database.append(trial, to: session)
    } catch {
      // Whatever it was: the answer is not on the disk, and no content of a given file is to blame.
      let reason = error.reason.replacing("cannot be used as a database of live listeners: ", with: "")
      throw RecordsError(
        .inaccessible, path: error.path, reason: "trial \(trial.trial) could not be stored: \(reason)",
        hint: error.hint ?? "the answers before it are stored")
    }
  }
}
