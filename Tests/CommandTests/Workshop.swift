import Foundation
import Testing

/// A directory of a test's own, gone with it, in which the built program is run.
final class Workshop {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  /// A workshop with an experiment file in it.
  convenience init(_ experiment: String, as name: String = "experiment.yaml") throws {
    try self.init()
    try write(name, experiment)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  // MARK: Files

  func path(_ name: String) -> String { directory.appending(path: name).path }

  func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: directory.appending(path: name)) }

  /// Copies a file of the project's experiments to the same place here.
  func takeExperiment(_ name: String) throws {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let copy = directory.appending(path: "experiments/\(name)")
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: top.appending(path: "experiments/\(name)"), to: copy)
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: directory.appending(path: name)) }

  func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// The names of all files, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  // MARK: Running

  /// What a program left behind.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var error: String

    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The program under test, beside the bundle of the tests.
  static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "peach").path

  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    try start(Workshop.program, arguments, environment).finish()
  }

  func peach(_ arguments: String...) throws -> Outcome { try run(arguments) }

  /// Runs a shell line, in which `$peach` is the program.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
    try start("/bin/sh", ["-c", line], environment).finish()
  }

  /// Starts a shell line and does not wait for it.
  func startShell(_ line: String) throws -> Running { try start("/bin/sh", ["-c", line], [:]) }

  /// Starts the program and does not wait for it.
  func startPeach(_ arguments: String...) throws -> Running { try start(Workshop.program, arguments, [:]) }

  func begin(_ arguments: [String], environment: [String: String]) throws -> Running {
    try start(Workshop.program, arguments, environment)
  }

  /// What the program said when Ctrl-C stopped it after it had finished a part: it is begun again and stopped later and
  /// later, until its home keeps some work.
  func interrupt(_ arguments: [String], environment: [String: String]) throws -> Outcome {
    let work = path("home/work")
    var (wait, outcome) = (50_000.0, Outcome(status: 0, output: "", error: ""))
    while wait < 20_000_000, (try? FileManager.default.contentsOfDirectory(atPath: work).isEmpty) != false {
      let running = try begin(arguments, environment: environment)
      usleep(UInt32(wait))
      running.signal(SIGINT)
      outcome = running.finish()
      wait *= 1.4
    }
    return outcome
  }

  private func start(_ program: String, _ arguments: [String], _ environment: [String: String]) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging(["peach": Workshop.program]) { $1 }
    process.standardInput = FileHandle.nullDevice
    return try Running(process)
  }
}

/// The fields of `/proc/ID/stat` from the state on, which is `T` if the process is stopped; empty if it has ended.
func statusFields(of id: pid_t) -> [Substring] {
  let line = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
  // The number and the name of the program, which is in brackets, come first.
  return line.split(separator: ")").last?.split(separator: " ") ?? []
}

/// A started program whose two pipes are drained while it runs: a full pipe would stop it.
final class Running {
  private let process: Process
  private let output: Drain
  private let error: Drain

  init(_ process: Process) throws {
    self.process = process
    let pipes = (output: Pipe(), error: Pipe())
    process.standardOutput = pipes.output
    process.standardError = pipes.error
    // A thread of a pool blocks signals, and a program inherits what the thread that starts it blocks.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    output = Drain(pipes.output.fileHandleForReading)
    error = Drain(pipes.error.fileHandleForReading)
  }

  var isRunning: Bool { process.isRunning }

  /// The processor time that it has used, in hundredths of a second; 0 if it has ended.
  var usedTicks: Int {
    let fields = statusFields(of: process.processIdentifier)
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  func finish() -> Workshop.Outcome {
    let (output, error) = (output.text, error.text)
    process.waitUntilExit()
    return Workshop.Outcome(status: process.terminationStatus, output: output, error: error)
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class Drain: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  /// Written before `done` is signalled, read after.
  private var data = Data()

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      data = handle.readDataToEndOfFile()
      done.signal()
    }
  }

  /// Waits for the end.
  var text: String {
    done.wait()
    return String(decoding: data, as: UTF8.self)
  }
}
