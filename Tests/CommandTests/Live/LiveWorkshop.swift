import Foundation
import PeachStorage
import PeachTrials
import Testing

/// A workshop for live sessions: records, temporary files and environment of its own, and a player in aplay's place
/// where a test wants one.
final class LiveWorkshop {
  let workshop: Workshop
  var environment: [String: String]

  /// Short notes, so that a trial takes half a second.
  static let short = """
    name: short
    seed: 11
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 5}
    strategies:
      - {name: kazez, kind: kazez}
    stop: {trials: 40}
    replicates: 1

    """

  /// Short reference notes, so that a trial takes a tenth of a second and what the listener takes.
  static let shortMatching = """
    name: short-matching
    seed: 11
    task: {kind: matching, intervals: [prime, perfect-fifth-down], notes: [C3, C4], note-duration: 0.05, offset: 50}
    listeners:
      - {name: keen, kind: tuner, constant: 4, spread: 8, under-adjustment: 0.1, delay: 2.5, adjustments: 3}
    stop: {trials: 12}
    replicates: 3
    keep-trials: 3

    """

  init() throws {
    workshop = try Workshop(LiveWorkshop.short, as: "short.yaml")
    for folder in ["tmp", "bin", "runtime"] {
      try FileManager.default.createDirectory(
        at: workshop.directory.appending(path: folder), withIntermediateDirectories: true)
    }
    chmod(workshop.path("runtime"), 0o700)
    // A device for every machine, on which nothing is heard; `null` itself is known to play nothing.
    try workshop.write("asound.conf", "pcm.quiet { type null }\n")
    environment = [
      // ALSA's way to PulseAudio makes files of its own there, else among the temporary ones.
      "XDG_RUNTIME_DIR": workshop.path("runtime"),
      "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(workshop.path("asound.conf"))",
      "PEACH_HOME": workshop.path("home"), "TMPDIR": workshop.path("tmp"),
      "PATH": "\(workshop.path("bin")):/usr/bin:/bin",
      "HOME": workshop.path("."), "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "",
      "LC_CTYPE": "", "NO_COLOR": "",
    ]
    // A program under a sanitizer does as this one.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
  }

  // MARK: Running

  func peach(_ arguments: String...) throws -> Workshop.Outcome {
    try workshop.run(arguments, environment: environment)
  }

  /// Runs a shell line, in which `$peach` is the program.
  func shell(_ line: String) throws -> Workshop.Outcome { try workshop.shell(line, environment: environment) }

  /// Starts the program on a terminal.
  func sit(_ arguments: String...) throws -> LiveSessionRunner {
    try LiveSessionRunner([Workshop.program] + arguments, environment: environment, in: workshop.directory.path)
  }

  /// Starts a shell line on a terminal.
  func sitInShell(_ line: String) throws -> LiveSessionRunner {
    try LiveSessionRunner(
      ["/bin/sh", "-c", line], environment: environment.merging(["peach": Workshop.program]) { $1 },
      in: workshop.directory.path)
  }

  /// Puts a shell script in aplay's place.
  func setPlayer(_ script: String) throws {
    try workshop.write("bin/aplay", "#!/bin/sh\n\(script)\n")
    chmod(workshop.path("bin/aplay"), 0o755)
  }

  /// A player that takes the time of a long sound: it reads all, and is there for a minute.
  static let slowPlayer = "cat > /dev/null; exec sleep 60"

  // MARK: What is left

  var database: LiveDatabase {
    get throws { try LiveDatabase.open(at: workshop.path("home/peach.sqlite")) }
  }

  func sessions(of listener: String = "me") throws -> [SessionRecord] { try database.sessions(of: listener) }

  func trials(of listener: String = "me") throws -> [TrialRecord] {
    var trials: [TrialRecord] = []
    let database = try database
    for session in try database.sessions(of: listener) {
      try database.forEachComparison(of: session) { trials.append($0) }
    }
    return trials
  }

  /// Processes that run in this workshop's environment.
  var survivors: [String] {
    let mark = Data("PEACH_HOME=\(workshop.path("home"))\0".utf8)
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { id in
      Int(id) != nil && (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(id)/environ")))?.range(of: mark) != nil
    }
  }

  /// No process and no temporary file.
  func expectNothingLeft(_ location: SourceLocation = #_sourceLocation) throws {
    // One that was killed is gone a moment later.
    let limit = Date.now.addingTimeInterval(5)
    while !survivors.isEmpty, Date.now < limit { usleep(10_000) }
    #expect(survivors == [], sourceLocation: location)
    let files = try FileManager.default.contentsOfDirectory(atPath: workshop.path("tmp"))
    #expect(files == [], sourceLocation: location)
  }

  /// What leaving training says.
  ///
  /// - Parameters:
  ///   - trials: How many are stored for the listener "me".
  ///   - command: It goes on with the training, and is longer than the one that shows the profile.
  static func farewell(_ trials: Int, _ command: String, isGerman: Bool = false) -> String {
    let stored =
      switch (isGerman, trials) {
      case (false, 1): "1 trial is stored for me."
      case (false, _): "\(trials) trials are stored for me."
      case (true, 1): "1 Versuch ist für me gespeichert."
      case (true, _): "\(trials) Versuche sind für me gespeichert."
      }
    let profile = "peach profile".padding(toLength: command.count, withPad: " ", startingAt: 0)
    return """
      \(stored)
        \(command)  \(isGerman ? "macht weiter" : "goes on")
        \(profile)  \(isGerman ? "zeigt Ihr Profil" : "shows your profile")

      """
  }

  /// The shell's screen holds what leaving training says, and nothing else.
  func expectFarewell(
    _ trials: Int, _ command: String, on sitting: LiveSessionRunner, _ location: SourceLocation = #_sourceLocation
  ) {
    // A terminal may show the Ctrl-C that was typed.
    let shown = sitting.picture.text.trimmingPrefix(/\s*\^C/).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(shown + "\n" == Self.farewell(trials, command), sourceLocation: location)
  }

  /// The terminal is as it was before: its mode, the shell's screen, the cursor.
  func expectRestored(_ sitting: LiveSessionRunner, _ location: SourceLocation = #_sourceLocation) {
    #expect(sitting.terminal.mode == sitting.before, sourceLocation: location)
    #expect(!sitting.picture.isAlternate, sourceLocation: location)
    #expect(sitting.picture.isCursorShown, sourceLocation: location)
    #expect(sitting.picture.unknown == [], sourceLocation: location)
  }
}
