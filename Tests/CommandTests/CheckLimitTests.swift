import Foundation
import Testing

/// Small files that ask for much work: a check of them ends, and shows on a terminal how far it is.
@Suite struct CheckLimitTests {
  private static func file(
    task: String = "{kind: comparison}", listener: String = "{name: ear, kind: gaussian, jnd: 5}",
    strategy: String = "{name: k, kind: kazez, limits: [0.1, 50]}", stop: String = "{trials: 20}"
  ) -> String {
    """
    name: heavy
    seed: 1
    task: \(task)
    listeners: [\(listener)]
    strategies: [\(strategy)]
    stop: \(stop)
    replicates: 1

    """
  }

  /// Many cells.
  private static let cells = file(
    listener: "{name: ear, kind: gaussian, jnd: {vary: {from: 1, to: 50, count: 300}}, "
      + "lapse: {vary: {from: 0, to: 0.1, count: 300}}}")
  /// Many notes and intervals for each cell.
  private static let notes = file(
    task: "{kind: comparison, notes: [0, 127], intervals: [prime, tritone-up, octave-up, octave-down, tritone-down]}",
    listener: "{name: ear, kind: interval-listener, of: {kind: frequency-law, law: nelson-1983, "
      + "scale: {vary: {from: 1, to: 5, count: 4000}}}}")
  /// A large grid, and many stops to hold against it.
  private static let stops = file(
    task: "{kind: forced-choice, unit: dB}", listener: "{name: ear, kind: psychometric, threshold: 10, slope: 1}",
    strategy: "{name: k, kind: psi, threshold: {from: 1, to: 50, count: 1000}, slope: {from: 1, to: 50, count: 1000}, "
      + "levels: 3}",
    stop: "{width: {vary: {from: 0.001, to: 1, count: 10000}}}")
  /// Listeners made of listeners, doubled by each alias.
  private static let aliases =
    "name: heavy\nseed: 1\ntask: {kind: comparison}\nlisteners:\n  - name: ear\n    kind: mixture\n    of:\n"
    + "      - &a0 {weight: 1, kind: gaussian, jnd: 5}\n"
    + (1...11).map { "      - &a\($0) {weight: 1, kind: mixture, of: [*a\($0 - 1), *a\($0 - 1)]}\n" }.joined()
    + "strategies: [{name: k, kind: kazez, limits: [0.1, 50]}]\nstop: {trials: 20}\nreplicates: 1\n"

  @Test(arguments: [cells, notes, stops, aliases]) func `a check of a small file ends in time`(text: String) throws {
    #expect(text.utf8.count < 1024)
    let workshop = try Workshop(text)
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try workshop.peach("check", "experiment.yaml", "--time-limit", "1")
    // Without a limit each takes minutes here.
    #expect(clock.now - start < .seconds(20))
    if outcome.status == 65 {
      #expect(
        outcome.error == """
          experiment.yaml: expected a file that Peach can read within 1 s
            hint: vary fewer values, make grids coarser, or allow more time: peach check experiment.yaml --time-limit 10

          """)
    } else {
      #expect(outcome.status == 0)
      // The aliases are read within the time where the machine is fast.
      #expect(
        (text == Self.aliases && outcome.error.isEmpty)
          || outcome.error.contains(": within 1 s, Peach found the true thresholds of only the first ")
            && outcome.error.hasSuffix(
              " combinations of strategy, listener and varied values\n  hint: vary fewer values, or allow more time: peach check experiment.yaml --time-limit 10\n"
            ),
        "\(outcome.error)")
    }
  }

  @Test func `a check without time for a simulated truth has the rest`() throws {
    let workshop = try Workshop(
      """
      name: slow
      seed: 1
      task: {kind: forced-choice, unit: dB, sounds: {standard: {tone: 1000, duration: 0.1}, target: {level: +x}}}
      listeners: [{name: ear, kind: energy, noise: 2, truth: {from: -1, to: 9, trials: 10000000}}]
      strategies: [{name: s, kind: transformed-up-down, start: 6, down: 2, step: {linear: 1}}]
      stop: {trials: 60}
      replicates: 1
      """)
    let outcome = try workshop.peach("check", "experiment.yaml", "--time-limit", "1")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.contains { $0.contains(/^s +ear +converges on 70.71 % +own +70.71 % +not found yet/) }, "\(outcome)"
    )
    #expect(
      outcome.error.contains(
        "within 1 s, Peach found the true thresholds of only the first 0 of 1 combinations of strategy and listener\n"
          + "  hint: allow more time: "))
  }

  @Test func `a terminal shows how far a check is`() throws {
    let workshop = try Workshop(Self.notes.replacing("count: 4000", with: "count: 6000"))
    let terminal = try PseudoTerminal()
    let running = try workshop.startShell("$peach check experiment.yaml --time-limit 60 2> \(terminal.path)")
    let end = ContinuousClock.now + .seconds(120)
    while running.isRunning, ContinuousClock.now < end { terminal.read() }
    #expect(running.finish().status == 0)
    #expect(
      terminal.written.contains(/\r\u{1b}\[K(reading experiment\.yaml|[0-9 ]+ of 6.?000 cells): 1 s of at most 60 s/))
  }

  @Test func `a check that ends soon shows nothing`() throws {
    let limits = "limits: [0.1, 1200], start: 100"
    let workshop = try Workshop(Experiments.comparison().replacing("start: 100", with: limits))
    let terminal = try PseudoTerminal()
    let running = try workshop.startShell("$peach check experiment.yaml --time-limit 60 2> \(terminal.path)")
    while running.isRunning { terminal.read() }
    #expect(running.finish().status == 0)
    // A second may pass on a busy machine.
    if !terminal.written.isEmpty { #expect(terminal.written.contains("s of at most 60 s")) }
  }

  @Test(arguments: ["0", "-1", "1e7", "soon"]) func `a limit is a number of seconds`(limit: String) throws {
    let workshop = try Workshop(Experiments.comparison())
    #expect(try workshop.peach("check", "experiment.yaml", "--time-limit=\(limit)").status == 64)
  }

  @Test func `many warnings are cut off`() throws {
    let workshop = try Workshop(
      Self.file(
        task: "{kind: forced-choice, unit: dB}", listener: "{name: ear, kind: psychometric, threshold: 10, slope: 1}",
        strategy: "{name: k, kind: psi, threshold: [5, 10, 20], slope: 1}",
        stop: "{width: {vary: {from: 0.001, to: 0.1, count: 50}}}"))
    let outcome = try workshop.peach("check", "experiment.yaml", "--time-limit", "60")
    #expect(outcome.status == 0)
    #expect(outcome.error.split(separator: "\n").filter { $0.hasPrefix("warning: ") }.count == 21)
    #expect(outcome.error.hasSuffix("\nwarning: and 30 more\n"), "\(outcome.error)")
  }
}
