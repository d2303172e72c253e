import ArgumentParser
import Foundation
import PeachSupport

/// Writes the manual pages, for `make install`. It is not listed: whoever uses Peach reads them with man.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages of all commands.", shouldDisplay: false)

  @Argument(help: "The folder for the pages.", completion: .directory)
  var folder: String

  func run() throws {
    for page in try ManualPage.all() {
      let path = URL(fileURLWithPath: folder).appending(path: page.name)
      do {
        try Data(page.text.utf8).write(to: path)
      } catch {
        throw Failure(
          status: ExitStatus.inaccessible,
          message: "\(SafeText.line(path.path)): cannot be written: \(error.localizedDescription)")
      }
    }
  }
}
