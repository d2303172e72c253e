import Foundation
import PeachAnalysis
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Lines that join the levels of a track.
@Suite struct TrackFigureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  @Test func `the tracks of 49 interleaved notes are not joined`() throws {
    func lines(_ tracks: Int) throws -> Int {
      let trials = (0..<98).map { number in
        TrialRecord(trial: number + 1, track: "track-\(number % tracks)", level: Double(10 + number % 7))
      }
      let figure = try #require(Figure.track([FigureTrack(trials: trials)], axis: .cents))
      return figure.panels[0].layers.count { $0.mark == .line }
    }
    #expect(try lines(4) == 4)
    #expect(try lines(49) == 0)
  }

  /// The strategy adaptive stores one track, but it keeps a level for each of these 49 notes.
  @Test func `no line joins the levels of a strategy that keeps one for each note`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = Making.comparison.replacing("notes: [C4, C5]", with: "notes: [C2, C6]")
      .replacing("strategies:", with: "strategies:\n  - {name: by-note, kind: adaptive}")
    let results = try await Making.results(text, in: folder)
    let figures = try Figures.of(results, summary: Summary.rows(of: results), checkpoints: CheckpointSummary(results))
    let tracks = try #require(figures.first { $0.name == "tracks" })
    #expect(Set(tracks.panels.map(\.title)) == ["by-note", "kazez", "weighted", "zest"])
    for panel in tracks.panels {
      let hasLine = panel.layers.contains { $0.name == "level" && $0.mark == .line }
      #expect(hasLine == (panel.title != "by-note"), "\(panel.title)")
      #expect(panel.layers.filter { ["correct", "wrong"].contains($0.name) }.flatMap(\.data).count == 30)
    }
    expectReadable(tracks)
  }
}
