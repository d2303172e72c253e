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

/// The script beside this file.
struct NumpyPeer {
  private let script: PeerProcess

  /// `nil` if the script does not run.
  init?(folder: String) {
    guard let script = PeerProcess("numpy_sounds.py", library: "soundfile", packages: "numpy scipy soundfile") else {
      return nil
    }
    self.script = script
    script.send(folder)
    guard seconds("1", count: 1) != nil else { return nil }
  }

  /// CPU seconds for a number of sounds.
  ///
  /// - Parameter what: The number of harmonics of a pair, or the kind of a trial of noise.
  func seconds(_ what: String, count: Int) -> Double? { script.ask("\(what) \(count)")?.first }
}
