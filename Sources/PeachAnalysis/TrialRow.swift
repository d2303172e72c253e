package import PeachStorage
package import PeachSupport
package import PeachTrials

/// A trial of a live listener or a simulated one, with what it belongs to: a row of the table of trials.
package struct TrialRow: Sendable {
  package var experiment: String
  package var run: String
  /// nil in simulation.
  package var session: Int?
  package var task: String
  package var listener: String
  package var strategy: String
  /// The replicate; for a live listener, the number of the session.
  package var replicate: Int
  /// The texts of varied values; none of a live listener.
  package var varied: [String] = []
  /// 1 is yes/no.
  package var alternatives: Int
  /// The unit of levels; empty in simulation, whose columns have it in their names.
  package var unit = ""
  package var record: TrialRecord
  /// The session's part of a study; empty in simulation and of a session by itself.
  package var study = StudyPart()
  /// Why the trial enters no fit; `nil` if it does.
  package var excluded: String?

  package static let columns = columns(
    TrialColumns.exported.map { part in TableColumn(part.column) { part.value($0.record) } })

  /// The columns around those of the records.
  private static func columns(_ parts: [TableColumn<TrialRow>]) -> [TableColumn<TrialRow>] {
    [
      .init("experiment", "The experiment's name", text: { $0.experiment }),
      .init(
        "run",
        "Name of the run or session: strategy/listener[/path=value…]/replicate, where replicate is the number of the run or session",
        text: { $0.run }),
      .init("session", "Number of the live session; empty in a simulation", integer: { $0.session }).within(
        .atLeast(1)),
      .init("task", "Kind of task, such as comparison (higher or lower?) or yes-no", text: { $0.task })
        .oneOf(TrialTask.Kind.allCases.filter { $0 != .matching }.map(\.rawValue)),
      .init("listener", "The listener's name or ID", text: { $0.listener }),
      .init("strategy", "The strategy's name", text: { $0.strategy }),
      .init(
        "replicate",
        "Number of the run, from 1, among those of the same strategy, listener and varied values; for a live "
          + "listener the number of the session", integer: { $0.replicate }
      )
      .within(.atLeast(1)),
      .varied,
    ]
      + parts + [
        .init(
          "alternatives", "Number of alternatives in a trial, one of which is correct; 1 means yes/no",
          integer: { $0.alternatives }
        )
        .within(.atLeast(1)),
        order,
      ]
  }

  /// Only results of composed sounds have it.
  static let order = TableColumn<TrialRow>(
    "order",
    "Order of the notes or intervals as played, if the listener chooses among them: A is the reference note or the "
      + "standard, B the target; empty in a comparison",
    text: { $0.record.order })

  /// The columns of live listeners, whose sessions have levels in different units.
  package static let liveColumns =
    columns(TrialColumns.exported.flatMap(live)).filter { $0.column != .varied && $0.column.name != order.column.name }
    + StudyPart.columns(in: \.study)
    + [.init("excluded", SessionRecord.excludedMeaning, text: { $0.excluded }), order]
    + TrialColumns.ofListenersAlone.map { part in TableColumn(part.column) { part.value($0.record) } }

  /// A column of the records as it is of live listeners; the unit comes after the level.
  private static func live(_ part: RecordColumn<TrialRecord>) -> [TableColumn<TrialRow>] {
    var column = part.column
    column.name = part.exportedLive
    if column.unit == "UNIT" { column.unit = column.name.hasSuffix("_cents") ? "cents" : "" }
    let live = TableColumn<TrialRow>(column) { part.value($0.record) }
    guard column.name == "level" else { return [live] }
    return [live, .init("unit", "Unit of the level and the estimates", text: { $0.unit })]
  }
}

extension TableContext {
  /// The columns of trials as this file has them.
  package var trialColumns: [TableColumn<TrialRow>] { columns(TrialRow.columns) { $0.varied } }

  /// Hands out every stored trial, in file order.
  ///
  /// - Complexity: O(n) in the stored trials; one is in memory at a time.
  package func forEachTrial(in results: ResultsFile, _ body: (TrialRow) -> Void) throws(RecordsError) {
    for cell in cells {
      var orders = orders.map { SimulatedOrders.Reader($0, cell) }
      try results.forEachTrial(of: cell) { stored in
        var trial = stored
        orders?.add(to: &trial.trial, replicate: trial.replicate)
        body(
          TrialRow(
            experiment: simulation.name, run: run(cell, trial.replicate), task: simulation.task,
            listener: cell.listener, strategy: cell.strategy, replicate: trial.replicate, varied: cell.varied,
            alternatives: cell.alternatives, record: trial.trial))
      }
    }
  }
}

extension LiveDatabase {
  /// Hands out every comparison of a session, in order.
  package func forEachTrial(of session: SessionRecord, _ body: (TrialRow) -> Void) throws(RecordsError) {
    guard session.kind == .comparison else { return }
    let (run, task) = (session.run, session.task.rawValue)
    try forEachComparison(of: session) { trial in
      body(
        TrialRow(
          experiment: session.name, run: run, session: session.number, task: task,
          listener: session.listener, strategy: session.strategy, replicate: session.number,
          alternatives: session.alternatives, unit: session.unit, record: trial, study: StudyPart(of: session),
          excluded: session.excluded))
    }
  }
}

/// The part of a study that a session is, in the columns that all tables of sessions and trials share.
package struct StudyPart: Hashable, Sendable {
  var group: String?
  var day: String?
  var block: String?
  var condition: String?

  package init() {}

  package init(of session: SessionRecord) {
    (group, day) = (session.group, session.day)
    (block, condition) = (session.block, session.condition)
  }

  package static func columns<Row>(in path: any KeyPath<Row, StudyPart> & Sendable) -> [TableColumn<Row>] {
    [
      .init(
        "group", "Name of the listener's group in a study; empty if the study has no groups",
        text: { $0[keyPath: path].group }),
      .init("day", "Name of the day of a study; empty if the study has no days", text: { $0[keyPath: path].day }),
      .init(
        "block", "For live listeners: name of the block of a study; empty if the session is not part of a study",
        text: { $0[keyPath: path].block }),
      .init(
        "condition", "Name of the condition of a block; empty if the block has no conditions",
        text: { $0[keyPath: path].condition }),
    ]
  }

  /// The names of the columns besides that of the block.
  package static let otherNames = ["group", "day", "condition"]
}

extension SessionRecord {
  package static let excludedMeaning =
    "For live listeners: why fits leave out the trial: the experimenter's note, or practice; empty if fits use it"
}
