import Foundation
import PeachSessions
import PeachStorage
import Synchronization
import Testing

/// Programs that change the settings of one listener at the same time.
@Suite struct ConcurrentSettingsTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)/peach.sqlite")
    .path

  /// Runs the pieces of work at the same moment, each on a thread of its own, and waits for all.
  private func atOnce(_ work: [@Sendable () -> Void]) {
    let ready = Atomic<Int>(0)
    let done = DispatchGroup()
    for piece in work {
      done.enter()
      Thread.detachNewThread {
        ready.wrappingAdd(1, ordering: .relaxed)
        while ready.load(ordering: .relaxed) < work.count { usleep(50) }
        piece()
        done.leave()
      }
    }
    done.wait()
  }

  @Test func `a level and a device that exclude each other are never both set`() throws {
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let (one, other) = (try LiveDatabase.open(at: path), try LiveDatabase.open(at: path))
    var loud = DeviceProfile(device: "loud", channel: "both", calibratedAt: "2026-11-24T00:00:00Z", version: "1")
    loud.waveform = "sine"
    loud.levels = [DeviceProfile.Level(frequency: 1000, offset: 100)]
    loud.limit = 85
    try one.store(loud)
    for round in 1...40 {
      try one.setTraining("device", to: "default", of: "me")
      try one.setTraining("level", to: "-30", of: "me")
      let refused = Atomic<Int>(0)
      atOnce([
        {
          do { try one.setTraining("level", to: "-10", of: "me") } catch { refused.wrappingAdd(1, ordering: .relaxed) }
        },
        {
          do { try other.setTraining("device", to: "loud", of: "me") } catch {
            refused.wrappingAdd(1, ordering: .relaxed)
          }
        },
      ])
      let settings = try one.settings(of: "me")
      #expect(refused.load(ordering: .relaxed) == 1, "round \(round): \(settings)")
    }
  }

  @Test func `different settings that are set at the same time are all kept`() throws {
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let databases = try (0..<3).map { _ in try LiveDatabase.open(at: path) }
    for round in 1...15 {
      let values = [("gap", "0.\(round)1"), ("note-duration", "1.\(round)1"), ("vary-loudness", "0.\(round)1")]
      atOnce(
        zip(databases, values).map { database, value in
          { @Sendable in _ = try? database.setTraining(value.0, to: value.1, of: "me") }
        })
      #expect(try databases[0].settings(of: "me") == Dictionary(uniqueKeysWithValues: values))
    }
  }

  @Test func `a value that is refused leaves nothing behind, not even the listener`() throws {
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let database = try LiveDatabase.open(at: path)
    #expect(throws: SettingError.self) { try database.setTraining("level", to: "60 dB SPL", of: "me") }
    #expect(try database.settings(of: "me") == [:])
    #expect(try database.listeners().isEmpty)
  }
}
