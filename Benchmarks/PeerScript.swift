import Foundation
import Glibc
import PeachReporting

/// A script in Python that measures a peer and prints a line for each rate: name, rate a second and remark, separated by
/// tabs. Its library is installed into a virtual environment of its own.
enum PeerScript {
  typealias Rate = (rate: Double, how: String)

  static let grids = "numpy_grids.py"
  static let jax = "jax_peers.py"

  /// The rates by name; empty, with a message, if the library cannot be installed or the script fails.
  ///
  /// - Parameters:
  ///   - library: The name of the library and of its folder in `.build`.
  ///   - package: The package for pip.
  static func rates(_ script: String, _ arguments: String = "", library: String, package: String) -> [String: Rate] {
    let process = process("\(script) \(arguments)", library: library, packages: package)
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return [:] }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { print("  \(library) could not be installed or run: no comparison") }
    var rates: [String: Rate] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      if fields.count > 2, let rate = Double(fields[1]) { rates[fields[0]] = (rate, fields[2]) }
    }
    return rates
  }

  /// A process that installs missing packages and runs the script. The caller starts it.
  ///
  /// - Parameters:
  ///   - script: The script in `Benchmarks` with its arguments.
  ///   - library: The name of the folder in `.build`.
  ///   - packages: The packages for pip.
  ///   - before: Words before the command, such as `taskset -c 0`.
  static func process(_ script: String, library: String, packages: String, before: String = "") -> Process {
    process(
      running: """
        [ -x .build/\(library)/bin/python ] || { python3 -m venv .build/\(library) && .build/\(library)/bin/pip -q install \(packages); }
        export OPENBLAS_NUM_THREADS=1 XLA_FLAGS=--xla_cpu_multi_thread_eigen=false
        exec \(before) .build/\(library)/bin/python Benchmarks/\(script)
        """)
  }

  /// A process that runs commands of a shell. The caller starts it.
  static func process(running lines: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "set -e\n" + lines]
    return process
  }

  /// Prints the rate of JAX for the same kind of work.
  ///
  /// - Parameter name: `trials` or `fits`.
  static func printJAX(_ name: String) {
    guard let peer = rates(jax, name, library: "jax", package: "'jax[cpu]'")[name] else { return }
    print("  jax        \(TextTable.grouped(Int(peer.rate))) \(name)/s, one core (\(peer.how))")
  }
}

/// A script in Python that is asked line by line.
final class PeerProcess {
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private var pending = ""

  /// `nil` if the script does not start.
  init?(_ script: String, library: String, packages: String) {
    process = PeerScript.process(script, library: library, packages: packages)
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    // Writing to a script that has ended must not end the benchmark.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func send(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// The numbers in the answer to a line; `nil` if the script has ended.
  func ask(_ line: String) -> [Double]? {
    send(line)
    while !pending.contains("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      pending += String(decoding: more, as: UTF8.self)
    }
    let end = pending.firstIndex(of: "\n") ?? pending.endIndex
    let answer = pending[..<end].split(separator: " ").compactMap { Double($0) }
    pending = String(pending[pending.index(after: end)...])
    return answer
  }
}
