import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Devices that fail, play nothing, or play late.
@Suite struct LiveDeviceTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private let answers = "printf 'h\\nl\\nh\\n' > lines.txt; $peach live comparison --trials 3 < lines.txt"

  @Test func `a start that failed leaves no session, and the next one has its number`() throws {
    #expect(try live.shell("sleep 2 | $peach live short.yaml --device nonsense").status == 74)
    #expect(try live.sessions().isEmpty)
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device quiet < lines.txt").status
        == 0)
    #expect(try live.shell("sleep 2 | $peach live short.yaml --device nonsense").status == 74)
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device quiet < lines.txt").status
        == 0)
    #expect(try live.sessions().map(\.number) == [1, 2])
  }

  @Test(
    arguments: [
      ("null", "en_US.UTF-8", "this device makes no sound: answers do not count for the profile\n"),
      ("plug:null", "de_DE.UTF-8", "dieses Gerät gibt keinen Ton aus: Antworten zählen nicht für das Profil\n"),
    ])
  func `a silent device is reported, and its answers stay out of the profile`(
    device: String, language: String, message: String
  ) throws {
    live.environment["LANG"] = language
    let mute = try live.shell("\(answers) --device \(device)")
    #expect(mute.status == 0)
    let isGerman = language.hasPrefix("de")
    let again = "peach live comparison --device"
    #expect(mute.error == message + LiveWorkshop.farewell(3, "\(again) \(device)", isGerman: isGerman))
    #expect(try live.sessions().map(\.isInProfile) == [false])
    let heard = try live.shell("\(answers) --device quiet")
    #expect(heard.error == LiveWorkshop.farewell(3, "\(again) quiet", isGerman: isGerman))
    let sessions = try live.sessions()
    #expect(sessions.map(\.isInProfile) == [false, true])
    #expect(sessions.map(\.trials) == [3, 3])
    // The second session started from an empty profile, as the first did.
    #expect(sessions[0].profile == sessions[1].profile)
  }

  @Test func `on a terminal the listener reads that the device plays nothing`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "null")
    try sitting.see("this device makes no sound: answers do not count for the profile")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  @Test func `the measured latency of a device is stored, and response times count from there`() throws {
    #expect(try live.peach("settings", "device", "quiet").status == 0)
    #expect(try live.peach("settings", "onset-latency", "150").status == 0)
    #expect(try live.shell("\(answers)").status == 0)
    let trained = try live.trials()
    #expect(trained.map(\.heard.onsetLatency) == [0.15, 0.15, 0.15])
    // Lines that are there already answer at the onset that is heard.
    #expect(trained.allSatisfy { ($0.heard.responseTime ?? -1) >= 0 })
    // In an experiment, which takes no settings, the device is the same, or another whose latency is not known.
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device quiet < lines.txt").status
        == 0)
    try live.workshop.write("asound.conf", "pcm.quiet { type null }\npcm.other { type null }\n")
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device other < lines.txt").status
        == 0)
    #expect(try live.trials().suffix(2).map(\.heard.onsetLatency) == [0.15, 0])
    // Nor is it known of a device that is wished for once, or set from then on.
    #expect(try live.shell("\(answers) --device other").status == 0)
    #expect(try live.trials().last?.heard.onsetLatency == 0)
    let set = try live.peach("settings", "device", "other")
    #expect(set.error == "onset-latency is 0 again, because it was measured on another device\n")
    #expect(try live.peach("settings", "onset-latency").output == "0\n")
  }

  @Test func `an answer that cannot be stored leaves no session that it would have been the first of`() throws {
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device quiet < lines.txt").status
        == 0)
    try live.database.queue.write { db in
      try db.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON comparison BEGIN SELECT RAISE(ABORT, 'no room'); END")
    }
    let outcome = try live.shell(
      "printf 'h\\n' > lines.txt; $peach live short.yaml --trials 1 --device quiet < lines.txt")
    #expect(outcome.status == 74)
    #expect(try live.sessions().map(\.number) == [1])
  }

  @Test func `settings of another version can be removed`() throws {
    try live.database.set("colour-of-notes", to: "50", of: "me")
    let warning = "listener me: setting colour-of-notes is unknown and ignored\n"
    #expect(try live.peach("settings", "gap").error == warning)
    #expect(try live.peach("settings", "colour-of-notes", "default").output == "colour-of-notes: forgotten\n")
    #expect(try live.peach("settings", "gap").error == "")
  }
}
