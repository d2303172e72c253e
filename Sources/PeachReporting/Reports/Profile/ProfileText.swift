package import PeachAnalysis
import PeachFitting
package import PeachPitch
import PeachSupport
import PeachTrials

/// A listener's profile in the listener's language: the keyboard, all notes together, each note, and the course over
/// time.
package struct ProfileText {
  private let profile: ListenerProfile
  private let thresholds: [SmoothedThreshold]
  private let notes: ClosedRange<Int>
  private let words: ProfileWords
  private let isPlain: Bool

  /// - Parameters:
  ///   - thresholds: `ListenerProfile.smoothedThresholds` of the same profile.
  ///   - notes: The reference notes of training. Other notes with data are shown too.
  ///   - isPlain: Whether the keyboard is drawn in ASCII.
  package init(
    _ profile: ListenerProfile, thresholds: [SmoothedThreshold], notes: ClosedRange<MIDINote>, words: ProfileWords,
    isPlain: Bool
  ) {
    self.profile = profile
    self.thresholds = thresholds
    self.notes = notes.lowerBound.number...notes.upperBound.number
    self.words = words
    self.isPlain = isPlain
  }

  package func text(in page: PageWidth) -> String {
    let width = page.text(atMost: 80)
    let band = KeyboardBand(thresholds, keys: profile.keys(over: notes), isPlain: isPlain)
    let hasThresholds = thresholds.contains { $0.threshold != nil }
    var parts: [String] = []
    if profile.overall != nil {
      parts.append(heading(words.byNote) + noteTable.text(in: page))
      parts.append(heading(words.overTime) + timeTable.text(in: page))
    }
    parts.append(heading(words.matching) + matching.text(to: width))
    if !profile.matching.notes.isEmpty { parts.append(matchingTable.text(in: page)) }
    // The long tables come first, so that the keyboard and the threshold stay on the screen.
    parts.append(
      band.text(empty: thresholds.isEmpty ? words.empty : words.tooFew, to: width)
        + (hasThresholds
          ? TextTable.paragraph("\(words.cents); \(words.smoothedThreshold); \(words.nearer)", to: width) : ""))
    parts.append(heading(words.allNotes) + facts.text(to: width))
    return "\(words.title): \(profile.listener)\n\n" + parts.joined(separator: "\n")
  }

  private func heading(_ text: String) -> String { text + "\n" }

  // MARK: All notes

  private var facts: FactList {
    let statistics = profile.statistics
    let unit = " " + words.cents
    var facts = FactList()
    facts.add(words.trials, TextTable.grouped(profile.overall?.trials ?? 0))
    facts.add(
      words.asked,
      statistics.mean == nil
        ? words.noThreshold : "\(number(statistics.mean))\(unit) (SD \(number(statistics.standardDeviation)))")
    facts.add(words.threshold, threshold(profile.overall) + (profile.overall?.shown == nil ? "" : unit))
    if profile.overall != nil { facts.add("", words.thresholdMeaning) }
    facts.add(words.trend, trend)
    if let original = profile.originalTrend {
      let change = TextTable.fixed(original.change * 100, 0, signed: true)
      facts.add("", "\(name(original.direction)), \(change) %: \(words.originalTrend)")
    }
    facts.add(words.weakSpots, weakSpots)
    return facts
  }

  private var trend: String {
    guard let trend = profile.trend else { return words.noTrend }
    return course + "\(name(trend.direction)) (\(words.trendMeaning))"
  }

  /// The thresholds of the timeline as bars from 0, the largest as high as a line; empty if there are fewer than two.
  private var course: String {
    let thresholds = profile.timeline.map(\.threshold.shown)
    guard thresholds.compactMap(\.self).count > 1 else { return "" }
    return Sparkline.text(thresholds, isPlain: isPlain) + "  "
  }

  private func name(_ direction: Trend.Direction) -> String {
    switch direction {
    case .improving: words.improving
    case .stable: words.stable
    case .declining: words.declining
    }
  }

  private var weakSpots: String {
    guard profile.overall != nil else { return words.noThreshold }
    let spots = profile.weakSpots(in: notes)
    let isNew = spots.allSatisfy { profile.statistics.notes[$0].count == 0 }
    if isNew && spots.count > 10 { return "\(words.notAskedYet): \(spots.count) \(words.notes)" }
    let names = spots.prefix(10).map { MIDINote(unchecked: $0).name } + (spots.count > 10 ? ["…"] : [])
    return names.joined(separator: ", ") + (isNew ? " (\(words.notAskedYet))" : "")
  }

  private func number(_ value: Double?) -> String { value.map { TextTable.fixed($0, 1) } ?? words.noThreshold }

  /// `12.3 (95 %: 10.1–15.0)`, or a dash if the answers determine no threshold.
  private func threshold(_ fit: ProfileThreshold?) -> String {
    guard let fit, fit.shown != nil else { return words.noThreshold }
    return "\(threshold(of: fit)) (\(words.interval): \(interval(fit)))"
  }

  private func interval(_ fit: ProfileThreshold) -> String {
    guard fit.shown != nil else { return words.noThreshold }
    let precision = precision(of: fit)
    return "\(fit.interval.low.map(precision.text) ?? "")–\(fit.interval.high.map(precision.text) ?? "")"
  }

  /// A threshold with the digits that its interval justifies; a dash if the answers determine none.
  private func threshold(of fit: ProfileThreshold?) -> String {
    guard let fit, let value = fit.shown else { return words.noThreshold }
    return precision(of: fit).text(value)
  }

  private func precision(of fit: ProfileThreshold) -> Precision {
    let width = fit.interval.low.flatMap { low in fit.interval.high.map { $0 - low } }
    // A 95 % interval of a normal estimate is 3.92 standard errors wide.
    return Precision(of: fit.shown ?? 0, error: width.map { $0 / 3.92 }, digits: 2)
  }

  // MARK: Tables

  private var noteTable: TextTable {
    var table = TextTable([
      TextColumn(words.note), TextColumn(words.trials, .number), TextColumn(words.mean, .number),
      TextColumn(words.deviation, .number, rank: 2), TextColumn(words.threshold, .number),
      TextColumn(words.interval, .number, rank: 1),
    ])
    for (note, statistics) in profile.statistics.notes.enumerated() where statistics.count > 0 {
      let fit = profile.notes[note]
      table.add([
        MIDINote(unchecked: note).name, TextTable.grouped(statistics.count), number(statistics.mean),
        number(statistics.standardDeviation), threshold(of: fit),
        fit.map(interval) ?? words.noThreshold,
      ])
    }
    return table
  }

  private var timeTable: TextTable {
    var table = TextTable([
      TextColumn(words.sessions), TextColumn(words.began, rank: 2), TextColumn(words.trials, .number),
      TextColumn(words.threshold, .number), TextColumn(words.interval, .number, rank: 1),
    ])
    for stretch in profile.timeline {
      let (first, last) = (stretch.sessions.lowerBound, stretch.sessions.upperBound)
      table.add([
        first == last ? String(first) : "\(first)–\(last)",
        stretch.startedAt.map { String($0.prefix(10)) } ?? words.noThreshold,
        TextTable.grouped(stretch.threshold.trials),
        threshold(of: stretch.threshold), interval(stretch.threshold),
      ])
    }
    return table
  }

  private var matching: FactList {
    let matching = profile.statistics.matching
    var facts = FactList()
    facts.add(words.matchings, TextTable.grouped(matching.count))
    guard matching.count > 0 else {
      facts.add(words.meanError, words.noThreshold)
      facts.add("", words.emptyMatching)
      return facts
    }
    facts.add(
      words.meanError, "\(number(matching.mean)) \(words.cents) (SD \(number(matching.standardDeviation)))")
    let fit = profile.matching.all
    let unit = " " + words.cents
    facts.add(words.constantError, figure(fit.constantError, 1, isSigned: true, unit))
    facts.add(words.variableError, figure(fit.variableError, 1, unit))
    facts.add(words.underAdjustment, figure(fit.underAdjustment, 3, isSigned: true))
    return facts
  }

  private var matchingTable: TextTable {
    var table = TextTable([
      TextColumn(words.note), TextColumn(words.matchings, .number), TextColumn(words.constantError, .number),
      TextColumn(words.variableError, .number),
    ])
    for note in profile.matching.notes {
      table.add([
        MIDINote(unchecked: note.note).name, TextTable.grouped(note.fit.trials),
        figure(note.fit.constantError, 1, isSigned: true), figure(note.fit.variableError, 1),
      ])
    }
    return table
  }

  /// `+4.2 cents (95 %: +1.9 … +6.5)`.
  private func figure(
    _ figure: MatchingFit.Figure?, _ decimals: Int, isSigned: Bool = false, _ unit: String = ""
  ) -> String {
    guard let figure else { return words.noThreshold }
    func text(_ value: Double?) -> String { value.map { TextTable.fixed($0, decimals, signed: isSigned) } ?? "" }
    let interval = "\(text(figure.interval.low)) … \(text(figure.interval.high))"
    return "\(text(figure.value))\(unit) (\(words.interval): \(interval))"
  }
}
