package import PeachAnalysis
import PeachFitting
import PeachStorage
package import PeachSupport
import PeachTrials

/// The blocks of a study that runs, as a table for programs and a page for people.
package enum StudyTable {
  private static let all: [TableColumn<StudyBlock>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("listener", "The listener's ID", text: { $0.listener }),
    .init(
      "place", "Number of the listener in the study, from 1, which decides the order of blocks", integer: { $0.place }
    ).within(.atLeast(1)),
    .init("group", "Name of the listener's group; empty if the study has no groups", text: { $0.group }),
    .init("day", "Name of the day of the study; empty if the study has no days", text: { $0.part.day }),
    .init("block", "Name of the block; the block of practice trials is called practice", text: { $0.part.block }),
    .init("condition", "Name of the condition; empty if the block has no conditions", text: { $0.part.condition }),
    .init(
      "position", "Position of the block in the listener's order, from 1; empty for practice", integer: { $0.position }
    )
    .within(.atLeast(1)),
    .init(
      "status",
      "State of the block, such as done; running: answered in the last five minutes; unfinished: begun but not "
        + "ended", text: { $0.status.rawValue }
    ).oneOf(StudyBlock.Status.allCases.map(\.rawValue)),
    .init(
      "session", "Number of the session in which the listener did the block; empty if it has not begun",
      integer: { $0.session?.number }
    )
    .within(.atLeast(1)),
    .init("trials", "Number of answered trials", integer: { $0.session?.trials ?? 0 }).within(.atLeast(0)),
    .init("catch_trials", "Number of answered catch trials, which check attention", integer: { $0.result?.catchTrials })
      .within(.atLeast(0)),
    .init("catch_wrong", "Number of catch trials answered wrongly", integer: { $0.result?.catchWrong }).within(
      .atLeast(0)),
    .init(
      "threshold", unit: "UNIT",
      "Threshold from a fit of the block's trials, the same fit for every block; empty for matchings",
      number: { $0.threshold?.value }),
    .init("threshold_low", unit: "UNIT", "Lower end of the threshold's 95 % interval", number: { $0.threshold?.low }),
    .init("threshold_high", unit: "UNIT", "Upper end of the threshold's 95 % interval", number: { $0.threshold?.high }),
    .init("unit", "Unit of the threshold", text: { $0.result?.unit }),
    .init(
      "fit_status", "Status of the fit: ok, or why it has no valid threshold",
      text: { $0.result?.fit?.result.status.rawValue }),
    .init(
      "mean_error_cents", unit: "cents", "Mean error of the block's pitch matchings; positive: sharp",
      number: { $0.result?.meanError?.value }),
    .init(
      "mean_error_low_cents", unit: "cents", "Lower end of the mean error's 95 % interval",
      number: { $0.result?.meanError?.low }),
    .init(
      "mean_error_high_cents", unit: "cents", "Upper end of the mean error's 95 % interval",
      number: { $0.result?.meanError?.high }),
    .init(
      "stalls", "Number of trials presented again because their sound was interrupted", integer: { $0.session?.stalls }
    ).within(
      .atLeast(0)),
    .init(
      "warnings", "Warnings for the experimenter, such as wrong catch trials; empty if there is nothing to report",
      text: { $0.warnings.nonEmpty }),
    .init(
      "excluded", "Note of the experimenter who excluded the block; empty if it is not excluded",
      text: { $0.session?.note }),
    .init(
      "started_at", "Start of the block (UTC); empty if it ran in simulated time (--fast)",
      time: { $0.session?.startedAt }),
    .init("last_answer_at", "Time of the last answer in the block (UTC)", time: { $0.lastAnswerAt }),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  package static func row(_ block: StudyBlock) -> [Value?] { all.map { $0.value(block) } }

  // MARK: For people

  /// The whole page: one table of listeners, one of blocks that began.
  ///
  /// - Parameters:
  ///   - blocks: Each listener's in the listener's order, listeners by place.
  ///   - now: ISO 8601 UTC.
  package static func text(_ study: String, _ blocks: [StudyBlock], now: String, in page: PageWidth) -> String {
    heading(study, blocks, now, page) + (blocks.isEmpty ? "" : "\n" + listeners(blocks, now, page))
      + results(blocks.filter { $0.hasBegun && $0.position != nil }, page)
  }

  /// The page in at most so many lines: if necessary with only the blocks that run or have a warning, and then only its
  /// first lines.
  package static func lines(
    _ study: String, _ blocks: [StudyBlock], now: String, in page: PageWidth, rows: Int
  ) -> [String] {
    func lines(_ text: String) -> [String] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
      return lines
    }
    let whole = lines(text(study, blocks, now: now, in: page))
    if whole.count <= rows { return whole }
    let top = heading(study, blocks, now, page) + "\n" + listeners(blocks, now, page)
    let urgent = blocks.filter { $0.status == .running || !$0.warnings.isEmpty }
    let shown = lines(top + results(urgent, page))
    if shown.count <= rows { return shown }
    return shown.prefix(max(0, rows - 1)) + ["… \(shown.count - rows + 1) more lines in a larger window"]
  }

  private static func heading(_ study: String, _ blocks: [StudyBlock], _ now: String, _ page: PageWidth) -> String {
    let listeners = groups(blocks)
    let counts = StudyBlock.Status.allCases.compactMap { status -> String? in
      let count = listeners.count { self.status(of: $0) == status }
      return count == 0 ? nil : "\(count) \(status == .left ? "not begun" : status.rawValue)"
    }
    let who =
      listeners.isEmpty
      ? "no listener has begun" : "\(TextTable.counted(listeners.count, "listener")): \(counts.joined(separator: ", "))"
    let time = now.prefix(19).replacing("T", with: " ") + " UTC"
    return TextTable.paragraph("study \(SafeText.cut(study)), \(time): \(who)", to: page.text())
  }

  private static func groups(_ blocks: [StudyBlock]) -> [[StudyBlock]] {
    var groups: [[StudyBlock]] = []
    for block in blocks {
      if groups.last?.first?.listener == block.listener {
        groups[groups.count - 1].append(block)
      } else {
        groups.append([block])
      }
    }
    return groups
  }

  /// The state of a listener by the listener's blocks.
  private static func status(of blocks: [StudyBlock]) -> StudyBlock.Status {
    if blocks.contains(where: { $0.status == .running }) { return .running }
    if blocks.contains(where: \.isScreenedOut) { return .excluded }
    let own = blocks.filter { $0.position != nil }
    let begun = own.filter(\.hasBegun)
    if !begun.isEmpty, begun.allSatisfy({ $0.status == .excluded }) { return .excluded }
    if !blocks.contains(where: { $0.status == .left || $0.status == .unfinished }) { return .done }
    return blocks.contains(where: \.hasBegun) ? .unfinished : .left
  }

  private static func listeners(_ blocks: [StudyBlock], _ now: String, _ page: PageWidth) -> String {
    var table = TextTable([
      TextColumn("listener"), TextColumn("place", .number, rank: 2), TextColumn("is"),
      TextColumn("done", .number), TextColumn("left", .number), TextColumn("trials", .number, rank: 1),
      TextColumn("now or next", rank: 1), TextColumn("last answer", .number, rank: 1),
    ])
    let isOver = { (block: StudyBlock) in
      block.status != .left && block.status != .unfinished && block.status != .running
    }
    for own in groups(blocks) {
      // The conditions of a block are done together.
      let counted = Dictionary(grouping: own.filter { $0.position != nil }) { [$0.part.day, $0.part.block] }.values
      let next = own.first { !isOver($0) }
      let last = own.compactMap(\.lastAnswerAt).max()
      table.add([
        SafeText.cut(own[0].listener), String(own[0].place), status(of: own).rawValue,
        String(counted.count { $0.allSatisfy { [.done, .excluded].contains($0.status) } }),
        String(counted.count { !$0.allSatisfy(isOver) }),
        TextTable.grouped(own.reduce(0) { $0 + ($1.session?.trials ?? 0) }),
        own[0].isScreenedOut
          ? "screened out"
          : next.map { block in
            SafeText.cut(LabPart(block: block.part.block, day: block.part.day).text)
              + ((block.session?.trials).map { " after \($0)" } ?? "")
          } ?? "–",
        last.map { age(of: $0, at: now) } ?? "–",
      ])
    }
    return table.text(in: page)
  }

  /// Empty if there are none.
  private static func results(_ blocks: [StudyBlock], _ page: PageWidth) -> String {
    guard !blocks.isEmpty else { return "" }
    var table = TextTable([
      TextColumn("listener"), TextColumn("block"), TextColumn("is", rank: 2), TextColumn("trials", .number, rank: 2),
      TextColumn("threshold", .number), TextColumn("95 % interval", rank: 1), TextColumn("catch", .number, rank: 1),
      TextColumn("warnings", .words),
    ])
    for block in blocks {
      let estimate = estimate(of: block)
      let catches = block.result.flatMap { result in
        result.catchTrials > 0 ? "\(result.catchTrials - result.catchWrong)/\(result.catchTrials)" : nil
      }
      table.add([
        SafeText.cut(block.listener), SafeText.cut(block.part.text), block.status.rawValue,
        TextTable.grouped(block.session?.trials ?? 0), estimate.value, estimate.interval, catches ?? "",
        block.status == .excluded ? block.session?.note ?? "" : block.warnings,
      ])
    }
    return "\n" + table.text(in: page)
  }

  private static func estimate(of block: StudyBlock) -> (value: String, interval: String) {
    let unit = SafeText.cut(block.result?.unit ?? "")
    if let fit = block.result?.fit, fit.result.status.hasThreshold,
      let text = SingleFitText.estimate(fit, .threshold)
    {
      return ("\(text.value) \(unit)", text.interval)
    }
    guard let error = block.result?.meanError else { return ("", "") }
    func fixed(_ value: Double) -> String { TextTable.fixed(value, 1, signed: true) }
    return ("\(fixed(error.value)) cents", "\(fixed(error.low)) … \(fixed(error.high))")
  }

  /// How long ago a time was, in words.
  private static func age(of time: String, at now: String) -> String {
    guard let then = Timestamp.seconds(of: time), let now = Timestamp.seconds(of: now) else { return time }
    let age = max(0, now - then)
    if age < 120 { return "\(age) s ago" }
    if age < 7200 { return "\(age / 60) min ago" }
    return age < 172_800 ? "\(age / 3600) h ago" : "\(age / 86_400) days ago"
  }
}

