import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSessions
import PeachStorage
import PeachTerminal
import PeachTrials

/// Databases of live listeners: a sound one, changed as the input says, is listed, exported, fitted and followed, or
/// refused.
struct ListenersTarget: FuzzTarget {
  static let name = "listeners"

  private let damage: Damage
  private let page = PageWidth(columns: 60)
  private let file = Scratch("peach.sqlite")

  init() throws { damage = try Damage(of: "peach.sqlite") }

  /// One of the commands that read records, which the first byte chooses.
  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    damage.write(Array(bytes.dropFirst()), to: file)
    return peach_fuzz.messages {
      guard let live = try LiveDatabase.existing(at: file.path), let listener = try live.listeners().first else {
        return []
      }
      return try texts(of: listener.id, in: live, Int(way))
    }
  }

  private func texts(of id: String, in live: LiveDatabase, _ way: Int) throws -> [String] {
    switch way % (ListenerTables.all.count + 6) {
    case let place where place < ListenerTables.all.count:
      let kind = ListenerTables.all[place]
      var isRagged = false
      try kind.forEachRow(of: id, in: live) { isRagged = isRagged || $0.count != kind.columns.count }
      if isRagged { find("\(kind.name): rows of other lengths than the header") }
      return []
    case ListenerTables.all.count: return try live.trainingSettings(of: id).warnings
    case ListenerTables.all.count + 1:
      var request = FitRequest()
      request.interval = .wald
      return try Fits.texts(of: FitData.read(id, in: live).table, request, by: [])
    case ListenerTables.all.count + 2:
      let (profile, thresholds) = try waited { () -> Result<(ListenerProfile, [SmoothedThreshold]), any Error> in
        do {
          let profile = try await ListenerProfile(of: id, in: live, jobs: 1)
          return .success((profile, await profile.smoothedThresholds(jobs: 1)))
        } catch { return .failure(error) }
      }.get()
      let notes = TrainingSettings.standard.notes.range(profile.statistics)
      let text = ProfileText(
        profile, thresholds: thresholds, notes: notes, words: ProfileWords.english, isPlain: false)
      return [text.text(in: page)]
    case ListenerTables.all.count + 3:
      return ["\(try Twins.source(of: way & 2 == 0 ? id : "twin", calibration: way < 128 ? nil : 1, in: live))"]
    case ListenerTables.all.count + 4:
      return try live.deviceProfiles().map { "\(String(describing: $0.calibration?.greatestOffset))" }
    default:
      let stored = try StoredSession(1 + way / 128, of: id, in: live, kinds: .builtIn)
      guard stored.kind == .comparison else { return [MatchingTrace(try stored.matchings(in: live)).text(in: page)] }
      let trials = try stored.comparisons(in: live).trials
      return [try TraceText(stored.cell, stored.stages, streams: stored.streams, trials: trials).text(in: page)]
    }
  }
}
