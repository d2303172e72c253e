import Testing

/// Commands that messages print: each works as printed.
@Suite struct CommandHintTests {
  private static let matching = """
    name: tuning
    seed: 7
    task: {kind: matching, notes: [C4, C5]}
    listeners: [{name: ear, kind: tuner, constant: 4, spread: 8}]
    stop: {trials: 12}
    replicates: 2
    keep-trials: 2

    """

  /// A workshop with both kinds of results, under names that a shell must have in quotes.
  private func workshop() throws -> Workshop {
    let workshop = try Workshop(Experiments.comparison(), as: "my study.yaml")
    try workshop.write("my tuning.yaml", Self.matching)
    #expect(try workshop.peach("simulate", "my study.yaml", "-o", "it's here.sqlite", "--replicates", "2").status == 0)
    #expect(try workshop.peach("simulate", "my tuning.yaml", "-o", "my tuning.sqlite").status == 0)
    return workshop
  }

  /// The commands of a text: from `peach` to the words that say what they are for.
  private func commands(in text: String) -> [String] {
    text.matches(of: /peach [a-z]+(?: [^;\n]*?)?(?= shows| writes| has | runs it| runs them| write |;|\n|  |$)/).map {
      String($0.output)
    }
  }

  private func check(_ arguments: [String], status: Int32, _ expected: [String], in workshop: Workshop) throws {
    let environment = ["PEACH_HOME": workshop.path("home")]
    let outcome = try workshop.run(arguments, environment: environment)
    #expect(outcome.status == status, "\(arguments): \(outcome.error)")
    let found = commands(in: outcome.error)
    #expect(found == expected, "\(arguments): \(outcome.error)")
    for command in found {
      // The template asks for more runs than a test has time for.
      let option = command == "peach simulate 'my new.yaml'" ? " --replicates 1" : ""
      let run = try workshop.shell(
        command.replacing("peach ", with: "$peach ", maxReplacements: 1) + option, environment: environment)
      #expect(run.status == 0, "\(command): \(run.error)")
    }
  }

  @Test func `commands that messages about results print work as printed`() throws {
    let workshop = try workshop()
    let cases: [([String], Int32, [String])] = [
      (["report", "my tuning.sqlite"], 65, ["peach export 'my tuning.sqlite' --table summary"]),
      (["fit", "my tuning.sqlite"], 65, ["peach export 'my tuning.sqlite' --table runs"]),
      (["export", "my tuning.sqlite", "--table", "trials"], 65, ["peach export 'my tuning.sqlite' --table matching"]),
      (
        ["export", "it's here.sqlite", "--table", "matching"], 65,
        ["peach export 'it'\\''s here.sqlite' --table trials"]
      ),
      (["reproduce", "my study.yaml"], 65, ["peach simulate 'my study.yaml'", "peach list experiment"]),
      (
        ["trace", "my tuning.yaml", "--responses", "101"], 65,
        ["peach simulate 'my tuning.yaml'", "peach export tuning.sqlite --table matching"]
      ),
    ]
    for (arguments, status, expected) in cases { try check(arguments, status: status, expected, in: workshop) }
  }

  @Test func `commands that messages about experiment files print work as printed`() throws {
    let workshop = try Workshop()
    let psi = "  - {name: psi, kind: psi, threshold: {from: 40, to: 80, count: 5}, slope: [0.1, 0.2]}"
    try workshop.write("far away.yaml", Experiments.comparison(strategies: [psi], replicates: 2))
    try workshop.write("profile.yaml", Experiments.comparison() + "profile: nobody\n")
    try workshop.write(
      "twin.yaml", Experiments.comparison(listeners: ["  - {name: twin, kind: twin, of: nobody}"]))
    let cases: [([String], Int32, [String])] = [
      (["simulate", "far away.yaml"], 0, ["peach check 'far away.yaml'"]),
      (["check", "profile.yaml"], 65, ["peach listener list"]),
      (["check", "twin.yaml"], 65, ["peach listener list"]),
      (
        ["new", "comparison", "--output", "my new.yaml"], 0,
        ["peach check 'my new.yaml'", "peach simulate 'my new.yaml'"]
      ),
    ]
    for (arguments, status, expected) in cases { try check(arguments, status: status, expected, in: workshop) }
  }

  @Test func `every command that reads a file has the same messages`() throws {
    let workshop = try Workshop(Experiments.comparison().replacing("lapse: 0.02", with: "lapse: 5%"))
    let message = """
      experiment.yaml:6:50: listeners.dull.lapse: expected a number in [0, 1), got '5%'
        6 |   - {name: dull, kind: gaussian, jnd: 20, lapse: 5%, bias: 3}
          |                                                  ^
        hint: write lapse: 0.05

      """
    for arguments in [
      ["check"], ["simulate"], ["plan", "--precision", "10%"], ["trace", "--strategy", "kazez", "--responses", "1"],
      ["live", "--listener", "P01", "--fast", "--responder", "gaussian jnd=5"],
      ["calibrate", "listener", "--listener", "P01", "--experiment"],
    ] {
      var words = arguments
      if words.last == "--experiment" {
        words.append("experiment.yaml")
      } else {
        words.insert("experiment.yaml", at: 1)
      }
      let outcome = try workshop.run(words, environment: ["PEACH_HOME": workshop.path("home")])
      #expect(outcome.status == 65 && outcome.error == message, "\(arguments): \(outcome.error)")
    }
  }

  @Test func `a tab is mended by the command that the message prints`() throws {
    let workshop = try Workshop(
      Experiments.comparison().replacing("replicates: 12", with: "provenance:\n\tby: hand\nreplicates: 12"),
      as: "my tabs.yaml")
    let outcome = try workshop.peach("check", "my tabs.yaml")
    #expect(outcome.status == 65)
    #expect(
      outcome.error.contains(
        "\n  hint: indent with spaces; expand -t 2 'my tabs.yaml' prints the file with spaces for tabs\n"))
    #expect(try workshop.shell("expand -t 2 'my tabs.yaml' > spaces.yaml; $peach check spaces.yaml").status == 0)
  }

  @Test func `warnings are shown before a session begins`() throws {
    let psi = "  - {name: psi, kind: psi, threshold: {from: 1, to: 80, count: 5}, slope: [0.1, 0.2], guess: 0.3}"
    let workshop = try Workshop(Experiments.comparison(strategies: [psi], trials: 2))
    let warning =
      "a guess rate of 0.3 biases thresholds; expected the rate of 2 alternatives, 0.5; what to do: peach check "
    for arguments in [
      ["trace", "experiment.yaml", "--strategy", "psi", "--responses", "11"],
      ["live", "experiment.yaml", "--listener", "P01", "--fast", "--responder", "gaussian jnd=5"],
    ] {
      let outcome = try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.error.contains(warning), "\(outcome.error)")
    }
  }
}
