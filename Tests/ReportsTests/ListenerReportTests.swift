import Foundation
import PeachAnalysis
import PeachExperiments
import PeachPitch
import PeachReporting
import PeachSessions
import PeachStorage
import PeachTrials
import Testing

/// The report of a listener with both kinds of session, from stored records.
@Suite struct ListenerReportTests {
  private func html(of listener: String) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    try FileManager.default.copyItem(
      at: #require(Bundle.module.url(forResource: "live.sqlite", withExtension: nil, subdirectory: "Files")), to: file)
    let live = try LiveDatabase.open(at: file.path)
    let summary = try await ListenerSummary(of: listener, in: live, jobs: 1)
    let profile = try await ListenerProfile(of: listener, in: live, jobs: 1)
    let report = try ListenerReport(
      summary, profile: profile, thresholds: await profile.smoothedThresholds(jobs: 1),
      notes: MIDINote(48)...MIDINote(72),
      settings: [("gap", "0 s", "Silence between the notes")],
      background: DataBackground(listener: listener, in: live), kinds: .builtIn, stimuli: [],
      program: ("1.2.3", "abc", 2031))
    return HTMLPage(report.page, program: "peach 1.2.3") { _ in nil }.html
  }

  /// The cells of the table that follows a heading.
  private func cells(_ html: String, after heading: String) throws -> [String] {
    let start = try #require(html.firstRange(of: "\(heading)</h2>")).upperBound
    let body = try #require(html[start...].firstMatch(of: /<tbody>(?<rows>[\s\S]*?)<\/tbody>/)).output.rows
    return body.matches(of: /<t[hd][^>]*>(?<text>[^<]*)</).map { String($0.output.text) }
  }

  @Test func `matchings show their signed error, and comparisons their notes`() async throws {
    let html = try await html(of: "P04")
    #expect(try cells(html, after: "Pitch matching") == ["2", "1", "+3.50", "", "4.0"])
    #expect(try cells(html, after: "Profile") == ["C4", "1", "12.50", "", "C5", "1", "0.00", ""])
    #expect(try cells(html, after: "Settings") == ["gap", "0 s", "Silence between the notes"])
  }
}
