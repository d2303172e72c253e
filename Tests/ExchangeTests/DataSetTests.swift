import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Data sets: their files, names and descriptions. What Python's validators say of them stands in `Tests/datasets.py`.
@Suite struct DataSetTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func results(_ standard: any DataSetStandard.Type) async throws -> [String] {
    let source = try DataSource.results(try await fixture.results(), kinds: .builtIn)
    _ = try DataSet.write(
      source, to: fixture.path("set"), replacing: false, standard: standard, isCancelled: { false })
    return try fixture.files("set")
  }

  private func listeners(_ standard: any DataSetStandard.Type) throws -> [String] {
    let live = try fixture.listeners()
    let source = try DataSource.listeners(["P07"], in: live, kinds: .builtIn)
    _ = try DataSet.write(
      source, to: fixture.path("set"), replacing: false, standard: standard, isCancelled: { false })
    return try fixture.files("set")
  }

  private func header(_ path: String, _ separator: Character = ",") throws -> [String] {
    try fixture.text("set/" + path).prefix { $0 != "\n" }.split(separator: separator).map(String.init)
  }

  // MARK: Names

  @Test func `files of results are named as Psych-DS has them`() async throws {
    let files = try await results(PsychDS.self)
    #expect(
      files == [
        "README.md", "data/study-twoEarsV2_description-runs_data.csv",
        "data/study-twoEarsV2_description-runs_data.json",
        "data/study-twoEarsV2_description-summary_data.csv", "data/study-twoEarsV2_description-summary_data.json",
        "data/study-twoEarsV2_description-trials_data.csv", "data/study-twoEarsV2_description-trials_data.json",
        "datapackage.json", "dataset_description.json", "documentation/dictionary.csv", "materials/experiment.json",
      ])
    // Psych-DS 1.5, rules/files/tabular_data/data.yaml.
    let rule = /([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv/
    for file in files where file.hasSuffix(".csv") && file.hasPrefix("data/") {
      #expect(file.dropFirst(5).wholeMatch(of: rule) != nil, "\(file)")
    }
  }

  @Test func `files of results are named as BIDS has them`() async throws {
    let files = try await results(BIDS.self)
    // Two listeners whose names differ in case and dots alone keep apart, on file systems that know no case as well.
    #expect(
      files == [
        ".bidsignore", "README", "datapackage.json", "dataset_description.json",
        "derivatives/peach/dataset_description.json", "derivatives/peach/runs.json", "derivatives/peach/runs.tsv",
        "derivatives/peach/summary.json", "derivatives/peach/summary.tsv", "documentation/dictionary.csv",
        "materials/experiment.json", "participants.json", "participants.tsv",
        "sub-Keen2/beh/sub-Keen2_task-comparison_beh.json", "sub-Keen2/beh/sub-Keen2_task-comparison_beh.tsv",
        "sub-keen/beh/sub-keen_task-comparison_beh.json", "sub-keen/beh/sub-keen_task-comparison_beh.tsv",
      ])
    // BIDS 1.10, Behavioral experiments: sub-<label>/[ses-<label>/]beh/sub-<label>[_ses-…]_task-<label>…_beh.tsv.
    let rule = /sub-([a-zA-Z0-9]+)\/beh\/sub-\1_task-[a-zA-Z0-9]+_beh\.(tsv|json)/
    for file in files where file.hasPrefix("sub-") { #expect(file.wholeMatch(of: rule) != nil, "\(file)") }
    #expect(
      try fixture.text("set/participants.tsv")
        == "participant_id\tlistener\tsimulated\nsub-keen\tkeen\tyes\nsub-Keen2\tKeen.2\tyes\n")
    #expect(try header("sub-keen/beh/sub-keen_task-comparison_beh.tsv", "\t").first == "experiment")
    #expect(try fixture.json("set/dataset_description.json")["BIDSVersion"] as? String == "1.10.0")
  }

  @Test func `files of a listener are named as Psych-DS and BIDS have them`() throws {
    #expect(
      try listeners(PsychDS.self).filter { $0.hasSuffix(".csv") } == [
        "data/subject-P07_description-matching_data.csv", "data/subject-P07_description-sessions_data.csv",
        "data/subject-P07_description-trials_data.csv", "documentation/dictionary.csv",
      ])
    try FileManager.default.removeItem(atPath: fixture.path("peach.sqlite"))
    try FileManager.default.removeItem(atPath: fixture.path("set"))
    #expect(
      try listeners(BIDS.self).filter { $0.hasSuffix(".tsv") } == [
        "derivatives/peach/sessions.tsv", "participants.tsv", "sub-P07/beh/sub-P07_task-comparison_beh.tsv",
        "sub-P07/beh/sub-P07_task-matching_beh.tsv",
      ])
  }

  // MARK: Descriptions

  @Test func `every column is described in every description, with its unit and type`() async throws {
    _ = try await results(PsychDS.self)
    let package = try fixture.json("set/datapackage.json")
    let resources = try #require(package["resources"] as? [[String: Any]])
    let measured = try #require(
      try fixture.json("set/dataset_description.json")["variableMeasured"] as? [[String: Any]])
    let dictionary = try DelimitedText(try fixture.text("set/documentation/dictionary.csv"), file: "dictionary.csv")
    #expect(resources.count == 3)
    for resource in resources {
      let path = try #require(resource["path"] as? String)
      let name = try #require(resource["name"] as? String)
      let columns = try header(path)
      let schema = try #require(resource["schema"] as? [String: Any])
      let fields = try #require(schema["fields"] as? [[String: Any]])
      #expect(fields.map { $0["name"] as? String } == columns)
      #expect(schema["missingValues"] as? [String] == [""])
      #expect(Set(columns).isSubset(of: measured.compactMap { $0["name"] as? String }))
      #expect(dictionary.rows.filter { $0.fields[0] == name }.map { $0.fields[1] } == columns)
      let bytes = try Data(contentsOf: fixture.url.appending(path: "set/" + path)).count
      #expect(resource["bytes"] as? Int == bytes)
    }
    let trials = try #require((resources[1]["schema"] as? [String: Any])?["fields"] as? [[String: Any]])
    let answer = try #require(trials.first { $0["name"] as? String == "answer" })
    #expect(
      (answer["constraints"] as? [String: Any])?["enum"] as? [String] == [
        "higher", "lower", "first", "second", "third", "last", "same", "different", "fourth", "fifth", "sixth",
        "seventh",
        "eighth", "ninth", "yes", "no",
      ])
    let offset = try #require(trials.first { $0["name"] as? String == "offset_cents" })
    #expect(offset["unit"] as? String == "cents" && offset["type"] as? String == "number")
    let note = try #require(trials.first { $0["name"] as? String == "reference_note" })
    #expect(note["constraints"] as? [String: Int] == ["minimum": 0, "maximum": 127])
    #expect(
      dictionary.rows.contains {
        $0.fields == ["trials", "trial", "integer", "", "≥ 1", "Number of the trial in its run or session, from 1"]
      })
  }

  @Test func `the digest of a table is the digest of its bytes`() async throws {
    _ = try await results(PsychDS.self)
    let resources = try #require(try fixture.json("set/datapackage.json")["resources"] as? [[String: Any]])
    for resource in resources {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
      process.arguments = [fixture.path("set/" + (resource["path"] as? String ?? ""))]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(resource["hash"] as? String == "sha256:" + said.prefix(64))
    }
  }

  @Test func `every description of simulated data says that they are simulated`() async throws {
    _ = try await results(PsychDS.self)
    for file in ["datapackage.json", "dataset_description.json"] {
      let words = try #require(try fixture.json("set/" + file)["description"] as? String)
      #expect(words.hasPrefix("Simulated data: no person listened. 18 runs of 2 strategies with 2 simulated listeners"))
    }
    #expect(try fixture.json("set/datapackage.json")["simulated"] as? Bool == true)
    #expect(try fixture.text("set/README.md").contains("\nSimulated data: no person listened."))
    // Text of others is no markup there.
    #expect(try fixture.text("set/README.md").contains("Which \\*one\\* \\<script\\>alert(1)\\</script\\>"))
  }

  @Test func `the sidecar is an experiment file with the same digest and the origin of the data`() async throws {
    _ = try await results(PsychDS.self)
    let stored = try ResultsFile.open(fixture.path("results.sqlite")).simulation()
    let sidecar = try Experiment.read(fixture.path("set/materials/experiment.json"))
    #expect(sidecar.plan.digest == stored.digest)
    #expect(sidecar.plan.name == "two-ears.v2" && sidecar.plan.replicates == 3)
    let provenance = try #require(try fixture.json("set/materials/experiment.json")["provenance"] as? [String: Any])
    #expect(provenance["digest"] as? String == stored.digest)
    #expect(provenance["version"] as? String == "0.1.0")
    #expect(provenance["build"] as? String == String(repeating: "b", count: 32))
    #expect(provenance["simulated"] as? Bool == true)
  }

  @Test func `the sidecar of a session has its device, and whose it is`() throws {
    _ = try listeners(PsychDS.self)
    let provenance = try #require(
      try fixture.json("set/materials/subject-P07_session-1.json")["provenance"] as? [String: Any])
    #expect(provenance["device"] as? String == "=hw:1,0")
    #expect(provenance["sample-rate-hz"] as? Int == 48_000)
    #expect(provenance["onset-latency-s"] as? Double == 0.01)
    #expect(provenance["simulated"] as? Bool == false)
    #expect(provenance["session-seed"] as? String == "000000000135ce1b")
  }

  // MARK: Checking

  @Test(arguments: [true, false])
  func `a table that is a pipe or a device is refused, and not waited for`(isPipe: Bool) async throws {
    _ = try await results(PsychDS.self)
    let runs = fixture.path("set/data/study-twoEarsV2_description-runs_data.csv")
    try FileManager.default.removeItem(atPath: runs)
    #expect((isPipe ? mkfifo(runs, 0o600) : symlink("/dev/zero", runs)) == 0)
    let error = #expect(throws: RecordsError.self) { try DataSetCheck(fixture.path("set")) }
    #expect(error?.description == "\(runs): cannot be read: it is not an ordinary file")
  }

  // MARK: Writing

  @Test func `a set that is cancelled leaves nothing`() async throws {
    let source = try DataSource.results(try await fixture.results(), kinds: .builtIn)
    #expect(throws: CancellationError.self) {
      try DataSet.write(
        source, to: fixture.path("set"), replacing: false, standard: PsychDS.self, isCancelled: { true })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).sorted() == ["results.sqlite"])
  }

  @Test func `the tables of a data set equal those of single exports`() async throws {
    _ = try await results(PsychDS.self)
    let table = try TrialsTable(ResultsFile.open(fixture.path("results.sqlite")))
    var text = CSV.header(table.columns)
    try table.forEachRow { text += CSV.line($0) }
    #expect(try fixture.text("set/data/study-twoEarsV2_description-trials_data.csv") == text)
  }
}
