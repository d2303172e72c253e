import Foundation
import PeachCommands
import PeachReporting
import PeachSessions
import PeachStorage

/// The shards of one simulation, one of them changed as the input says: they are refused, or make a file of which every
/// table reads.
struct ShardsTarget: FuzzTarget {
  static let name = "shards"

  private let damage: Damage
  /// Those of comparisons.
  private let tables: [any ResultsTable.Type]
  private let sound = Scratch("sound.sqlite")
  private let changed = Scratch("changed.sqlite")
  private let whole = Scratch("whole.sqlite")

  init() throws {
    damage = try Damage(of: "shard-2.sqlite")
    sound.write(Base.bytes(of: "shard-1.sqlite"))
    let path = sound.path
    tables = ResultsTables.all.filter { (try? Tables.read($0, of: path)) != nil }
  }

  /// The first byte says which comes first, and which table is read.
  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    damage.write(Array(bytes.dropFirst()), to: changed)
    return peach_fuzz.messages {
      let paths = [sound.path, changed.path]
      let merging = try ResultsMerging(way & 1 == 0 ? paths : paths.reversed())
      defer { whole.remove() }
      guard try merging.merge(into: whole.path, replacing: true, progress: { _ in true }) else { find("not merged") }
      do {
        try Tables.read(tables[Int(way >> 1) % tables.count], of: whole.path)
      } catch {
        find("merged, and then: \(error)")
      }
      return []
    }
  }
}
