package import PeachSupport
package import PeachTrials

/// The measured parameters of a listener, with their errors.
package struct TwinParameters: Hashable, Sendable {
  /// 0.67449 σ, in cents.
  package var jnd: Double
  /// ℓ: twice the λ of a fit.
  package var lapse: Double
  /// Cents.
  package var bias: Double
  /// Standard errors: of ln JND, of the bias in cents, of the logit of λ.
  package var errors = [0.0, 0, 0]
  /// Correlations of these: JND and bias, JND and lapse, bias and lapse.
  package var correlations = [0.0, 0, 0]

  private static let errorNames = ["jnd-error", "bias-error", "lapse-error"]
  private static let correlationNames = ["jnd-bias-r", "jnd-lapse-r", "bias-lapse-r"]

  package init(
    jnd: Double, lapse: Double, bias: Double, errors: [Double] = [0, 0, 0], correlations: [Double] = [0, 0, 0]
  ) {
    self.jnd = jnd
    self.lapse = lapse
    self.bias = bias
    self.errors = errors
    self.correlations = correlations
  }

  init(_ reader: Reader) {
    _ = reader.optionalText(
      "of",
      "ID of a listener on this machine; the stored experiment also has the values measured for that listener")
    _ = reader.optionalInteger(
      "calibration", in: 1...1_000_000_000,
      "Number of the listener's calibration (peach calibrate listener) to use; default the last")
    _ = reader.optionalInteger(
      "comparisons", in: 1...1_000_000_000,
      "Number of comparisons from which Peach fitted the twin, if the listener had no calibration (peach calibrate "
        + "listener)")
    jnd = reader.number(
      "jnd", unit: "cents", in: .positive,
      "Just-noticeable difference, 0.67449 times the standard deviation of the noise; default the measured one"
    )
    lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0, "Probability of answering a trial without listening")
    bias = reader.number(
      "bias", unit: "cents", default: 0,
      "Response bias, added to each heard difference; two notes seem equal at a difference of −bias")
    let meanings = [
      "Standard error of the natural logarithm of jnd", "Standard error of the bias",
      "Standard error of the logit of λ, where λ = lapse/2, because half of the lapses are correct by chance",
    ]
    errors = zip(TwinParameters.errorNames, meanings).map { name, meaning in
      reader.number(name, unit: name == "bias-error" ? "cents" : "1", in: .atLeast(0), default: 0, meaning)
    }
    let pairs = ["jnd and bias", "jnd and lapse", "bias and lapse"]
    correlations = zip(TwinParameters.correlationNames, pairs).map { name, pair in
      reader.number(name, unit: "1", in: .within(-1...1), default: 0, "Correlation of the errors of \(pair)")
    }
    if !reader.isDescribing, factor == nil {
      reader.report("expected correlations of a positive definite matrix", at: TwinParameters.correlationNames[0])
      correlations = [0, 0, 0]
    }
  }

  /// The parameters in the syntax of a file.
  ///
  /// - Parameter hasErrors: Whether to include the errors.
  package func fields(hasErrors: Bool) -> [Value.Field] {
    var fields = [
      Value.Field("jnd", .number(jnd)), Value.Field("lapse", .number(lapse)), Value.Field("bias", .number(bias)),
    ]
    guard hasErrors else { return fields }
    fields += zip(TwinParameters.errorNames, errors).map { Value.Field($0, .number($1)) }
    fields += zip(TwinParameters.correlationNames, correlations).map { Value.Field($0, .number($1)) }
    return fields
  }

  /// The lower triangle whose product with its transpose is the matrix of correlations; `nil` if they cannot be together.
  private var factor: (b: Double, c: [Double], own: [Double])? {
    let (r, s, t) = (correlations[0], correlations[1], correlations[2])
    let second = (max(0, 1 - r * r)).squareRoot()
    let crossed = second > 1e-9 ? (t - r * s) / second : 0
    let rest = 1 - s * s - crossed * crossed
    return rest >= -1e-9 ? (r, [s, crossed], [second, max(0, rest).squareRoot()]) : nil
  }

  /// The greatest λ that is drawn, where the fit's own is not more: as far as calibrations look.
  private static let greatestAsymptote = 0.065

  /// Another listener who may have been measured. Six draws.
  package func drawn(using random: inout RandomStream) -> TwinParameters {
    let (first, second, third) = (random.normal(), random.normal(), random.normal())
    let factor = factor ?? (0, [0, 0], [1, 1])
    let bent = factor.b * first + factor.own[0] * second
    let lapsed = factor.c[0] * first + factor.c[1] * second + factor.own[1] * third
    let asymptote = lapse / 2
    // At 0 there is no logit, and nothing to be drawn.
    let odds = asymptote / (1 - asymptote) * exp(errors[2] * lapsed)
    let drawn = min(odds / (1 + odds), max(asymptote, TwinParameters.greatestAsymptote))
    return TwinParameters(
      jnd: jnd * exp(errors[0] * first), lapse: 2 * drawn, bias: bias + errors[1] * bent)
  }
}
