package import PeachStorage
package import PeachSupport
package import PeachTrials

// What cannot work, though every part of it is right.

extension Plan {
  /// Warnings of strategies that cannot find the truth of a listener, one for each bound that leaves it out.
  ///
  /// - Parameter records: The records of the cells, in order.
  package func outOfReach(_ records: [CellRecord]) -> [Problem] {
    struct Finding {
      var reach: SearchRange
      var cells = 0
      var leftOut: [(truth: Double, listener: String)] = []
    }
    var findings: [Finding] = []
    var places: [SearchRange: Int] = [:]
    for (cell, record) in zip(cells, records) {
      // An estimator in the strategy's place has no such bounds.
      guard let factory = cell.factory, factory.estimator == nil else { continue }
      for (track, estimator) in zip(factory.facts.estimated, record.estimators) {
        guard let reach = track.reach, let truth = estimator.truth else { continue }
        let place = places[reach] ?? findings.count
        if place == findings.count { findings.append(Finding(reach: reach)) }
        places[reach] = place
        findings[place].cells += 1
        if reach.levels.contains(truth) { continue }
        findings[place].leftOut.append((truth, cell.listener))
      }
    }
    return findings.compactMap { found in
      let truths = found.leftOut.map(\.truth)
      guard let first = found.leftOut.first, let low = truths.min(), let high = truths.max() else { return nil }
      let unit = found.reach.unit
      let cells = truths.count == found.cells ? "all \(found.cells)" : "\(truths.count) of \(found.cells)"
      let share = found.cells > 1 ? " in \(cells) combinations of strategy, listener and varied values" : ""
      let all = low == high ? "\(low.brief) \(unit)" : "\(low.brief)…\(high.brief) \(unit)"
      let levels = found.reach.levels
      let confusion = UnitConfusion.of(levels.lowerBound, levels.upperBound, truths: truths, unit: unit)
      return Problem(
        place: found.reach.place, path: found.reach.path,
        message: "\(found.reach.bound.rawValue), \(found.reach.text), "
          + "\(found.reach.bound == .limits ? "do" : "does") not contain the true threshold\(share), "
          + "\(first.truth.brief) \(unit) of listener \(SafeText.cut(first.listener))",
        hint: "widen this range to contain \(all)" + (confusion.map { ", or \($0.advice)" } ?? ""))
    }
  }

  /// The range in which a cell's estimator can find its threshold; `nil` if it is not bounded.
  package func reach(ofCell id: Int, _ estimator: String) -> SearchRange? {
    guard cells.indices.contains(id), let factory = cells[id].factory, factory.estimator == nil else { return nil }
    return factory.facts.estimated.first { $0.estimatorName == estimator }?.reach
  }
}

extension NamedTrack {
  /// The name of its estimator in tables.
  var estimatorName: String { name.isEmpty ? "own" : "own:\(name)" }
}
