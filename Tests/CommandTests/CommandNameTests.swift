import Testing

/// Names on the command line that are none, and what is meant.
@Suite struct CommandNameTests {
  private static let commands =
    "new, simulate, merge, status, reproduce, check, plan, trace, render, live, serve, study, calibrate, audit, fit, report, cite, verify, export, import, dprime, profile, settings, listener, backup, restore, list"
  private static let root = "Usage: peach <subcommand>\n  See 'peach --help' for more information.\n"
  private static let listener =
    "Usage: peach listener <subcommand>\n  See 'peach listener --help' for more information.\n"

  @Test(
    arguments: [
      (["simulat"], "there is no command 'simulat'; did you mean 'simulate'?\n" + root),
      (["simulat", "x.yaml", "--jobs", "2"], "there is no command 'simulat'; did you mean 'simulate'?\n" + root),
      (["help", "nosuch"], "there is no command 'nosuch'; commands: \(commands)\n" + root),
      (["help", "chek"], "there is no command 'chek'; did you mean 'check'?\n" + root),
      (["help", "listener", "lst"], "there is no command 'lst'; did you mean 'list'?\n" + listener),
      (
        ["help", "listener", "remove"],
        "there is no command 'remove'; commands: show, list, add, describe, exclude, include, skip, restart, reset, "
          + "delete\n" + listener
      ),
      (["\u{1b}[2J"], "there is no command '\\u{1b}[2J'; commands: \(commands)\n" + root),
    ])
  func `a command that does not exist is refused`(arguments: [String], message: String) throws {
    let outcome = try Workshop().run(arguments)
    #expect(outcome == Workshop.Outcome(status: 64, output: "", error: "Error: " + message))
  }

  @Test func `a command name in the place of a listener gets a hint`() throws {
    let workshop = try Workshop()
    func run(_ words: String...) throws -> Workshop.Outcome {
      try workshop.run(words, environment: ["PEACH_HOME": workshop.path("home")])
    }
    #expect(
      try run("listener", "lst")
        == Workshop.Outcome(
          status: 64, output: "", error: "no listener 'lst'\n  hint: did you mean peach listener list?\n"))
    #expect(try run("listener", "P07").error == "no listener 'P07'\n  hint: no listener has any records yet\n")
    #expect(try run("listener").output == run("listener", "--help").output)
  }

  @Test(
    arguments: [
      (
        ["list", "strategies", "kazes"],
        """
        no strategies named 'kazes'; did you mean 'kazez'?
        Usage: peach list [<kind>] [<name>] [--format <format>] [--wide]
          See 'peach list --help' for more information.
        """
      ),
      (
        ["list", "strategies", "2-down-1-up"],
        """
        no strategies named '2-down-1-up'; write kind: transformed-up-down, down: 2, up: 1
        Usage: peach list [<kind>] [<name>] [--format <format>] [--wide]
          See 'peach list --help' for more information.
        """
      ),
      (
        ["trace", "experiment.yaml", "--strategy", "two-dwn", "--responses", "1"],
        """
        --strategy: experiment.yaml has no strategy 'two-dwn'; did you mean 'two-down'?
        Usage: peach trace [<experiment>] [--strategy <NAME>] [--responses <1101…|hlhh…|FILE.csv>] [--listener <ID>] \
        [--session <N>] [--format <format>] [--allow-processes] [--wide]
          See 'peach trace --help' for more information.
        """
      ),
    ])
  func `a wrong name is reported with the usage of its command`(arguments: [String], message: String) throws {
    let outcome = try Workshop(Experiments.comparison()).run(arguments)
    #expect(outcome == Workshop.Outcome(status: 64, output: "", error: "Error: " + message + "\n"))
  }

  @Test(
    arguments: [
      ("2afc", "; write mafc"), ("3afc", "; write mafc --alternatives 3"), ("4-AFC", "; write mafc --alternatives 4"),
      ("yesno", "; write yes-no"), ("odity", "; did you mean 'oddity'?"), ("plomp", ""),
    ])
  func `a task of d′ under another name gets a hint`(task: String, hint: String) throws {
    let outcome = try Workshop().peach("dprime", task, "--correct", "0.8")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(
      outcome.error.split(separator: "\n").first ?? ""
        == "Error: The value '\(task)' is invalid for '<task>': expected one of yes-no, mafc, same-different, abx, "
        + "oddity\(hint)")
  }
}
