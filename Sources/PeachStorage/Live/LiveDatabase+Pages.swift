import GRDB
package import PeachTrials

extension LiveDatabase {
  // MARK: Trials

  static func insert(
    _ page: PagePresentation, ofTrial trial: Int, in session: SessionRecord, _ db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO page_trial (session, trial, scheduled_onset_s, base_latency_s, output_latency_s, sample_rate_hz,
          is_visible, changes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        session.id, trial, page.scheduledOnset, page.baseLatency, page.outputLatency, page.sampleRate, page.isVisible,
        page.changes,
      ])
  }

  /// How the page presented the trials of a session, by number; empty if the session did not run on a page.
  package func pagePresentations(of session: SessionRecord) throws(RecordsError) -> [Int: PagePresentation] {
    try reading { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM page_trial WHERE session = ?", arguments: [session.id])
      return rows.reduce(into: [:]) { found, row in
        found[row["trial"]] = PagePresentation(
          scheduledOnset: row["scheduled_onset_s"], baseLatency: row["base_latency_s"],
          outputLatency: row["output_latency_s"], sampleRate: row["sample_rate_hz"], isVisible: row["is_visible"],
          changes: row["changes"])
      }
    }
  }

  // MARK: Links

  /// The links of a study; of training if there is no study.
  package func pageLinks(of study: String?) throws(RecordsError) -> [PageLink] {
    try reading { db in
      try Row.fetchAll(
        db, sql: "SELECT token, role, listener FROM page_link WHERE study IS ? ORDER BY listener, role",
        arguments: [study]
      ).map { row in
        let role: String = row["role"]
        let listener: String? = row["listener"]
        return PageLink(
          token: row["token"],
          role: role == "researcher" ? .researcher : listener.map(PageLink.Role.listener) ?? .anyone, study: study)
      }
    }
  }

  /// Stores a link, which stays valid when the server starts again.
  package func add(_ link: PageLink) throws(RecordsError) {
    var listener: String?
    if case .listener(let id) = link.role { listener = id }
    try writing { db in
      try db.execute(
        sql: "INSERT INTO page_link (token, study, role, listener) VALUES (?, ?, ?, ?)",
        arguments: [link.token, link.study, link.role == .researcher ? "researcher" : "listener", listener])
    }
  }
}
