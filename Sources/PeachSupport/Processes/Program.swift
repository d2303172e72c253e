import Synchronization

/// A program of the user's that answers for a strategy or a listener, as an experiment file names it.
///
/// A word of its command that names a file next to the experiment is that file, wherever we are run. Each file that it names,
/// there, where we are run, or by a path from /, is known by its SHA-256: one that has changed is not started. It is run
/// where we are, with our environment and `LC_ALL=C`.
package struct Program: Hashable, Sendable {
  /// A file that the command names, and what it was when the experiment was first read.
  package struct Script: Hashable, Sendable {
    package var word: String
    package var sha256: String
  }

  /// The program and its arguments, as in the file.
  package let command: [String]
  package let scripts: [Script]
  /// The folder of the experiment file, with a slash at the end; empty for the current folder.
  private let folder: String
  /// Seconds that an answer may take.
  let timeout: Double
  /// How many tracks it serves at a time.
  let tracks: Int

  /// - Parameter stated: Known checksums of its files; the checksums of other existing files are computed now.
  package init(command: [String], stated: [Script], folder: String, timeout: Double, tracks: Int = 1) {
    self.command = command
    self.folder = folder
    self.timeout = timeout
    self.tracks = tracks
    var scripts: [Script] = []
    for (index, word) in command.enumerated() where !scripts.contains(where: { $0.word == word }) {
      if let known = stated.first(where: { $0.word == word }) {
        scripts.append(known)
      } else if Program.canBeFile(word, at: index), let path = Program.places(of: word, beside: folder).first,
        let sha256 = SHA256.of(file: path)
      {
        scripts.append(Script(word: word, sha256: sha256))
      }
    }
    self.scripts = scripts
  }

  /// The name in messages: the script, if there is one.
  var shown: String { SafeText.cut(scripts.last?.word ?? command.first ?? "") }

  /// The first word is looked for on PATH unless it has a slash, as a shell does it.
  private static func canBeFile(_ word: String, at index: Int) -> Bool {
    !word.isEmpty && !word.hasPrefix("-") && (index > 0 || word.contains("/"))
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The files that a word names: next to the experiment, then where Peach runs.
  private static func places(of word: String, beside folder: String) -> [String] {
    (word.hasPrefix("/") ? [word] : [folder + word, word]).filter(isFile)
  }

  /// The path of a script, preferably of one with an unchanged checksum.
  private func path(of script: Script) -> String? {
    let places = Program.places(of: script.word, beside: folder)
    return places.first { SHA256.of(file: $0) == script.sha256 } ?? places.first
  }

  /// Why it cannot be started, with a hint; `nil` if nothing speaks against it.
  package var problem: (message: String, hint: String)? {
    for script in scripts {
      guard let path = path(of: script) else {
        let hasPlace = script.word.hasPrefix("/")
        return (
          hasPlace
            ? "\(SafeText.line(script.word)) does not exist"
            : "\(SafeText.cut(script.word)) is not in the folder of the experiment, and not in this folder",
          hasPlace ? "restore the file" : "run the command in the folder of the file"
        )
      }
      let now = SHA256.of(file: path)
      guard now == script.sha256 else {
        let (new, old) = ((now ?? "unknown").prefix(12), SafeText.cut(script.sha256).prefix(12))
        return (
          "\(SafeText.line(path)) has changed: its SHA-256 checksum was \(old)… and is now \(new)…",
          "restore the file, or simulate again"
        )
      }
    }
    return nil
  }

  /// The command with its files where they are.
  ///
  /// - Throws: Without leave, and where a file has changed.
  func wordsToStart() throws(ProgramFault) -> [String] {
    guard ProgramPermission.isGiven else {
      throw ProgramFault(reason: "\(shown) runs only with --allow-processes")
    }
    if let problem { throw ProgramFault(reason: problem.message) }
    return command.map { word in scripts.first { $0.word == word }.flatMap { path(of: $0) } ?? word }
  }
}

/// Whether programs that experiment files name may be started: a file cannot say so, the person who runs it can.
package enum ProgramPermission {
  private static let given = Atomic<Bool>(false)

  /// Gives leave, once and for the whole process.
  package static func give() { given.store(true, ordering: .relaxed) }

  static var isGiven: Bool { given.load(ordering: .relaxed) }
}

extension Program {
  /// The kind of strategies and listeners that are programs.
  package static let kind = "process"

  /// The most tracks that a program can serve at a time.
  private static let mostTracks = 64

  /// Reads `command`, `timeout`, `tracks`, `settings` and `sha256`.
  ///
  /// - Returns: The program, and the settings that it is sent.
  package static func read(_ reader: Reader) -> (program: Program, settings: Value) {
    let words = reader.words(
      "command", required: true, form: "a list of words",
      "The program and its arguments, such as [python3, mine.py]. A word can name a file in the folder of the experiment"
    )?.map(\.text)
    if let words {
      if words.first?.isEmpty ?? true { reader.report("expected the name of a program first, got ''", at: "command") }
      if let word = words.first(where: { $0.utf8.contains(0) }) {
        reader.report("expected words without the character NUL, got \(SafeText.quoted(word))", at: "command")
      }
      reader.resolve("command", .list(words.map { .text($0) }))
    }
    let timeout = reader.number(
      "timeout", unit: "s", in: .within(0.01...3600), default: 10,
      "Time limit for each answer; Peach stops a slower program, and its run fails")
    let tracks = reader.integer(
      "tracks", in: 1...mostTracks, default: 1,
      "How many tracks the program serves at a time. If more than one, every message has the number of its track")
    var settings = Value.mapping([])
    let parameter = Parameter(
      name: "settings", kind: .section, fallback: "none",
      meaning: "Settings for the program; Peach sends them unchanged with the start message")
    if let node = reader.node(parameter, required: false) {
      settings = Value(of: node)
      reader.resolve("settings", settings)
    }
    let stated = scripts(reader)
    if let words, let other = stated.first(where: { !words.contains($0.word) }) {
      reader.report("expected only files that command names, got \(SafeText.quoted(other.word))", at: "sha256")
    }
    let folder = reader.place.file.lastIndex(of: "/").map { String(reader.place.file[...$0]) } ?? ""
    let program = Program(command: words ?? [], stated: stated, folder: folder, timeout: timeout, tracks: tracks)
    if !program.scripts.isEmpty {
      reader.resolve("sha256", .mapping(program.scripts.map { Value.Field($0.word, .text($0.sha256)) }))
    }
    return (program, settings)
  }

  /// The files of a stored experiment.
  private static func scripts(_ reader: Reader) -> [Script] {
    let parameter = Parameter(
      name: "sha256", kind: .section, fallback: "the digests of the present files",
      meaning:
        "SHA-256 checksum of the content of each file that the command names; Peach stores it, and refuses to run a "
        + "file that has changed since")
    guard let node = reader.node(parameter, required: false) else { return [] }
    guard case .mapping(let entries, _) = node else {
      reader.report("expected a mapping, got \(node.shown)", at: "sha256")
      return []
    }
    for entry in entries where !isDigest(entry.value.text ?? "") {
      reader.report(
        "expected the SHA-256 digest of each file (64 hexadecimal digits), got \(entry.value.shown)", at: "sha256",
        hint: "leave sha256 out, or state what sha256sum FILE prints")
    }
    return entries.map { Script(word: $0.key, sha256: $0.value.text ?? "") }
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The numbers of tracks that the programs of a resolved strategy or listener serve at a time.
  package static func tracks(in resolved: Value) -> [Int] {
    switch resolved {
    case .list(let items): return items.flatMap(tracks(in:))
    case .mapping(let fields):
      if resolved["kind"]?.word == kind { return [resolved["tracks"]?.wholeNumber ?? 1] }
      return fields.flatMap { tracks(in: $0.value) }
    default: return []
    }
  }

  /// The programs that a resolved experiment names, with the path to each.
  ///
  /// - Parameter file: The name of the experiment's file in messages. Files are searched in its folder.
  package static func all(in resolved: Value, of file: String) -> [(path: String, program: Program)] {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    func find(_ value: Value, _ path: String) -> [(path: String, program: Program)] {
      switch value {
      case .list(let items):
        return items.enumerated().flatMap { find($1, "\(path).\($1["name"]?.word ?? String($0 + 1))") }
      case .mapping(let fields):
        var found = fields.flatMap { find($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
        if value["kind"]?.word == kind, let command = value["command"] {
          var stated: [Script] = []
          if case .mapping(let files) = value["sha256"] {
            stated = files.map { Script(word: $0.key, sha256: $0.value.word ?? "") }
          }
          let words = command.items.isEmpty ? [command.json()] : command.items.map { $0.word ?? $0.json() }
          found.append((path, Program(command: words, stated: stated, folder: folder, timeout: 10)))
        }
        return found
      default: return []
      }
    }
    return find(resolved, "")
  }
}
