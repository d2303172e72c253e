import ArgumentParser
import Foundation
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachSupport
import PeachTrials

/// Keeps the finished parts of a long command, so that the same command goes on after an interruption.
struct ResumableWork {
  let file: WorkingFile
  /// The product of the command, such as "plan".
  private let name: String

  /// Opens what an interrupted command made, and says that it goes on.
  ///
  /// - Parameters:
  ///   - key: Everything that decides the results but the build.
  ///   - isFresh: Whether it starts over.
  init(of name: String, key: String, isFresh: Bool) throws {
    self.name = name
    var hash = SipHash(key: SipHash.Words(0, 0))
    hash.add([name, BuildInfo.version, try BuildInfo.build(), key].joined(separator: "\n"))
    let folder = WorkingFile.folder(environment: ProcessInfo.processInfo.environment) ?? NSTemporaryDirectory()
    file = WorkingFile(key: hash.finish().hex, in: folder, isFresh: isFresh)
    if file.found > 0 { Standard.error("continuing an interrupted \(name); --fresh starts over\n") }
    // Work that does not see the request in time is ended with what is finished.
    Interruption.endSoon(saying: message(isKept: true)) { [file] in file.flush() }
  }

  /// Writes what is finished and says how to continue.
  func interrupted() -> ExitCode {
    Interruption.workEnds()
    Standard.error(message(isKept: file.flush()))
    return ExitCode(Interruption.status)
  }

  private func message(isKept: Bool) -> String {
    isKept
      ? "interrupted; finished work is kept. To continue:\n  \(Interruption.command(without: "--fresh"))\n"
      : "interrupted; Peach could not save the finished work in \(SafeText.line(file.path)), so the "
        + "same command repeats it\n"
  }
}
