import Foundation
import Testing

/// What lies in `notebooks-export` is what the program makes. `PEACH_RECORD=1` writes it there.
@Suite struct NotebooksExportTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "notebooks-export")

  private let workshop: Workshop

  init() throws {
    workshop = try Workshop()
    for name in ["strategy-comparison", "threshold-groups", "live-listener"] {
      try workshop.write(
        "\(name).yaml", try String(contentsOf: Self.top.appending(path: "\(name).yaml"), encoding: .utf8))
    }
  }

  private func peach(_ arguments: String...) throws {
    let outcome = try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  /// The files in a folder, deep ones too, with the build's identity left out of them.
  private func contents(_ folder: URL) throws -> [String: String] {
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var found: [String: String] = [:]
    for case let name as String in names where !name.hasPrefix(".ipynb_checkpoints") {
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      found[name] = String(decoding: data, as: UTF8.self)
        .replacing(/"build": "[0-9a-f]{32}"/, with: "\"build\": \"\(Self.anyBuild)\"")
        .replacing(/,0\.1\.0,[0-9a-f]{32},/, with: ",0.1.0,\(Self.anyBuild),")
        // The digest of the table of sessions, which has the build.
        .replacing(/("path": "data\/\S+_description-sessions_data\.csv"[\s\S]*?"hash": "sha256:)[0-9a-f]{64}/) {
          "\($0.output.1)0"
        }
    }
    return found
  }

  private static let anyBuild = String(repeating: "0", count: 32)

  private func check(_ name: String) throws {
    let made = try contents(workshop.directory.appending(path: name))
    let folder = Self.top.appending(path: name)
    if ProcessInfo.processInfo.environment["PEACH_RECORD"] != nil {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.copyItem(at: workshop.directory.appending(path: name), to: folder)
    }
    let kept = try contents(folder)
    #expect(made.keys.sorted() == kept.keys.sorted())
    for (file, text) in made { #expect(kept[file] == text, "\(name)/\(file)") }
  }

  @Test(arguments: ["strategy-comparison", "threshold-groups"])
  func `the recorded notebook of a simulation equals the program's output`(name: String) throws {
    try peach("simulate", "\(name).yaml")
    try peach("export", "\(name).sqlite", "--notebook", name)
    try check(name)
  }

  @Test func `the recorded notebook of a listener equals the program's output`() throws {
    for strategy in ["kazez", "2-down-1-up", "kazez"] {
      try peach(
        "live", "live-listener.yaml", "--listener", "P07", "--strategy", strategy, "--fast", "--responder",
        "gaussian jnd=12 lapse=0.02")
    }
    try peach("export", "--listener", "P07", "--notebook", "live-listener")
    try check("live-listener")
  }

  @Test func `the recorded notebook of a population fit equals the program's output`() throws {
    let data = Self.top.deletingLastPathComponent().appending(path: "experiments/data/vibration.csv")
    try workshop.write("vibration.csv", try String(contentsOf: data, encoding: .utf8))
    try peach(
      "fit", "vibration.csv", "--population", "participant", "--within", "condition", "--guess", "0", "--notebook",
      "vibration")
    try check("vibration")
  }

  /// The template of `peach new lab` has practice; a block can be excluded.
  @Test func `a notebook has the trials that peach fits: no practice, no excluded block, no catch or comfort trial`()
    throws
  {
    try peach("new", "lab", "-o", "lab.yaml")
    let responder = ["--responder", "gaussian jnd=12", "--fast"]
    #expect(
      try workshop.run(
        ["live", "lab.yaml", "--listener", "P07"] + responder, environment: ["PEACH_HOME": workshop.path("home")]
      )
      .status == 0)
    try workshop.write(
      "catch.yaml",
      """
      name: with-catch
      seed: 3
      task: {kind: comparison, intervals: [prime], notes: [C3, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: 12}]
      strategies:
        - {name: s, kind: transformed-up-down, start: 50, down: 2, step: {factor: 2}, catch: {every: 5, level: 100}, comfort: {after-errors: 1, level: 100}}
      stop: {trials: 40}
      replicates: 1

      """)
    #expect(
      try workshop.run(
        ["live", "catch.yaml", "--listener", "P07"] + responder, environment: ["PEACH_HOME": workshop.path("home")]
      )
      .status == 0)
    try peach("listener", "exclude", "P07", "--session", "3", "--note", "noise")
    try peach("export", "--listener", "P07", "--notebook", "set")
    func rows(_ name: String) throws -> [[String: String]] {
      let lines = try workshop.text(name).split(separator: "\n").map { $0.components(separatedBy: ",") }
      return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
    }
    let trials = try rows("set/data/subject-P07_description-trials_data.csv")
    // The conditions of the notebook's module.
    let selected = trials.filter { row in
      row["trial_kind"] == "test" && row["excluded"] == "" && ["higher", "lower"].contains(row["answer"])
    }
    let fits = try rows("set/data/subject-P07_description-fits_data.csv")
    #expect(fits.map { $0["trials"] } == [String(selected.count)])
    #expect(Set(trials.map { $0["excluded"] }) == ["", "practice", "noise"])
    #expect(Set(trials.map { $0["trial_kind"] }) == ["test", "catch", "comfort"])
    let module = try workshop.text("set/peach_notebook.py")
    #expect(module.contains(#"own = own[own["excluded"] == ""]"#))
    #expect(module.contains(#"(trials["trial_kind"] == "test")"#))
    let fit = try workshop.run(
      ["fit", "--listener", "P07", "--reading", "direction", "--format", "csv"],
      environment: ["PEACH_HOME": workshop.path("home")])
    let place = try #require(fit.lines[0].components(separatedBy: ",").firstIndex(of: "trials"))
    #expect(fit.lines[1].components(separatedBy: ",")[place] == String(selected.count))
  }
}
