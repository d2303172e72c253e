import ArgumentParser
import PeachExperiments
import PeachSupport

/// The leave to start what an experiment names, of commands that may have to.
struct ProcessOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-processes"),
    help: "Let the experiment start the programs that it names; peach check shows them.")
  var allowsProcesses = false

  /// Gives leave where it was given; refuses an experiment that needs it, or whose programs are not what they were.
  ///
  /// - Parameters:
  ///   - resolved: The experiment.
  ///   - name: What messages call what holds it, its folder with it.
  func admit(_ resolved: Value, of name: String) throws {
    if allowsProcesses { ProgramPermission.give() }
    let named = Program.all(in: resolved, of: name)
    guard !named.isEmpty else { return }
    func refuse(_ what: String, hint: String) throws -> Never {
      throw Failure(status: ExitStatus.wrongContent, message: "\(SafeText.line(name)): \(what)\n  hint: \(hint)")
    }
    for (path, program) in named {
      if let (message, hint) = program.problem { try refuse("\(path): \(message)", hint: hint) }
    }
    if !allowsProcesses {
      let shown = named.map { "\n  \($0.path): \(ProcessOptions.shown($0.program))" }.joined()
      try refuse(
        "the experiment starts programs, and Peach needs your permission:\(shown)",
        hint: "if you trust them, add --allow-processes")
    }
  }

  /// The same of a simulated listener on the command line; a line that cannot be read is refused where it is used.
  func admit(responder line: String?) throws {
    guard let line, let node = ResponderText.written(line) else { return }
    try admit(.mapping([Value.Field("responder", Value(of: node))]), of: "--responder")
  }

  /// The command as a shell takes it.
  static func shown(_ program: Program) -> String { program.command.map(SafeText.forShell).joined(separator: " ") }

  /// Each with the files it names, as `peach check` shows them; empty where there are none.
  static func text(of resolved: Value, in name: String) -> String {
    let named = Program.all(in: resolved, of: name)
    guard !named.isEmpty else { return "" }
    let lines = named.map { path, program in
      "  \(path): \(shown(program))\n"
        + program.scripts.map { "    \(SafeText.line($0.word)): SHA-256 \(SafeText.line($0.sha256))\n" }.joined()
        + (program.problem.map { "    \($0.message)\n" } ?? "")
    }
    return "programs that run only with --allow-processes:\n" + lines.joined()
  }
}
