import Analysis
import Configuration
import Fitting
import Glibc

/// One fit: each quantity that it has, with its interval and what it is.
struct SingleFitText {
  private let row: FitRow
  private let words: FitWords

  init(_ row: FitRow, _ words: FitWords) {
    self.row = row
    self.words = words
  }

  func text(in page: PageWidth) -> String { table.map { $0.text(in: page) + "\n" } ?? "" }

  /// nil where the fit has none of the quantities.
  var table: TextTable? {
    var table = TextTable([
      TextColumn(""), TextColumn("estimate", .number), TextColumn("95 % interval"), TextColumn("", .words),
    ])
    var isEmpty = true
    func add(_ name: String, _ value: Double?, _ interval: Interval?, error: Double? = nil, _ what: String) {
      guard let value else { return }
      isEmpty = false
      let estimate = Precision(of: value, error: uncertainty(interval) ?? error).text(value)
      table.add([name, estimate, SingleFitText.text(interval, of: value, error: uncertainty(interval) ?? error), what])
    }
    /// A gap is exact; of others about the standard error.
    func uncertainty(_ interval: Interval?) -> Double? {
      row.result.status == .step ? nil : SingleFitText.error(interval)
    }
    let result = row.result
    let isDirection = row.settings.reading == .direction
    if !isDirection || row.settings.at != nil {
      add(
        "threshold", result.threshold, row.intervals[.threshold], error: row.errors[.threshold],
        words.threshold(result))
    }
    if isDirection {
      let pse = row.intervals[.pse]
      let bias = pse.map { Interval(low: $0.high.map { -$0 }, high: $0.low.map { -$0 }) }
      add("pse", result.pse, pse, error: row.errors[.pse], "\(words.level) where F is ½")
      add("bias", result.bias, bias, error: row.errors[.pse], "\(words.level), −pse")
      add("jnd", result.jnd, row.jndInterval, "\(words.level), from F = 0.5 to 0.75")
    }
    add("width", result.width, row.intervals[.width], error: row.errors[.width], words.width)
    add("slope", result.slopeOnScale, nil, words.slope)
    func addRate(_ name: String, _ rate: Double?, _ interval: Interval?, _ what: String) {
      guard let rate else { return }
      let ends = interval.map { FitWords.rates($0) } ?? ""
      table.add([name, FitWords.rate(rate), ends, what])
    }
    addRate("guess", result.guess, row.rateIntervals[.guess], words.guess(result, row.rateIntervals[.guess]))
    addRate("lapse", result.lapse, row.rateIntervals[.lapse], words.lapse(result, row.rateIntervals[.lapse]))
    return isEmpty ? nil : table
  }

  /// About one standard error.
  static func error(_ interval: Interval?) -> Double? {
    guard let low = interval?.low, let high = interval?.high else { return nil }
    return (high - low) / 4
  }

  /// `2.31 … 4.02`; of an open one what is known.
  ///
  /// - Parameter error: Of the value; nil where it is unknown or 0.
  static func text(_ interval: Interval?, of value: Double?, error: Double?) -> String {
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
    let highest = row.highestLogLikelihood.map { ", the highest \(TextTable.fixed($0, 3))" } ?? ""
    let penalised = row.result.penalised.map { " (penalised \(TextTable.fixed($0, 3))\(highest))" } ?? ""
    return
      "ln L \(TextTable.fixed(logLikelihood, 3))\(penalised), AIC \(TextTable.fixed(aic, 2)), BIC \(TextTable.fixed(bic, 2))"
  }

  static func means(_ belief: FitRow.PosteriorSummary) -> String {
    let overdispersion = belief.overdispersion.map { "; overdispersion η \(FitWords.rate($0))" } ?? ""
    func text(_ mean: Double?) -> String { mean.map { Precision.text($0) } ?? "beyond all numbers" }
    return "means: F is ½ at \(text(belief.threshold)), width \(text(belief.width))\(overdispersion)"
  }

  static func residuals(_ row: FitRow) -> String? {
    let correlations = [
      (row.residuals?.levelCorrelation, "level"), (row.residuals?.predictionCorrelation, "prediction"),
      (row.residuals?.orderCorrelation, "order"),
    ]
    let told = correlations.compactMap { value, name in
      value.map { "\(TextTable.fixed($0, 2, signed: true)) with \(name)" }
    }
    return told.isEmpty ? nil : "r = " + told.joined(separator: ", ")
  }
}
