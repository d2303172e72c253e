import PeachAnalysis
import PeachFitting
import PeachSupport

/// One fit: each of its quantities with interval and meaning.
struct SingleFitText {
  private let row: FitRow
  private let words: FitWords

  init(_ row: FitRow, _ words: FitWords) {
    self.row = row
    self.words = words
  }

  func text(in page: PageWidth) -> String { table.map { $0.text(in: page) + "\n" } ?? "" }

  /// `nil` if the fit has none of the quantities.
  var table: TextTable? {
    var table = TextTable([
      TextColumn(""), TextColumn("estimate", .number), TextColumn("95 % interval"), TextColumn("", .words),
    ])
    let result = row.result
    var isEmpty = true
    func add(_ name: String, _ value: Double?, _ interval: ConfidenceInterval?, error: Double?, _ meaning: String) {
      guard let value else { return }
      isEmpty = false
      let estimate = Precision(of: value, error: error).text(value)
      table.add([name, estimate, SingleFitText.text(interval, of: value, error: error), meaning])
    }
    func add(_ name: String, _ quantity: Quantity, _ meaning: String) {
      add(
        name, result.value(of: quantity), row.intervals[quantity], error: row.shownError(of: quantity), meaning)
    }
    let isDirection = row.settings.reading == .direction
    if !isDirection || row.settings.at != nil {
      add("threshold", .threshold, words.threshold(result))
    }
    if isDirection {
      let bias = row.intervals[.pse].map { ConfidenceInterval(low: $0.high.map { -$0 }, high: $0.low.map { -$0 }) }
      add("pse", .pse, "\(words.level) where F is ½")
      add("bias", result.bias, bias, error: row.shownError(of: .pse), "\(words.level), −pse")
      add(
        "jnd", result.jnd, row.jndInterval, error: row.jndInterval?.approximateError,
        "\(words.level), from F = 0.5 to 0.75")
    }
    add("width", .width, words.width)
    add("slope", result.slopeOnScale, nil, error: nil, words.slope)
    func addRate(_ name: String, _ rate: Double?, _ interval: ConfidenceInterval?, _ what: String) {
      guard let rate else { return }
      let ends = interval.map { FitWords.rates($0) } ?? ""
      table.add([name, FitWords.rate(rate), ends, what])
    }
    addRate("guess", result.guess, row.rateIntervals[.guess], words.guess(result, row.rateIntervals[.guess]))
    addRate("lapse", result.lapse, row.rateIntervals[.lapse], words.lapse(result, row.rateIntervals[.lapse]))
    return isEmpty ? nil : table
  }

  /// A quantity of a fit and its 95 % interval, `3.15` and `2.31 … 4.02`; `nil` if the fit does not have it.
  static func estimate(_ row: FitRow, _ quantity: Quantity) -> (value: String, interval: String)? {
    guard let value = row.result.value(of: quantity) else { return nil }
    let error = row.shownError(of: quantity)
    return (Precision(of: value, error: error).text(value), text(row.intervals[quantity], of: value, error: error))
  }

  /// `2.31 … 4.02`, or `above 2.31` if an end is open.
  ///
  /// - Parameter error: The error of the value; `nil` if it is unknown or 0.
  static func text(_ interval: ConfidenceInterval?, of value: Double?, error: Double?) -> String {
    guard let interval, let value else { return "" }
    let precision = Precision(of: value, error: error)
    switch (interval.low, interval.high) {
    case (let low?, let high?) where low == high: return precision.text(low)
    case (let low?, let high?): return "\(precision.text(low)) … \(precision.text(high))"
    case (let low?, nil): return "above \(precision.text(low))"
    case (nil, let high?): return "below \(precision.text(high))"
    case (nil, nil): return "open"
    }
  }

  static func likelihood(_ row: FitRow) -> String? {
    guard let logLikelihood = row.result.logLikelihood, let aic = row.aic, let bic = row.bic else { return nil }
    let penalised = row.result.penalised.map { penalised in
      let highest = row.highestLogLikelihood.map { " (maximum without penalty \(TextTable.fixed($0, 3)))" } ?? ""
      return "\(highest); penalised ln L \(TextTable.fixed(penalised, 3))"
    }
    return
      "ln L \(TextTable.fixed(logLikelihood, 3))\(penalised ?? ""); AIC \(TextTable.fixed(aic, 2)), BIC \(TextTable.fixed(bic, 2))"
  }

  static func means(_ belief: FitRow.PosteriorSummary) -> String {
    let overdispersion = belief.overdispersion.map { "; overdispersion η \(FitWords.rate($0))" } ?? ""
    func text(_ mean: Double?) -> String { mean.map { Precision.text($0) } ?? "unbounded" }
    return "means: F is ½ at \(text(belief.threshold)), width \(text(belief.width))\(overdispersion)"
  }

  static func residuals(_ row: FitRow) -> String? {
    let correlations = [
      (row.residuals?.levelCorrelation, "level"), (row.residuals?.predictionCorrelation, "the fitted proportion"),
      (row.residuals?.orderCorrelation, "the order of rows"),
    ]
    let told = correlations.compactMap { value, name in
      value.map { "\(TextTable.fixed($0, 2, signed: true)) with \(name)" }
    }
    return told.isEmpty ? nil : "correlation of residuals " + told.joined(separator: ", ")
  }
}
