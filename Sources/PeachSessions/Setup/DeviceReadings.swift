import PeachPitch
package import PeachSupport

/// A table of what a meter read of a device's tones, in columns `frequency_hz` and `reading_db`.
package enum DeviceReadings {
  private static let columns = ["frequency_hz", "reading_db"]

  /// - Parameter level: Of the tones that were read, in dB FS.
  /// - Throws: `ConfigurationError` with all lines that are no readings.
  package static func read(
    _ text: String, file: String, level: Double
  ) throws(ConfigurationError) -> [DeviceCalibration.Reading] {
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    func report(_ message: String, at line: Int) {
      diagnostics.report(Problem(place: Place(file: file, line: line, column: 1), path: "", message: message))
    }
    let table = try DelimitedText(text, file: file)
    if table.columns.map(FieldTable.trimmed) != columns {
      report("expected the columns \(columns.joined(separator: ","))", at: 1)
    }
    try diagnostics.check()
    var readings: [DeviceCalibration.Reading] = []
    var known: Set<Double> = []
    for row in table.rows {
      let words = row.fields.map(FieldTable.trimmed)
      guard let frequency = NumberGrammar.double(words[0]), (20...19_000).contains(frequency),
        let pressure = NumberGrammar.double(words[1]), (0...140).contains(pressure)
      else {
        report(
          "expected a frequency in [20, 19000] Hz and a reading in [0, 140] dB SPL, got "
            + SafeText.quoted(words.joined(separator: ",")), at: row.line)
        continue
      }
      if !known.insert(frequency).inserted {
        report("expected each frequency once, got \(frequency.shortest) twice", at: row.line)
      }
      readings.append(
        DeviceCalibration.Reading(frequency: Frequency(unchecked: frequency), level: level, pressure: pressure))
    }
    if readings.isEmpty, diagnostics.isEmpty {
      report("expected at least one row: a frequency in Hz and the level that the meter read, in dB SPL", at: 1)
    }
    try diagnostics.check()
    return readings
  }
}
