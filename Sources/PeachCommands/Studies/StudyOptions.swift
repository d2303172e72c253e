import ArgumentParser
import PeachStorage
import PeachSupport

/// Options that select live sessions by study and block.
struct StudyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use only sessions of this study; without --listener, those of all its listeners.", valueName: "NAME"))
  var study: String?

  @Option(help: ArgumentHelp("Use only sessions of this block of a study.", valueName: "NAME"))
  var block: String?

  /// Whether an option selects anything.
  var isGiven: Bool { study != nil || block != nil }

  /// The selection in words: "study my-study, block fifth".
  var shown: String {
    [study.map { "study \($0)" }, block.map { "block \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  var includes: @Sendable (SessionRecord) -> Bool {
    let (study, block) = (study, block)
    return { session in
      (study == nil || session.name == study && session.block != nil) && (block == nil || session.block == block)
    }
  }

  /// The listeners with a selected session.
  ///
  /// - Parameter listeners: Those that were asked for; empty for all.
  /// - Throws: `Failure` if there is no such session, or `RecordsError`.
  func listeners(among listeners: [String], in live: LiveDatabase) throws -> [String] {
    let all = try listeners.isEmpty ? live.listeners().map(\.id) : listeners
    var (found, studies, blocks): ([String], [String], [String]) = ([], [], [])
    for id in all where !found.contains(id) {
      let sessions = try live.sessions(of: id)
      if sessions.contains(where: includes) { found.append(id) }
      for session in sessions {
        guard let block = session.block else { continue }
        if !studies.contains(session.name) { studies.append(session.name) }
        if study == nil || session.name == study, !blocks.contains(block) { blocks.append(block) }
      }
    }
    if !found.isEmpty { return found }
    let isStudyUnknown = study.map { !studies.contains($0) } ?? false
    let (option, value, known) =
      isStudyUnknown ? ("--study", study ?? "", studies) : ("--block", block ?? "", blocks)
    throw Failure(
      status: ExitStatus.commandLine,
      message: "\(option): no session belongs to \(SafeText.quoted(value)); "
        + (known.isEmpty
          ? "no listener has begun a study" : "expected \(known.map(SafeText.cut).joined(separator: ", "))"))
  }
}
