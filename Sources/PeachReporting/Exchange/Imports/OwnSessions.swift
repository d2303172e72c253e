import Foundation
import PeachAnalysis
import PeachPitch
import PeachStorage
import PeachSupport
import PeachTrials

/// Sessions as `peach export` wrote them: trials, matchings, and the facts of whole sessions, put together again.
struct OwnSessions {
  private struct Key: Hashable {
    var listener: String
    var number: Int
  }

  private struct Found {
    var session: SessionRecord
    /// `nil` if the table does not state it.
    var task: TrialTask.Kind?
    var comparisons: [TrialRecord] = []
    var matchings: [MatchingRecord] = []
    /// How far the control moved, in cents; `nil` if no row says it.
    var range: Double?
    /// The number of its last trial in the file, and whether it was told that one is missing.
    var last = 0
    var isTold = false

    var count: Int { comparisons.count + matchings.count }
  }

  /// A row of the table of sessions.
  private struct Said {
    var session: SessionRecord
    var trials: Int
    var line: Int
  }

  /// Whose they become; `nil` if they stay whose they are.
  let listener: String?
  /// Whom the first row names.
  private var firstListener: String?
  private var order: [Key] = []
  private var found: [Key: Found] = [:]
  private var said: [Key: Said] = [:]
  private var sessionReader: ImportReader?
  /// Files of matchings in which a row does not say how far the control moved.
  private var rangeless: [String] = []

  init(listener: String?) { self.listener = listener }

  /// The columns that files of every version have.
  private static func first(_ columns: [String]) -> [String] {
    columns.filter { !laterColumns.contains($0) }
  }

  // MARK: Trials

  private static let most = 1_000_000_000
  /// Columns that files of earlier versions have not.
  private static let laterColumns =
    [
      "origin", "block", "excluded", "order", "sample_format", "channel", "level_offset_db", "control_range_cents",
      "experiment_json", "stalls", "keys_swapped", "timeouts", "responses_json",
    ] + StudyPart.otherNames + TrialColumns.ofListenersAlone.map(\.column.name)

  mutating func readTrials(_ source: any ObservationSource) throws {
    guard source.columns.contains("unit") else {
      throw ConfigurationError([
        Problem(
          place: Place(file: source.source, line: source.headerLine, column: 1), path: "",
          message:
            "missing column unit: the table seems to be of simulated runs, and only sessions of listeners can be "
            + "imported",
          hint: "peach fit reads the trials of simulations")
      ])
    }
    let reader = ImportReader(source)
    reader.check(required: OwnSessions.first(LiveTrialsTable.columns), known: LiveTrialsTable.columns)
    try reader.forEachRow { row in
      guard let key = begin(row, .comparison) else { return }
      var record = TrialRecord(trial: 0, level: 0)
      var isSound = true
      for column in TrialColumns.exported + TrialColumns.ofListenersAlone {
        let name = column.exportedLive
        guard let expected = column.read(row.text(name), into: &record) else { continue }
        row.report(name, "expected \(expected), got \(SafeText.quoted(row.text(name)))")
        isSound = false
      }
      count(row, key)
      let order = row.text("order")
      if !order.isEmpty {
        record.order = order
        if !order.allSatisfy({ "AB".contains($0) }) {
          row.report("order", "expected letters A and B, got \(SafeText.quoted(order))")
          isSound = false
        }
      }
      guard isSound else { return }
      check(record, row)
      readUnit(row, key)
      found[key]?.comparisons.append(record)
      if let number = row.whole("alternatives", in: 1...100) { found[key]?.session.alternatives = number }
    }
  }

  private mutating func readUnit(_ row: ImportReader.Row, _ key: Key) {
    guard let session = found[key] else { return }
    let unit = row.required("unit")
    if session.comparisons.isEmpty {
      found[key]?.session.unit = unit
    } else if unit != session.session.unit {
      row.report(
        "unit",
        "expected \(SafeText.quoted(session.session.unit)) as in the session's first trial, got "
          + SafeText.quoted(unit))
    }
  }

