import GRDB
import PeachTrials

extension LiveDatabase {
  /// Stores what a session found of its listener, instead of what was stored before.
  ///
  /// - Throws: `RecordsError`, also where the session has gone.
  package func store(_ calibration: CalibrationRecord, of session: SessionRecord) throws(RecordsError) {
    func numbers(_ quantity: IntervalEstimate) -> [(any DatabaseValueConvertible)?] {
      [quantity.value, quantity.low, quantity.high]
    }
    let none: [(any DatabaseValueConvertible)?] = [nil, nil, nil]
    var values: [(any DatabaseValueConvertible)?] = [
      session.id, calibration.method, calibration.status.rawValue, calibration.target, calibration.trials,
      calibration.askedPrecision, calibration.reachedPrecision,
    ]
    values += calibration.threshold.map(numbers) ?? none
    for quantity in [calibration.jnd, calibration.bias, calibration.lapse, calibration.slope] {
      values += numbers(quantity)
    }
    values += calibration.errors
    values += calibration.correlations
    let arguments = StatementArguments(values)
    try writing { db in
      do {
        let columns = LiveDatabase.columnsOfCalibrations
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
          sql: "INSERT OR REPLACE INTO calibration (\(columns.joined(separator: ", "))) VALUES (\(places))",
          arguments: arguments)
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
        throw deleted(session)
      }
    }
  }

  /// In the order in which they are stored and read.
  private static let columnsOfCalibrations = [
    "session", "method", "status", "target", "trials", "asked_precision", "reached_precision", "threshold_cents",
    "threshold_low_cents", "threshold_high_cents", "jnd_cents", "jnd_low_cents", "jnd_high_cents", "bias_cents",
    "bias_low_cents", "bias_high_cents", "lapse", "lapse_low", "lapse_high", "slope", "slope_low", "slope_high",
    "ln_jnd_error", "bias_error_cents", "logit_lapse_error", "jnd_bias_r", "jnd_lapse_r", "bias_lapse_r",
  ]

  /// A listener's calibrations, by session.
  package func calibrations(of listener: String) throws(RecordsError) -> [CalibrationRecord] {
    let columns = LiveDatabase.columnsOfCalibrations.map { "calibration.\($0)" }.joined(separator: ", ")
    return try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT number, started_at, \(columns), note FROM calibration JOIN session ON session.id = calibration.session
        WHERE listener = ? ORDER BY number
        """, of: "calibration", keys: 1)
      try row.bind(listener)
      var calibrations: [CalibrationRecord] = []
      while try row.step() { calibrations.append(try LiveDatabase.calibration(row)) }
      return calibrations
    }
  }

  /// The columns follow the session's number and start.
  private static func calibration(_ row: BulkStatement) throws(Damage) -> CalibrationRecord {
    func quantity(_ first: Int32) throws(Damage) -> IntervalEstimate {
      IntervalEstimate(
        value: try row.double(first), low: try row.double(first + 1), high: try row.double(first + 2))
    }
    let reached = try row.optionalDouble(8)
    let threshold = try row.optionalDouble(9)
    var errors: [Double] = []
    for column: Int32 in 24...26 { errors.append(try row.double(column, in: 0 ... .greatestFiniteMagnitude)) }
    var correlations: [Double] = []
    for column: Int32 in 27...29 { correlations.append(try row.double(column, in: -1...1)) }
    var ends: (low: Double, high: Double)?
    if threshold != nil { ends = (try row.double(10), try row.double(11)) }
    var record = CalibrationRecord(
      method: try row.text(3), status: try row.status(4), target: try row.double(5), trials: try row.int(6),
      askedPrecision: try row.double(7),
      threshold: threshold.flatMap { value in
        ends.map { IntervalEstimate(value: value, low: $0.low, high: $0.high) }
      },
      jnd: try quantity(12), bias: try quantity(15), lapse: try quantity(18), slope: try quantity(21), errors: errors,
      correlations: correlations)
    record.reachedPrecision = reached
    record.session = try row.int(0, in: SessionTable.numbers)
    record.startedAt = try row.optionalText(1)
    record.excluded = try row.optionalText(30)
    return record
  }
}
