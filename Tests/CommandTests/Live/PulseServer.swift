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

  /// - Parameter folder: Where its socket and files go.
  init(in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = ["XDG_RUNTIME_DIR": folder]
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = [
      "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
      "module-null-sink sink_name=test format=float32le rate=44100 channels=1", "-L", "module-native-protocol-unix",
    ]
    process.environment = ["XDG_RUNTIME_DIR": folder, "HOME": folder, "PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let limit = Date.now.addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: folder + "/pulse/native") {
      try #require(Date.now < limit, "the sound server has not started")
      usleep(20_000)
    }
  }

  deinit {
    // It may have been started by a thread that blocks the signals that ask.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