  mutating func readMatchings(_ source: any ObservationSource) throws {
    let reader = ImportReader(source)
    let later = MatchingColumns.ofListenersAlone.map(\.column.name)
    reader.check(
      required: OwnSessions.first(MatchingTable.columns).filter { !later.contains($0) }, known: MatchingTable.columns)
    var isRangeKnown = true
    try reader.forEachRow { row in
      guard let key = begin(row, .matching) else { return }
      var record = MatchingRecord(
        trial: 0, reference: 0, target: 0, interval: "", initialOffset: 0, error: 0, adjustments: nil,
        heard: Presentation())
      var isSound = true
      for column in MatchingColumns.all + MatchingColumns.ofListenersAlone {
        let name = column.column.name
        guard let expected = column.read(row.text(name), into: &record) else { continue }
        row.report(name, "expected \(expected), got \(SafeText.quoted(row.text(name)))")
        isSound = false
      }
      count(row, key)
      guard isSound else { return }
      check(record.interval, record.reference, record.target, record.heard, row)
      if row.text("control_range_cents").isEmpty { isRangeKnown = false } else { readRange(row, key) }
      found[key]?.matchings.append(record)
    }
    if !isRangeKnown { rangeless.append(source.source) }
  }

  private mutating func readRange(_ row: ImportReader.Row, _ key: Key) {
    guard let range = row.number("control_range_cents") else { return }
    let known = found[key]?.range
    if range <= 0 {
      row.report("control_range_cents", "expected a number (cents) > 0, got \(range.shortest)")
    } else if let known, known != range {
      row.report(
        "control_range_cents", "expected \(known.shortest) as in the session's first trial, got \(range.shortest)")
    } else {
      found[key]?.range = range
    }
  }

  /// Notes on what the files do not state, and what follows from that.
  var notes: [String] {
    let ranges = rangeless.map {
      "\(SafeText.line($0)): column control_range_cents is empty, so Peach does not know how far the control "
        + "could tune: a note left at an end of the control counts as tuned, and constant and variable error may "
        + "differ from those in the original records"
    }
    let alone = found.keys.filter { said[$0] == nil }.count
    guard alone > 0 else { return ranges }
    let which = alone == 1 ? "1 session" : "\(alone) sessions"
    return ranges + [
      "no table of sessions was given (peach export --table sessions): for \(which), Peach does not know "
        + "experiment, device and times, and assumes that a person answered"
    ]
  }

  /// The session that a row is of; nil after a problem.
  private mutating func begin(_ row: ImportReader.Row, _ kind: SessionKind) -> Key? {
    if row.text("session").isEmpty {
      row.report(
        "session", "missing: the row seems to be of a simulated run, and only sessions of listeners can be imported",
        hint: "peach fit reads the trials of simulations"
      )
      return nil
    }
    let (listener, name) = (row.required("listener"), row.required("experiment"))
    guard let number = row.whole("session", in: 1...OwnSessions.most), checkName(listener, row) else { return nil }
    // Of matchings the run alone has it.
    let strategy =
      row.table.index(of: "strategy") == nil
      ? row.text("run").split(separator: "/").dropLast(2).joined(separator: "/") : row.required("strategy")
    let task = row.table.index(of: "task") == nil ? nil : self.task(row)
    if let task, (task == .matching) != (kind == .matching) {
      row.report(
        "task", "expected \(kind == .matching ? "matching" : "the task of a comparison"), got \(task.rawValue)")
    }
    let run = "\(strategy)/\(listener)/\(number)"
    if row.text("run") != run {
      row.report("run", "expected \(SafeText.quoted(run)), got \(SafeText.quoted(row.text("run")))")
    }
    if row.table.index(of: "replicate") != nil, row.text("replicate") != row.text("session") {
      row.report(
        "replicate", "expected the number of the session, \(number), got \(SafeText.quoted(row.text("replicate")))")
    }
    let key = Key(listener: listener, number: number)
    if let known = found[key]?.session {
      for (column, here, there) in [("experiment", name, known.name), ("strategy", strategy, known.strategy)]
      where here != there {
        row.report(
          column, "expected \(SafeText.quoted(there)) as in the session's first trial, got \(SafeText.quoted(here))")
      }
      if known.kind != kind || task != found[key]?.task {
        row.report("session", "session \(number) has another task in another row or file; a session has only one task")
      }
    } else {
      order.append(key)
      found[key] = Found(
        session: SessionRecord.imported(listener, kind, name: name, strategy: strategy))
      found[key]?.task = task
      if let task, task != .comparison, task != .matching { found[key]?.session.setTask(task) }
      found[key]?.session.setPart(row)
    }
    return key
  }

