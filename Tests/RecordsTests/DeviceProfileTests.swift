import Foundation
import PeachStorage
import Testing

@Suite struct DeviceProfileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-devices-\(UUID().uuidString)")

  private func profile(_ device: String, _ channel: String) -> DeviceProfile {
    var profile = DeviceProfile(
      device: device, channel: channel, calibratedAt: "2026-11-23T02:25:48.661Z", version: "0.1.0")
    profile.waveform = "complex:10"
    profile.levels = [
      DeviceProfile.Level(frequency: 250, offset: 91.25), DeviceProfile.Level(frequency: 1000, offset: 96.5),
    ]
    profile.limit = 82.5
    profile.onsetLatency = 0.0125
    return profile
  }

  @Test func `a profile is stored for a device and channel, replaced and forgotten, whoever listens`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: folder.appending(path: "peach.sqlite").path)
    #expect(try live.deviceProfiles().isEmpty)
    #expect(try live.deviceProfile("hw:1,0", "left") == nil)
    let left = profile("hw:1,0", "left")
    var both = profile("hw:1,0", "both")
    try live.store(left)
    try live.store(both)
    try live.addListener("P07")
    #expect(try live.delete("P07"))
    #expect(try live.deviceProfiles() == [both, left])
    both.levels = []
    both.waveform = nil
    both.limit = nil
    both.onsetLatency = nil
    try live.store(both)
    #expect(try live.deviceProfile("hw:1,0", "both") == both)
    #expect(try live.deviceProfile("hw:1,0", "left") == left)
    #expect(try live.forgetDevice("hw:1,0", "left"))
    #expect(try !live.forgetDevice("hw:1,0", "left"))
    #expect(try live.deviceProfiles() == [both])
  }
}
