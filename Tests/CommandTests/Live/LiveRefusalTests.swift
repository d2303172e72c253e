import Foundation
import PeachStorage
import Testing

/// What `peach live` does not do, with the whole message.
@Suite struct LiveRefusalTests {
  /// The kinds of listeners that answer, as the program lists them.
  private static let listeners: String = {
    let outcome = try? Workshop().peach("list", "listeners", "--format", "json")
    let rows = outcome.flatMap { try? JSONSerialization.jsonObject(with: Data($0.output.utf8)) as? [[String: Any]] }
    return (rows ?? []).compactMap { $0["name"] as? String }.filter { $0 != "tuner" }.joined(separator: ", ")
  }()

  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private static let usage = """
    Usage: peach live [<options>] [<comparison|matching|EXPERIMENT.yaml>]
      See 'peach live --help' for more information.

    """

  private func expect(
    _ status: Int32, _ error: String, _ arguments: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try live.workshop.run(["live"] + arguments, environment: live.environment)
    #expect(outcome == Workshop.Outcome(status: status, output: "", error: error), sourceLocation: location)
  }

  @Test(
    arguments: [
      (["comparison", "--fast"], "--fast: requires --responder"),
      (
        ["comparison", "--fast", "--responder", "gaussian jnd=5"],
        "--fast: training does not end by itself; add --trials N"
      ),
      (["short.yaml", "--trials", "0"], "--trials: expected a whole number ≥ 1, got 0"),
      (
        ["short.yaml", "--interval", "prime"],
        "--interval, --tuning: the experiment file states both; change the keys intervals and tuning of its task"
      ),
      (
        ["short.yaml", "--tuning", "meantone"],
        "--interval, --tuning: the experiment file states both; change the keys intervals and tuning of its task"
      ),
      (
        ["short.yaml", "--listener", "a b"],
        "--listener: expected a name, got 'a b'\n  hint: a name starts with a letter or digit and continues with letters, "
          + "digits, '+', '.', '_', '-'"
      ),
      (["comparison", "again"], "Unexpected argument 'again'"),
      (["comparison", "--sed", "3"], "Unknown option '--sed'. Did you mean '--seed'?"),
    ] as [([String], String)])
  func `a wrong command line shows the usage and creates nothing`(
    arguments: [String], message: String
  ) throws {
    try expect(64, "Error: \(message)\n\(Self.usage)", arguments)
    #expect(try live.workshop.files == ["asound.conf", "bin", "runtime", "short.yaml", "tmp"])
  }

  @Test(
    arguments: [
      (
        ["short.yaml", "--strategy", "kazes"], "--strategy: short.yaml has no strategy 'kazes'; did you mean 'kazez'?\n"
      ),
      (
        ["two.yaml"], "--strategy: two.yaml has several strategies; expected one of kazez, weighted\n"
      ),
      (
        ["comparison", "--strategy", "kazes"],
        "Error: --strategy: expected one of kazez, adaptive, got 'kazes'\n  hint: did you mean 'kazez'?\n\(Self.usage)"
      ),
    ] as [([String], String)])
  func `unknown names get a hint with the nearest name, and nothing is created`(
    arguments: [String], message: String
  ) throws {
    try live.workshop.write(
      "two.yaml", Experiments.comparison(strategies: [Experiments.kazez, Experiments.weighted]))
    try expect(64, message, arguments)
    #expect(try live.workshop.files == ["asound.conf", "bin", "runtime", "short.yaml", "tmp", "two.yaml"])
  }

  @Test(
    arguments: [
      (
        "gausian jnd=5",
        """
        --responder:1:1: responder.kind: expected one of \(listeners), got 'gausian'
          hint: did you mean 'gaussian'?

        """
      ),
      (
        "gaussian  jnd=x foo=3 lapse",
        """
        --responder:1:15: responder.jnd: expected a number (cents) > 0, got 'x'
        --responder:1:17: responder.foo: unknown key
          hint: keys here: kind, jnd, sigma, lapse, guess-side, bias
        --responder:1:28: responder.lapse: expected a number in [0, 1), got nothing

        """
      ),
      (
        "",
        "--responder:1:1: responder.kind: expected one of \(listeners), got nothing\n"
      ),
    ])
  func `an invalid simulated listener is reported with every problem and its place`(
    responder: String, message: String
  ) throws {
    try expect(64, message, ["short.yaml", "--fast", "--responder", responder])
    #expect(try live.database.listeners().isEmpty)
  }

  @Test func `a person and a simulated listener do not share an ID`() throws {
    #expect(try live.peach("live", "short.yaml", "--device", "quiet").status == 0)
    let hint = "  hint: choose another ID with --listener ID; Peach creates unknown listeners\n"
    try expect(
      64, "listener 'me' is a person: use another ID for a simulated responder\n" + hint,
      ["short.yaml", "--fast", "--responder", "gaussian jnd=5"])
    let simulated = ["short.yaml", "--fast", "--responder", "gaussian jnd=5", "--listener", "model", "--trials", "3"]
    #expect(try live.workshop.run(["live"] + simulated, environment: live.environment).status == 0)
    try expect(
      64, "listener 'model' is a simulated responder: use another ID for a person\n" + hint,
      ["short.yaml", "--listener", "model"])
    #expect(try live.sessions().count == 1)
    #expect(try live.sessions(of: "model").count == 1)
  }

  @Test func `a task without sound, and a file with a mistake, are 65; a file that is not there is 74`() throws {
    try live.workshop.write("level.yaml", Experiments.detection())
    try expect(
      65,
      "level.yaml: task.sounds: missing; a yes-no task without sounds can only be simulated\n  hint: describe its sounds, as "
        + "docs/how-to/composed-sounds.md does\n",
      ["level.yaml"])
    try live.workshop.write("wrong.yaml", LiveWorkshop.short.replacing("jnd: 5", with: "jnd: -5"))
    try expect(
      65,
      """
      wrong.yaml:5:39: listeners.keen.jnd: expected a number (cents) > 0, got '-5'
        5 |   - {name: keen, kind: gaussian, jnd: -5}
          |                                       ^

      """, ["wrong.yaml"])
    try expect(74, "comparisn: cannot be read: No such file or directory\n", ["comparisn"])
    #expect(
      try live.workshop.files == ["asound.conf", "bin", "level.yaml", "runtime", "short.yaml", "tmp", "wrong.yaml"])
  }
}
