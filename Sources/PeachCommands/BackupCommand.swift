import ArgumentParser
import PeachReporting
import PeachStorage
import PeachSupport

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the records of all listeners, even during sessions.",
    discussion: """
      The copy is one file. It holds every trial that was stored before the command began, those of a running session included. Peach \
      checks the copy before the file gets its name. peach restore puts it back. A study makes copies after each block \
      if its file has backup in section lab. Do not copy the database with cp: a copy without its journal lacks trials.

      Examples:
        peach backup records.sqlite
        peach backup /media/usb/records.sqlite --force
      """)

  @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE.sqlite"))
  var file: String

  @Flag(help: "Replace an earlier copy.")
  var force = false

  func validate() throws { try OutputFile.check(file, of: "FILE") }

  func run() throws {
    guard let live = try ListenerDatabase.existing() else {
      throw Failure(status: ExitStatus.commandLine, message: "no listener has any records yet")
    }
    _ = try OutputFile.status(file)
    let contents = try live.backUp(to: file, replacing: force)
    Standard.output("\(SafeText.line(file)): \(contents.text)\n")
  }
}

extension BackupContents {
  /// The numbers in words.
  var text: String {
    let counts = [
      TextTable.counted(listeners, "listener"), TextTable.counted(sessions, "session"),
      TextTable.counted(trials, "trial"), answers == 0 ? nil : TextTable.counted(answers, "answer"),
    ].compactMap(\.self)
    return counts.joined(separator: ", ") + (lastTrialAt.map { "; the last trial in it was answered at \($0)" } ?? "")
  }
}