  private func task(_ row: ImportReader.Row) -> TrialTask.Kind? {
    if let task = TrialTask.Kind(rawValue: row.text("task")) { return task }
    let tasks = TrialTask.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    row.report("task", "expected \(tasks), got \(SafeText.quoted(row.text("task")))")
    return nil
  }

  private mutating func checkName(_ listener: String, _ row: ImportReader.Row) -> Bool {
    if listener.isEmpty { return false }
    let first = firstListener ?? listener
    firstListener = first
    if self.listener != nil, first != listener {
      row.report(
        "listener",
        "expected \(SafeText.quoted(first)), got \(SafeText.quoted(listener)): --listener gives one ID to "
          + "all rows; leave it out if the data have several listeners",
        hint: "without --listener each listener keeps the ID in the data")
      return false
    }
    if Reader.isName(listener) { return true }
    row.report(
      "listener", "expected a name, got \(SafeText.quoted(listener))",
      hint: "a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'")
    return false
  }

  // MARK: What is wrong with a trial

  /// Says once of a session that its trials do not count from 1.
  private mutating func count(_ row: ImportReader.Row, _ key: Key) {
    guard var session = found[key] else { return }
    session.last += 1
    if !session.isTold, row.text("trial") != String(session.last) {
      row.report("trial", "expected \(session.last), got \(SafeText.quoted(row.text("trial")))")
      session.isTold = true
    }
    found[key] = session
  }

  private func check(_ record: TrialRecord, _ row: ImportReader.Row) {
    check(record.interval, record.reference, record.target, record.heard, row)
    if record.isTimedOut == true {
      if record.answer == nil, record.isCorrect != true { return }
      return row.report("timed_out", "expected 0 for a trial that was answered, got 1")
    }
    // In a choice it is the order that makes an answer right.
    if let order = record.order { return checkChoice(order, record, row) }
    guard record.answer == nil || ["higher", "lower"].contains(record.answer) else {
      return row.report("answer", "expected higher or lower, got \(SafeText.quoted(record.answer ?? ""))")
    }
    guard let offset = record.offset, let answer = record.answer else { return }
    let isCorrect = offset == 0 ? nil : (offset > 0) == (answer == "higher")
    guard isCorrect != record.isCorrect else { return }
    let expected = isCorrect.map { $0 ? "1" : "0" } ?? "nothing"
    row.report(
      "correct",
      "expected \(expected) for the answer \(answer) at offset \(offset.shortest), got "
        + "\(SafeText.quoted(row.text("correct")))"
    )
  }

  private func checkChoice(_ order: String, _ record: TrialRecord, _ row: ImportReader.Row) {
    let answer = record.answer ?? ""
    let alternatives = row.whole("alternatives", in: 1...100)
    var forms = ChoiceForm.ofNotes
    if record.heard.sound == TrialRecord.composed {
      let intervals = min(max(alternatives ?? 2, 2), ChoiceForm.mostIntervals)
      forms.insert(alternatives == 1 ? .yesNo : .forcedChoice(intervals: intervals), at: 0)
    }
    let found = forms.lazy.compactMap { form -> (isRight: Bool, form: ChoiceForm)? in
      guard let choice = form.answers.firstIndex(of: answer), form.place(ofOrder: order) != nil else { return nil }
      return (form.rightAnswer(to: order.map { $0 == "B" }) == choice, form)
    }
    guard let found = found.first(where: { $0.form == .yesNo || $0.form.answers.count == alternatives }) else {
      return row.report(
        "answer",
        "expected an answer that is possible with the order \(SafeText.quoted(order)) of the notes or intervals, got "
          + "\(SafeText.quoted(answer))")
    }
    // Yes/no judges no catch trial.
    if found.form == .yesNo, record.kind == .catch { return }
    if record.isCorrect != found.isRight {
      row.report(
        "correct",
        "expected \(found.isRight ? 1 : 0) for the answer \(answer) in the order \(order), got "
          + SafeText.quoted(row.text("correct")))
    }
  }

