import Foundation
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
    let command = """
      set -e
      [ -x .build/\(library)/bin/python ] || { python3 -m venv .build/\(library) && .build/\(library)/bin/pip -q install '\(package)'; }
      OPENBLAS_NUM_THREADS=1 .build/\(library)/bin/python Benchmarks/\(script) \(arguments)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
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

  /// Prints the rate of JAX for the same kind of work.
  ///
  /// - Parameter name: `trials` or `fits`.
  static func printJAX(_ name: String) {
    guard let peer = rates(jax, name, library: "jax", package: "jax[cpu]")[name] else { return }
    print("  jax        \(TextTable.grouped(Int(peer.rate))) \(name)/s, one core (\(peer.how))")
  }
}
