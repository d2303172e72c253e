import Foundation
import PeachAnalysis
import PeachStorage
import PeachSupport
import Testing

/// Files that are something else than a command takes.
@Suite struct GivenFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)").path

  private func problem(_ bytes: some Sequence<UInt8>, _ wanted: InputFile.Wanted) throws -> String? {
    try Data(bytes).write(to: URL(filePath: path))
    defer { unlink(path) }
    do {
      try InputFile.check(path, is: wanted)
      return nil
    } catch {
      return error.description.replacing(path, with: "F")
    }
  }

  private static func database(_ mark: Int) -> [UInt8] {
    var bytes = Array("SQLite format 3\0".utf8)
    bytes += [UInt8](repeating: 0, count: 52)
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(mark >> shift & 255)) }
    return bytes
  }

  private static let zip = "PK\u{3}\u{4}\u{14}\0\u{6}\0"
  private static let yaml = "# my experiment\n\nname: first\nseed: 3\ntask: {kind: comparison, intervals: [prime]}\n"
  private static let bracketed = "[level],[correct]\n1,1\n2,0\n"
  private static let csv = "level,correct\n5,1\n"

  /// A file that a command was given.
  struct Given: Sendable {
    var bytes: [UInt8]
    var wanted: InputFile.Wanted
    var message: String

    init(_ bytes: [UInt8], _ wanted: InputFile.Wanted, _ message: String = "") {
      self.bytes = bytes
      self.wanted = wanted
      self.message = message
    }

    init(_ text: String, _ wanted: InputFile.Wanted, _ message: String = "") {
      self.init(Array(text.utf8), wanted, message)
    }
  }

  static let others: [Given] = [
    Given(
      yaml, .data,
      "expected data (CSV or a results file), got an experiment file (YAML)\n"
        + "  hint: peach simulate F runs it and writes a results file"),
    Given(
      yaml, .results,
      "expected a results file, got an experiment file (YAML)\n"
        + "  hint: peach simulate F runs it and writes a results file"),
    Given(
      yaml, .answers,
      "expected answers such as 1101, or a CSV file of trials, got an experiment file (YAML)\n"
        + "  hint: put the experiment first: peach trace F --strategy NAME --responses 1101…"),
    Given(
      database(ResultsFile.mark), .experiment,
      "expected an experiment file (YAML), got a results file of Peach\n"
        + "  hint: peach fit F fits its trials, peach export F --table runs writes its runs"),
    Given(
      database(ResultsFile.mark), .answers,
      "expected answers such as 1101, or a CSV file of trials, got a results file of Peach\n"
        + "  hint: peach export F --table trials writes its trials; then keep only the rows of one run"),
    Given(
      database(LiveDatabase.mark), .data,
      "expected data (CSV or a results file), got the records of live listeners\n"
        + "  hint: peach fit --listener ID fits a listener's comparisons"),
    Given(
      database(LiveDatabase.mark), .results,
      "expected a results file, got the records of live listeners\n"
        + "  hint: peach export --listener ID --table trials writes a listener's trials"),
    Given(
      csv, .experiment, "expected an experiment file (YAML), got a table (CSV)\n  hint: peach fit F fits these data"),
    Given(csv, .results, "expected a results file, got a table (CSV)\n  hint: peach fit F fits these data"),
    Given(
      zip + "data.csv", .data,
      "expected data (CSV or a results file), got a zip archive\n  hint: unpack it, and name the CSV file in it"),
    Given(
      zip + "[Content_Types].xml", .data,
      "expected data (CSV or a results file), got a spreadsheet\n  hint: open the table in the program that made "
        + "it, and save it as CSV"),
    Given(
      zip + "data.csv", .experiment,
      "expected an experiment file (YAML), got a zip archive\n  hint: name the YAML file"),
    Given(
      zip + "data.csv", .results,
      "expected a results file, got a zip archive\n"
        + "  hint: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite makes a results file"),
    Given(
      [0x1f, 0x8b, 8, 0], .data,
      "expected data (CSV or a results file), got a compressed file (gzip)\n"
        + "  hint: unpack it: gunzip -c FILE | peach fit -"),
    Given(
      " [{\"rt\": 5}]", .answers,
      "expected answers such as 1101, or a CSV file of trials, got JSON\n"
        + "  hint: convert the file to CSV: in jsPsych data.get().csv(), in pandas read_json(…).to_csv(…)"),
    Given(
      "{\n  'rt': 5\n}", .answers,
      "expected answers such as 1101, or a CSV file of trials, got JSON\n"
        + "  hint: convert the file to CSV: in jsPsych data.get().csv(), in pandas read_json(…).to_csv(…)"),
    Given(
      "[null, 1]", .answers,
      "expected answers such as 1101, or a CSV file of trials, got JSON\n"
        + "  hint: convert the file to CSV: in jsPsych data.get().csv(), in pandas read_json(…).to_csv(…)"),
    Given(
      bracketed, .experiment,
      "expected an experiment file (YAML), got a table (CSV)\n  hint: peach fit F fits these data"),
    Given(
      "<!DOCTYPE html>\n<html>", .data,
      "expected data (CSV or a results file), got an HTML page\n  hint: open the table in the program that made "
        + "it, and save it as CSV"),
    Given(
      [0x80, 4, 0x95, 0], .data,
      "expected data (CSV or a results file), got a Python pickle\n"
        + "  hint: open the table in the program that made it, and save it as CSV"),
  ]

  static let own: [Given] = [
    Given(yaml, .experiment), Given("{name: first, seed: 3}", .experiment),
    Given("- not, a mapping\nname: x\n", .experiment), Given(database(ResultsFile.mark), .data),
    Given(database(ResultsFile.mark), .results), Given(database(7), .results), Given(csv, .data), Given(csv, .answers),
    Given("level\n5\n", .data), Given(bracketed, .data), Given("{n},{k}\n2,1\n", .data), Given("[n]\n2\n", .data),
    Given("Subject: 5\nlevel,correct\n1,1\n", .data), Given("Subject: 5\nlevel,correct\n1,1\n", .answers),
    Given("[{\"level\": 1}]\n", .data), Given("", .data), Given([0xff, 0xfe, 0x6c, 0], .data),
  ]

  @Test(arguments: others) func `a file of another kind is named, with a hint`(given: Given) throws {
    #expect(try problem(given.bytes, given.wanted) == "F:1:1: \(given.message)")
  }

  @Test(arguments: own) func `a file of the right or of an unknown kind is left to its reader`(given: Given) throws {
    #expect(try problem(given.bytes, given.wanted) == nil)
  }

  @Test func `a missing file is left to its reader`() throws { try InputFile.check("/no/such/file", is: .data) }
}
