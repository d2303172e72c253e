import Foundation
import Glibc

/// A PulseAudio server of our own without hardware, and a recording of what it plays, frame by frame on the clock.
///
/// Source: Debian's pulseaudio 16.1, module-null-sink; parec records the sink's monitor.
final class NullSink {
  static let rate = 44_100.0

  let folder: URL
  private let server: Process
  private let recorder: Process
  struct Recording {
    var samples: [Float]
    /// After each read: how many frames there were, and when.
    var reads: [(frames: Int, time: Double)]
  }

  /// Nil where PulseAudio is not installed.
  init?() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-bench-\(getpid())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    setenv("XDG_RUNTIME_DIR", folder.path, 1)
    let configuration = folder.appendingPathComponent("asound.conf")
    try """
    pcm.sink { type plug slave.pcm { type pulse } }
    pcm.capture { type file slave.pcm sink file \(folder.path)/played.raw format raw truncate false }
    """.write(to: configuration, atomically: true, encoding: .utf8)
    setenv("ALSA_CONFIG_PATH", "/usr/share/alsa/alsa.conf:\(configuration.path)", 1)
    let server = NullSink.process(
      "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
      "module-null-sink sink_name=test format=float32le rate=44100 channels=1", "-L", "module-native-protocol-unix")
    self.server = server
    recorder = NullSink.process(
      "parec", "-d", "test.monitor", "--latency-msec=5", "--format=float32le", "--rate=44100", "--channels=1")
    let pipe = Pipe()
    recorder.standardOutput = pipe
    do {
      try server.run()
      sleep(2)
      guard server.isRunning else { return nil }
      try recorder.run()
    } catch {
      if server.isRunning { server.terminate() }
      try FileManager.default.removeItem(at: folder)
      return nil
    }
    // What is recorded goes to files, so that memory is not its own.
    let folder = folder
    let reader = Thread {
      let tape = NullSink.file("samples", in: folder)
      let times = NullSink.file("reads", in: folder)
      var frames = 0
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var bytes = [Float](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &bytes, bytes.count * 4)
        if count <= 0 { return }
        let now = NullSink.now
        frames += count / 4
        guard write(tape, bytes, count) == count, write(times, [Double(frames), now], 16) == 16 else {
          fatalError("no room for the recording")
        }
      }
    }
    reader.start()
    // The first seconds of a recording come late.
    sleep(3)
  }

  private static func process(_ words: String...) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    return process
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func file(_ name: String, in folder: URL) -> Int32 {
    open(folder.appendingPathComponent(name).path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  }

  func recorded() throws -> Recording {
    let times = try Data(contentsOf: folder.appendingPathComponent("reads")).withUnsafeBytes {
      Array($0.bindMemory(to: Double.self))
    }
    let reads = stride(from: 0, to: times.count - 1, by: 2).map { (frames: Int(times[$0]), time: times[$0 + 1]) }
    let samples = try Data(contentsOf: folder.appendingPathComponent("samples")).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    return Recording(samples: samples, reads: reads)
  }

  func close() {
    recorder.terminate()
    server.terminate()
    recorder.waitUntilExit()
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

extension NullSink.Recording {
  /// The time of frame 0, window by window: a read may come late, never early, so that the earliest of a window tells.
  private func origins(window: Int) -> [Double] {
    stride(from: 0, to: reads.count, by: window).map { start in
      origin(reads[start..<min(start + window, reads.count)])
    }
  }

  private func origin(_ reads: ArraySlice<(frames: Int, time: Double)>) -> Double {
    reads.map { $0.time - Double($0.frames) / NullSink.rate }.min() ?? 0
  }

  /// A stretch of sound: when its first and last sample that are not silence were heard.
  struct Stretch {
    var start: Double
    var end: Double
  }

  private static let window = 200

  /// The frame that was heard at a moment after the first read.
  func frame(at moment: Double) -> Int {
    var (low, high) = (0, reads.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if reads[middle].time <= moment { low = middle } else { high = middle }
    }
    let start = low / Self.window * Self.window
    let origin = origin(reads[start..<min(start + Self.window, reads.count)])
    return Int((moment - origin) * NullSink.rate)
  }

  /// The stretches of sound, parted by at least 50 ms of silence.
  func stretches() -> [Stretch] {
    let window = Self.window
    let origins = origins(window: window)
    var read = 0
    func time(of frame: Int) -> Double {
      while read < reads.count - 1, reads[read].frames <= frame { read += 1 }
      return origins[read / window] + Double(frame) / NullSink.rate
    }
    var result: [Stretch] = []
    var last = -10_000
    for (frame, sample) in samples.enumerated() where abs(sample) > 1e-5 {
      if frame - last > Int(0.05 * NullSink.rate) {
        result.append(Stretch(start: time(of: frame), end: 0))
      }
      last = frame
      result[result.count - 1].end = time(of: frame)
    }
    return result
  }
}
