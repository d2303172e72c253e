import CProcess
import Foundation
import Glibc
import PeachAudio
import PeachPitch
import PeachReporting

/// Pairs of notes made and written, beside numpy and python-soundfile, in turns in the same run and the same folder.
enum Sounds {
  private static let folder = "/dev/shm"
  private static let pairs = 200
  private static let rounds = 7

  static func compare() throws {
    let peer = NumpyPeer(folder: folder)
    for (name, harmonics) in [("sine", 1), ("complex:10", 10)] {
      let timbre = try BuiltInTimbres.named(name)
      var ours = Double.infinity
      var theirs = Double.infinity
      var latencies: [Double] = []
      for _ in 0..<rounds {
        ours = min(ours, try CPUClock.seconds { for i in 0..<pairs { try write(pair(i, timbre)) } })
        if let seconds = peer?.seconds(String(harmonics), count: pairs) { theirs = min(theirs, seconds) }
        for i in 0..<pairs {
          let start = ContinuousClock.now
          try write(pair(i, timbre))
          latencies.append((ContinuousClock.now - start) / .seconds(1))
        }
      }
      latencies.sort()
      let rate = Double(pairs) / ours
      print("  \(name)")
      print("    peach      \(TextTable.grouped(Int(rate))) pairs/s")
      if theirs.isFinite {
        let other = Double(pairs) / theirs
        print("    numpy      \(TextTable.grouped(Int(other))) pairs/s")
        print("    ratio      \(Rates.ratio(rate / other))")
      }
      func milliseconds(_ share: Double) -> String {
        TextTable.fixed(1000 * latencies[Int(share * Double(latencies.count - 1))], 2)
      }
      print("    one pair   \(milliseconds(0.5)) ms median, \(milliseconds(0.99)) ms p99, wall time")
    }
    print("Trials of three intervals of 500 ms of filtered noise at 48 kHz in stereo, WAV in memory, one core")
    try ComposedTrials.compare(with: peer)
    if peer == nil { print("  numpy and soundfile could not be installed or run: no comparison") }
  }

  private static func pair(_ i: Int, _ timbre: any Timbre) throws -> TonePair {
    let hertz = 220 + Double(i)
    func tone(_ hertz: Double) throws -> Tone {
      Tone(frequency: try Frequency(hertz), level: try AmplitudeDB(-12), key: try MIDINote(69))
    }
    return TonePair(
      reference: try tone(hertz), target: try tone(1.002 * hertz), noteDuration: 1, gap: 0, ramp: try Ramp(0.01),
      timbre: timbre, sampleRate: .hz44100)
  }

  private static func write(_ pair: TonePair) throws {
    let file = peach_unnamed_file(folder)
    defer { close(file) }
    try SoundFile.write(try pair.rendered(), format: .pcm24, to: file)
  }
}

/// The script beside this file, asked line by line; numpy, scipy and soundfile are installed into a virtual environment.
final class NumpyPeer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Nil where the script does not run.
  init?(folder: String) {
    let command = """
      set -e
      [ -x .build/soundfile/bin/python ] || { python3 -m venv .build/soundfile && .build/soundfile/bin/pip -q install numpy scipy soundfile; }
      OPENBLAS_NUM_THREADS=1 exec .build/soundfile/bin/python Benchmarks/numpy_sounds.py
      """
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    // A script that has ended must not end us.
    signal(SIGPIPE, SIG_IGN)
    send(folder)
    guard seconds("1", count: 1) != nil else { return nil }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func send(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// CPU seconds for a number of sounds.
  ///
  /// - Parameter what: The number of harmonics of a pair, or the kind of a trial of noise.
  func seconds(_ what: String, count: Int) -> Double? {
    send("\(what) \(count)")
    var line = ""
    while !line.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      line += String(decoding: more, as: UTF8.self)
    }
    return Double(line.dropLast())
  }
}
