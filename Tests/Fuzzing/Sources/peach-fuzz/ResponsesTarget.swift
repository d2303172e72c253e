import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachTrials

/// Answers as `peach trace` takes them, as they are or in a file, followed by one strategy of each family; and the line
/// that describes a simulated listener.
struct ResponsesTarget: FuzzTarget {
  static let name = "responses"
  /// A longer track is left to tests of speed.
  private static let mostTrials = 300

  private let cells: [Cell]
  private let file = Scratch("responses.csv")

  init() throws {
    cells = try Experiment.parse(
      """
      name: t
      seed: 1
      task: {kind: comparison, notes: [C4, C5], intervals: [prime, major-third-up]}
      listeners: [{name: ann, kind: gaussian, jnd: 5}]
      strategies:
        - {name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}
        - {name: a, kind: adaptive}
        - {name: z, kind: zest, levels: {from: 1, to: 100, count: 5, spacing: log}, threshold: [1, 10, 100], slope: 2}
        - name: i
          kind: interleaved
          tracks: [{name: x, kind: kazez}, {name: y, kind: weighted-up-down, start: 50, step: {factor: 2}}]
      stop: {trials: 60}
      replicates: 10
      """, file: "x.yaml"
    ).plan.cells
  }

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    let text = Array(bytes.dropFirst())
    let cell = cells[Int(way) % cells.count]
    if way & 0x40 != 0 {
      return peach_fuzz.messages {
        let words = try TextFile.text(text, of: "--responder")
        let responder = try ResponderText(parsing: words, place: "--responder", task: cell.task)
        let again = try ResponderText(parsing: responder.resolved, place: "--responder", task: cell.task)
        if again.resolved != responder.resolved { find("another listener: \(responder.resolved)") }
        return [responder.resolved]
      }
    }
    return peach_fuzz.messages {
      var source = file.path
      if way & 0x80 == 0 {
        file.write(text)
      } else {
        source = try TextFile.text(text, of: "--responses")
        // Such a text names a file, which is no matter of this target.
        guard !source.contains(where: { $0 == "/" || $0 == "." }), source != "-" else { return [] }
      }
      let answers = try Responses.read(
        source, for: cell.task, isSigned: cell.factory?.isSigned ?? false, tracks: cell.factory?.facts.tracks ?? [])
      guard answers.count <= Self.mostTrials else { return [] }
      return [TraceText(cell, seed: 1, answers: answers).text(in: PageWidth(columns: 60))]
    }
  }
}
