import PeachAnalysis
import PeachFitting
import PeachPitch
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal
import PeachTrials

/// A listener's profile as a page shows it: the picture and its numbers.
struct PageProfile: Encodable, Sendable {
  struct Row: Encodable, Sendable {
    var label: String
    var value: String
  }

  var title: String
  /// A text alternative of the picture.
  var description: String
  var rows: [Row]

  /// Threads for the fits of one profile.
  private static let jobs = 2
  /// The most weak spots that are named.
  private static let mostSpots = 5

  static func words(_ words: Words) -> ProfileWords { words.language == .german ? .german : .english }

  static func picture(
    of listener: String, size: KeyboardPicture.Size, in database: LiveDatabase, words: Words
  ) async throws -> KeyboardPicture {
    let profile = try await ListenerProfile(of: listener, in: database, jobs: jobs)
    return try await picture(of: profile, size: size, in: database, words: words)
  }

  private static func picture(
    of profile: ListenerProfile, size: KeyboardPicture.Size, in database: LiveDatabase, words: Words
  ) async throws -> KeyboardPicture {
    let notes = try database.trainingSettings(of: profile.listener).settings.notes.range(profile.statistics)
    return KeyboardPicture(
      of: profile, thresholds: await profile.smoothedThresholds(jobs: jobs), notes: notes,
      texts: KeyboardPicture.Texts(self.words(words)), size: size)
  }

  init(of listener: String, in database: LiveDatabase, words: Words) async throws {
    let names = PageProfile.words(words)
    let profile = try await ListenerProfile(of: listener, in: database, jobs: PageProfile.jobs)
    let picture = try await PageProfile.picture(of: profile, size: .full, in: database, words: words)
    title = names.title
    description = picture.description
    let statistics = profile.statistics
    func cents(_ value: Double?) -> String { value.map { "\($0.brief) \(names.cents)" } ?? "–" }
    let threshold = profile.overall?.shown
    let range = profile.overall.flatMap { fit -> String? in
      guard fit.shown != nil, let low = fit.interval.low, let high = fit.interval.high else { return nil }
      return " (\(low.brief)–\(high.brief))"
    }
    let trend = profile.trend.map { trend in
      switch trend.direction {
      case .improving: names.improving
      case .stable: names.stable
      case .declining: names.declining
      }
    }
    var rows = [
      Row(label: names.threshold, value: cents(threshold) + (range ?? "")),
      Row(label: names.trials, value: String(profile.overall?.trials ?? 0)),
      Row(
        label: "\(names.mean) ± \(names.deviation)",
        value: cents(statistics.mean)
          + (statistics.standardDeviation.map { " ± \($0.brief)" } ?? "")),
    ]
    if profile.overall != nil {
      let notes = try database.trainingSettings(of: listener).settings.notes.range(statistics)
      let spots = profile.weakSpots(in: notes.lowerBound.number...notes.upperBound.number, count: 5)
      rows.append(Row(label: names.trend, value: trend ?? names.noTrend))
      // Without any threshold every note is a weak spot.
      if threshold != nil {
        let shown = spots.prefix(PageProfile.mostSpots).map { MIDINote(unchecked: $0).name }
        rows.append(Row(label: names.weakSpots, value: shown.joined(separator: ", ")))
      }
    }
    let matching = statistics.matching
    rows.append(
      Row(
        label: "\(names.matching): \(names.meanError)",
        value: matching.count > 0
          ? cents(matching.mean) + " (\(matching.count) \(names.matchings))" : names.emptyMatching))
    self.rows = rows
  }
}
