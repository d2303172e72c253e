import PeachExperiments
import PeachFitting
import PeachSessions
import PeachSupport

/// Words of the command line that have a grammar of their own: `KEY VALUE` of settings, priors and rates of fits, orders of
/// shards. The first byte says which.
struct OptionsTarget: FuzzTarget {
  static let name = "options"

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    return peach_fuzz.messages {
      let text = try TextFile.text(Array(bytes.dropFirst()), of: "x")
      return try way & 1 == 0 ? setting(text) : fit(text, isFree: way & 2 == 0)
    }
  }

  /// What is stored reads back as it was shown.
  private func setting(_ text: String) throws -> [String] {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    // Such a value names a file, which is no matter of this target.
    guard words.count == 2, !words[1].hasPrefix("scala:") else { return [] }
    let checked = try TrainingSettings.checked(words[0], words[1])
    let stored = TrainingSettings.read(stored: [words[0]: checked])
    guard stored.warnings.isEmpty, stored.settings[words[0]] == checked else { find("\(words[0]) is not \(checked)") }
    return [SafeText.line(checked)]
  }

  /// A prior, or the rates `GUESS LAPSE`, of a fit that is refused or planned.
  private func fit(_ text: String, isFree: Bool) throws -> [String] {
    var request = FitRequest()
    if isFree {
      let rates = text.split(separator: " ", maxSplits: 1).map {
        FitRequest.Rate(parsing: String($0), number: NumberGrammar.double)
      }
      (request.guess, request.lapse) = (rates.first ?? nil, rates.last ?? nil)
    } else {
      request.method = .bayes
      request.prior = try Prior(parsing: text)
      if try Prior(parsing: request.prior.text) != request.prior { find("another prior: \(request.prior.text)") }
    }
    let problems = request.contradictions.map(\.message)
    if problems.isEmpty { _ = try request.plan() }
    return problems
  }
}