  private func check(
    _ interval: String?, _ reference: Int?, _ target: Int?, _ heard: Presentation, _ row: ImportReader.Row
  ) {
    if heard.timestamp != nil { _ = row.time("timestamp") }
    guard let interval else { return }
    guard let parsed = try? DirectedInterval(parsing: interval), parsed.name == interval else {
      return row.report(
        "interval", "expected an interval such as perfect-fifth-up, got \(SafeText.quoted(interval))",
        hint: "peach list intervals")
    }
    guard let reference, let target, target != reference + parsed.semitones else { return }
    row.report(
      "target_note", "expected \(reference + parsed.semitones), a \(interval) from \(reference), got \(target)")
  }

  // MARK: Sessions

  mutating func readSessions(_ source: any ObservationSource) throws {
    let reader = ImportReader(source)
    let known = SessionsTable.columns
    reader.check(required: OwnSessions.first(known), known: known)
    sessionReader = reader
    try reader.forEachRow { row in
      let (listener, strategy, name) = (row.required("listener"), row.required("strategy"), row.required("experiment"))
      guard let number = row.whole("session", in: 1...OwnSessions.most),
        let task = task(row),
        let trials = row.whole("trials", in: 0...OwnSessions.most), checkName(listener, row)
      else { return }
      var session = SessionRecord.imported(
        listener, task == .matching ? .matching : .comparison, name: name, strategy: strategy)
      func optional(_ column: String) -> String? { row.text(column).isEmpty ? nil : row.text(column) }
      session.responder = optional("responder")
      session.seed = row.text("seed")
      if !session.seed.isEmpty, (try? /[0-9a-f]{16}/.wholeMatch(in: session.seed)) == nil {
        row.report("seed", "expected 16 hexadecimal digits, got \(SafeText.quoted(session.seed))")
      }
      session.device = optional("device")
      session.sampleRate = row.whole("sample_rate_hz", in: 1...OwnSessions.most, isRequired: false)
      session.levelScale = row.choice(
        "level_scale", ["dB FS": "dB FS", "dB SPL": "dB SPL", "dB SL": "dB SL", "dB re comfort": "dB re comfort"],
        isRequired: false)
      session.sampleFormat = row.choice(
        "sample_format", ["16": "16", "24": "24", "float": "float"], isRequired: false)
      session.channel = row.choice(
        "channel", ["both": "both", "left": "left", "right": "right"], isRequired: false)
      session.levelOffset = optional("level_offset_db") == nil ? nil : row.number("level_offset_db")
      session.version = row.text("version")
      session.build = row.text("build")
      session.startedAt = row.time("started_at")
      session.endedAt = row.time("ended_at")
      session.endReason = optional("end_reason")
      session.stalls = optional("stalls") == nil ? 0 : row.whole("stalls", in: 0...OwnSessions.most) ?? 0
      session.hasSwappedKeys = row.choice("keys_swapped", ["1": true, "0": false], isRequired: false)
      session.timeouts = optional("timeouts") == nil ? 0 : row.whole("timeouts", in: 0...OwnSessions.most) ?? 0
      session.responses = json("responses_json", row)
      session.isInProfile = row.choice("in_profile", ["1": true, "0": false], isRequired: true) ?? false
      session.origin = optional("origin")
      if let experiment = json("experiment_json", row) { session.experiment = experiment }
      if session.experiment.isEmpty, task != session.task { session.setTask(task) }
      session.setPart(row)
      let key = Key(listener: listener, number: number)
      if said[key] != nil { row.report("session", "session \(number) has two rows; remove one of them") }
      said[key] = Said(session: session, trials: trials, line: row.line)
    }
  }

