import ArgumentParser
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the records of all listeners from a copy.",
    discussion: """
      The copy replaces the records of all listeners. If these have trials or other records that the copy lacks, Peach lists \
      them and changes nothing. With --force it restores the copy and keeps the old file in the same folder. Sessions must \
      have ended.

      Examples:
        peach restore records.sqlite
        peach restore /media/usb/records.sqlite --force
      """)

  @Argument(
    help: ArgumentHelp("A file that peach backup wrote.", valueName: "FILE.sqlite"),
    completion: .file(extensions: ["sqlite"]))
  var file: String

  @Flag(help: "Restore even if the copy lacks some records; Peach keeps the old file.")
  var force = false

  func validate() throws { try OutputFile.check(file, of: "FILE") }

  func run() throws {
    let stamp = Timestamp.now().filter { $0.isNumber || $0 == "T" }
    let (path, result) = try ListenerDatabase.restore(file, force: force, stamp: stamp)
    guard result.isDone else { throw RestoreCommand.refusal(result, path, file) }
    if let kept = result.keptAt {
      Standard.error("\(SafeText.line(path)): the old file is kept as \(SafeText.line(kept))\n")
    }
    Standard.output("\(SafeText.line(path)): restored \(result.contents.text)\n")
  }

  /// The longest list of listeners in a message.
  private static let mostListeners = 20

  private static func refusal(_ result: Restoration, _ path: String, _ file: String) -> Failure {
    let again = "peach restore \(SafeText.forShell(file)) --force"
    if let damage = result.damage {
      return Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(path)): \(damage.reason)\n  hint: \(again) restores the copy and keeps this file")
    }
    var lines: [String] = []
    var losses = result.losses
    for listener in result.lostListeners where !losses.contains(where: { $0.listener == listener }) {
      lines.append("  \(listener): the listener, without sessions")
    }
    while let listener = losses.first?.listener {
      let own = losses.filter { $0.listener == listener }
      losses.removeFirst(own.count)
      let sessions = own.map { loss in
        let lost = loss.trials == 0 ? "end, note or experiment" : TextTable.counted(loss.trials, "trial")
        return "session \(loss.session) (\(lost))"
      }
      lines.append("  \(SafeText.cut(listener)): \(sessions.joined(separator: ", "))")
    }
    lines.sort()
    if lines.count > mostListeners {
      lines = lines.prefix(mostListeners) + ["  and \(lines.count - mostListeners) more listeners"]
    }
    let others = result.lostRecords.sorted { $0.key < $1.key }.map { table, count in
      "\(table.replacing("_", with: " ")) (\(count))"
    }
    if !others.isEmpty { lines.append("  other records: \(others.joined(separator: ", "))") }
    return Failure(
      status: ExitStatus.commandLine,
      message: "\(SafeText.line(path)): has records that \(SafeText.line(file)) lacks; Peach changed nothing\n"
        + lines.joined(separator: "\n")
        + "\n  hint: \(again) restores the copy and keeps the old file in the same folder")
  }
}
