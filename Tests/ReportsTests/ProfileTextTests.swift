import PeachAnalysis
import PeachPitch
import PeachReporting
import PeachStorage
import Testing

/// `peach profile` on the terminal.
@Suite struct ProfileTextTests {
  private func text(_ asked: [Int], of notes: ClosedRange<Int>, _ words: ProfileWords) async throws -> String {
    let trials = asked.enumerated().map { place, note in
      ProfiledComparison(
        session: 1, reference: note, target: note, offset: place % 2 == 0 ? 20 : -20, isHigher: place % 2 == 0,
        sessionTimestamp: nil)
    }
    let profile = await ListenerProfile(of: "P07", trials, jobs: 1)
    let range = try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound)
    return ProfileText(
      profile, thresholds: await profile.smoothedThresholds(jobs: 1), notes: range, words: words, isPlain: false
    ).text(in: .whole)
  }

  @Test func `many notes without data are a number in one line`() async throws {
    let asked = Array(36...47) + Array(36...47)
    let english = try await text(asked, of: 36...84, .english).split(separator: "\n")
    #expect(english.filter { $0.contains("not asked yet") }.count == 1)
    #expect(english.contains { $0.contains(/^ +Weak spots +not asked yet: 37 notes$/) }, "\(english)")
    let german = try await text(asked, of: 36...84, .german)
    #expect(german.contains("noch nicht gefragt: 37 Töne\n"))
  }

  @Test func `few notes without data are named`() async throws {
    let found = try await text(Array(60...70), of: 60...72, .english)
    #expect(found.contains(/Weak spots +B4, C5 \(not asked yet\)\n/), "\(found)")
  }
}