  /// An object of JSON; `nil` if the column is empty, or after a problem.
  private func json(_ column: String, _ row: ImportReader.Row) -> String? {
    let text = row.text(column)
    if text.isEmpty { return nil }
    if case .mapping? = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) { return text }
    row.report(column, "expected a JSON object, which starts with { and ends with }, got \(SafeText.quoted(text))")
    return nil
  }

  // MARK: All of it

  /// The sessions, by number; of several listeners, in the order in which they came.
  func finish() throws -> [ImportedSession] {
    var all: [Key: ImportedSession] = [:]
    for (key, found) in found {
      var session = found.session
      if let said = said[key] {
        session = said.session
        session.alternatives = found.session.alternatives
        session.unit = found.session.unit
        check(found, against: said, key)
      }
      if let range = found.range, session.experiment.isEmpty { session.setControlRange(range) }
      all[key] = imported(
        session, key, session.kind == .comparison ? .comparisons(found.comparisons) : .matchings(found.matchings))
    }
    for (key, said) in said where found[key] == nil {
      if said.trials > 0 {
        sessionReader?.report(
          "trials",
          "session \(key.number) of \(key.listener) has \(said.trials) trials, but no given file contains them",
          line: said.line, hint: "name the file with its trials too: peach import sessions.csv trials.csv")
      }
      all[key] = imported(said.session, key, said.session.kind == .comparison ? .comparisons([]) : .matchings([]))
    }
    try sessionReader?.diagnostics.check()
    var listeners: [String] = []
    for key in order where !listeners.contains(key.listener) { listeners.append(key.listener) }
    for name in said.keys.map(\.listener).sorted() where !listeners.contains(name) { listeners.append(name) }
    return listeners.flatMap { listener in
      all.keys.filter { $0.listener == listener }.sorted { $0.number < $1.number }.compactMap { all[$0] }
    }
  }

  private func check(_ found: Found, against said: Said, _ key: Key) {
    func report(_ column: String, _ message: String) { sessionReader?.report(column, message, line: said.line) }
    if said.session.task != found.session.task {
      report("task", "session \(key.number) has another task in the table of sessions than in the table of trials")
    } else if said.trials != found.count {
      report(
        "trials",
        "session \(key.number) has \(said.trials) trials in the table of sessions, but \(found.count) in the table "
          + "of trials")
    }
    if let range = found.range, let stated = said.session.controlRange, range != stated {
      report(
        "experiment_json",
        "the offset of the session's task is \(stated.shortest) cents, but control_range_cents in the table of "
          + "matchings is \(range.shortest)")
    }
    if said.session.name != found.session.name {
      report("experiment", "the table of trials names another experiment for this session than the table of sessions")
    }
    if said.session.strategy != found.session.strategy {
      report("strategy", "the table of trials names another strategy for this session than the table of sessions")
    }
  }

  private func imported(_ session: SessionRecord, _ key: Key, _ trials: ImportedSession.Trials) -> ImportedSession {
    var session = session
    if let listener { session.listener = listener }
    return ImportedSession(session, number: key.number, trials)
  }
}

extension SessionRecord {
  /// A session of which nothing more is known.
  static func imported(
    _ listener: String, _ kind: SessionKind, name: String = "imported", strategy: String = "imported"
  ) -> SessionRecord {
    SessionRecord(
      listener: listener, kind: kind, name: name, strategy: strategy, experiment: "", profile: "", seed: "",
      responder: nil, scale: "log", version: "", build: "")
  }

  /// Keeps the range of the control as the only thing that is known of the experiment.
  /// States the task, if no experiment does.
  fileprivate mutating func setTask(_ task: TrialTask.Kind) {
    experiment = Value.mapping([.init("task", .mapping([.init("kind", .text(task.rawValue))]))]).json()
  }

  fileprivate mutating func setControlRange(_ range: Double) {
    let task = Value.mapping([.init("kind", .text(SessionKind.matching.rawValue)), .init("offset", .number(range))])
    experiment = Value.mapping([.init("task", task)]).json()
  }

  /// Takes what the columns say: nothing where they are empty.
  fileprivate mutating func setPart(_ row: ImportReader.Row) {
    let (block, excluded) = (row.text("block"), row.text("excluded"))
    func optional(_ column: String) -> String? { row.text(column).isEmpty ? nil : row.text(column) }
    (self.block, day, condition, group) = (
      optional("block") ?? self.block, optional("day"), optional("condition"), optional("group")
    )
    isPractice = excluded == "practice" && block == "practice"
    if !excluded.isEmpty, !isPractice { note = excluded }
    if isPractice { isInProfile = false }
  }
}
