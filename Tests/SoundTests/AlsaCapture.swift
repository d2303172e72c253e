import Foundation
import Glibc
import Testing

/// What aplay plays, kept: an ALSA device that writes to a file what a sound card would get, at the speed of the disk.
///
/// Hand `environment` to the process that starts aplay and `device` to aplay; then look at `recording`.
final class AlsaCapture {
  /// How the recording is kept. ALSA puts a header for whole numbers before floating-point samples: keep those raw.
  enum Format: String {
    case wav, raw
  }

  /// The name of the device that records.
  let device = "capture"
  private let folder: URL
  private let format: Format

  init(_ format: Format = .wav) throws {
    self.format = format
    folder = FileManager.default.temporaryDirectory.appending(path: "peach-capture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Without `truncate false` each opening empties the file; with it later ones get numbers of their own.
    let configuration = """
      pcm.\(device) {
        type file
        slave.pcm null
        file "\(folder.path)/out"
        format \(format.rawValue)
        truncate false
      }

      """
    try Data(configuration.utf8).write(to: folder.appending(path: "asound.conf"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The environment in which aplay knows the device, and speaks English.
  var environment: [String: String] {
    let system = "/usr/share/alsa/alsa.conf"
    return ProcessInfo.processInfo.environment.merging(
      ["ALSA_CONFIG_PATH": "\(system):\(folder.path)/asound.conf", "LC_ALL": "C"]
    ) { $1 }
  }

  /// The bytes of the samples of each time the device was opened, in order.
  var recordings: [[UInt8]] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("out") }
        .sorted()
      return try names.map { name in
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        return format == .raw ? bytes : try Self.samples(of: bytes)
      }
    }
  }

  /// The bytes of the samples of the only time the device was opened.
  var recording: [UInt8] {
    get throws {
      let all = try recordings
      try #require(all.count == 1)
      return all[0]
    }
  }

  /// What comes after the header of the data.
  private static func samples(of wav: [UInt8]) throws -> [UInt8] {
    let data = Array("data".utf8)
    let start = try #require((12..<max(12, wav.count - 8)).first { Array(wav[$0..<$0 + 4]) == data })
    return Array(wav[(start + 8)...])
  }

  /// Plays an open file from its start.
  ///
  /// - Returns: The exit status, and what aplay said.
  func play(_ file: Int32) throws -> (status: Int32, error: String) {
    lseek(file, 0, SEEK_SET)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["aplay", "--quiet", "--device=\(device)"]
    process.environment = environment
    process.standardInput = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    let error = Pipe()
    process.standardError = error
    try process.run()
    let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
