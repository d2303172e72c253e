/// Finds the name that was probably meant.
package enum NearestName {
  /// The candidate nearest to `name` by optimal string alignment (insert, delete, replace, swap neighbours), if at
  /// most a third of its letters differ; the first of equals.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (candidate: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.candidate.count / 3) ? best.candidate : nil
  }

  /// "did you mean 'step'?"; `nil` if no candidate is near.
  package static func question(for name: String, among candidates: [String]) -> String? {
    of(name, among: candidates).map { question(about: $0) }
  }

  /// "did you mean 'step'?"
  package static func question(about name: String) -> String { "did you mean \(SafeText.quoted(name))?" }

  /// The end of a message: "; did you mean 'step'?"; empty if no candidate is near.
  package static func ending(for name: String, among candidates: [String]) -> String {
    question(for: name, among: candidates).map { "; \($0)" } ?? ""
  }

  /// "did you mean 'step'?", else the list of what is allowed.
  package static func hint(for name: String, among candidates: [String], listing what: String) -> String? {
    if let question = question(for: name, among: candidates) { return question }
    return candidates.isEmpty ? nil : "\(what): \(candidates.map(SafeText.cut).joined(separator: ", "))"
  }

  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.unicodeScalars.prefix(100))
    let b = Array(b.unicodeScalars.prefix(100))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