extension StudyBlock {
  /// The threshold with its interval; `nil` without a usable fit.
  fileprivate var threshold: (value: Double, low: Double?, high: Double?)? {
    guard let fit = result?.fit, fit.result.status.hasThreshold, let value = fit.result.threshold else {
      return nil
    }
    return (value, fit.intervals[.threshold]?.low, fit.intervals[.threshold]?.high)
  }

  fileprivate var hasBegun: Bool { session != nil }

  /// Fits of fewer trials say nothing to worry about.
  private static let fewTrials = 20

  /// Reasons for the experimenter to look at the block, in words; empty if there are none.
  fileprivate var warnings: String {
    var warnings: [String] = []
    if status == .unfinished { warnings.append("left after trial \(session?.trials ?? 0)") }
    if status == .excluded { return "" }
    if let reason = session?.endReason, ["floor", "ceiling"].contains(reason) {
      warnings.append("ended at its \(reason)")
    }
    if let stalls = session?.stalls, stalls > 0 {
      warnings.append("the sound was interrupted \(stalls == 1 ? "once" : "\(stalls) times")")
    }
    guard let result else { return warnings.joined(separator: "; ") }
    if result.hasManyLapses { warnings.append("\(result.catchWrong) of \(result.catchTrials) catch trials wrong") }
    if let drift = result.drift, drift.isDrifting {
      warnings.append("the threshold \(drift.isDown ? "falls" : "rises") over the block")
    }
    if let fit = result.fit, fit.trials >= StudyBlock.fewTrials, !fit.result.status.hasThreshold {
      warnings.append("no threshold: \(fit.result.status.rawValue)")
    }
    return warnings.joined(separator: "; ")
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
