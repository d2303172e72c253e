import ArgumentParser
import Configuration
import Experiments
import Pitch
import Sessions
import Sittings

/// Checks of what is said of a device on the command line.
enum DeviceOptions {
  static func check(_ option: String, _ value: Double, unit: String, in bounds: Bounds) throws {
    guard bounds.contains(value) else {
      throw ValidationError("\(option): expected a number (\(unit)) \(bounds), got \(value.shortest)")
    }
  }

  static var now: String { Timestamp.now() }
}

/// A file of readings: `frequency_hz, reading_db`.
enum DeviceTable {
  private static let columns = ["frequency_hz", "reading_db"]

  /// - Parameter level: Of the tones that were read, in dB FS.
  /// - Throws: `Failure` with the line where it is not one.
  static func read(_ path: String, level: Double) throws -> [DeviceCalibration.Reading] {
    let text = try TextFile.read(path)
    func failure(_ line: Int, _ message: String) -> Failure {
      Failure(status: ExitStatus.wrongContent, message: "\(Shown.line(path)):\(line): \(message)")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { FieldTable.trimmed(String($0)) }
    func fields(_ line: String) -> [String] {
      line.split(separator: ",", omittingEmptySubsequences: false).map { FieldTable.trimmed(String($0)) }
    }
    guard let header = lines.first, fields(header) == columns else {
      throw failure(1, "expected the columns \(columns.joined(separator: ","))")
    }
    var readings: [DeviceCalibration.Reading] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let words = fields(line)
      guard words.count == 2, let frequency = NumberGrammar.double(words[0]), (20...19_000).contains(frequency),
        let reading = NumberGrammar.double(words[1]), (0...140).contains(reading)
      else {
        throw failure(
          index + 1,
          "expected a frequency in [20, 19000] Hz and a reading in [0, 140] dB SPL, got \(Shown.quoted(line))")
      }
      guard !readings.contains(where: { $0.frequency.hertz == frequency }) else {
        throw failure(index + 1, "expected each frequency once, got \(frequency.shortest) twice")
      }
      readings.append(
        DeviceCalibration.Reading(frequency: Frequency(unchecked: frequency), level: level, pressure: reading))
    }
    guard !readings.isEmpty else { throw failure(1, "expected at least one reading") }
    return readings
  }
}
