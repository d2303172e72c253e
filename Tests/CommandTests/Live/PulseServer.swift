import Foundation
import Testing

/// A PulseAudio server of a test's own with a sink that goes nowhere: aplay takes as long for a sound as it lasts.
final class PulseServer {
  private static let program = "/usr/bin/pulseaudio"
  /// ALSA's way to the server, of the package libasound2-plugins.
  private static let plugin = "/etc/alsa/conf.d/50-pulseaudio.conf"

  /// Whether tests that take the time of real sound are run: with PEACH_TEST_LONG, where the server is installed.
  static let isWanted =
    ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
    && [program, plugin].allSatisfy(FileManager.default.fileExists)

  let environment: [String: String]
  private let process = Process()
  private let life = Pipe()

  /// - Parameter folder: Where its socket and files go.
  init(in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = ["XDG_RUNTIME_DIR": folder]
    // A shell starts it and kills it when the pipe is closed: the server closes all it inherits, which Foundation takes for
    // its end.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let sink = "module-null-sink sink_name=test format=float32le rate=44100 channels=1"
    // A recorder of short blocks keeps the server from taking seconds of silence at once.
    let recorder = "parec -d test.monitor --latency-msec=5 --format=float32le --rate=44100 --channels=1 > /dev/null"
    process.arguments = [
      "-c",
      "\(Self.program) -n --daemonize=no --exit-idle-time=-1 -L '\(sink)' -L module-native-protocol-unix < /dev/null & "
        + "server=$!; while [ ! -e pulse/native ]; do sleep 0.05; done; \(recorder) & recorder=$!; "
        + "read nothing; kill -KILL $recorder $server",
    ]
    process.environment = ["XDG_RUNTIME_DIR": folder, "HOME": folder, "PATH": "/usr/bin:/bin"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = life
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let limit = Date.now.addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: folder + "/pulse/native") {
      try #require(Date.now < limit, "the sound server has not started")
      usleep(20_000)
    }
    // The sink goes over to short blocks.
    sleep(3)
  }

  deinit {
    try? life.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
