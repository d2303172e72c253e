import PeachExperiments
import PeachPitch

/// Scala files: what is read is a tuning in which every interval has a size, and its text reads back as the same.
struct ScaleTarget: FuzzTarget {
  static let name = "scale"

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let file = try ScalaFile(bytes: bytes, file: "x.scl")
      guard try ScalaFile(text: file.text, file: "again") == file else { find("another scale: \(file.text)") }
      let tuning = try ScalaScale(file, label: "x:0", map: file.noteCount == 12 ? nil : file.nearestMap)
      for note in try MIDINote.range.map({ try MIDINote($0) }) {
        for interval in DirectedInterval.all where !tuning.size(of: interval, above: note).value.isFinite {
          find("\(interval) above \(note) has no size in \(file.text)")
        }
      }
      return []
    }
  }
}
