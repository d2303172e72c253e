import ArgumentParser
import PeachFitting
import PeachMath
import PeachSupport

/// Options that state what is fitted, and how.
struct FitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The function F, the shape of the psychometric function: \(BuiltInFunctions.all.map { $0.name }.joined(separator: ", ")). Default \
      normal; for choices of live listeners the estimator-function of their experiment.
      """, valueName: "NAME"),
    completion: Completions.functions)
  var function: String?

  @Option(
    help: ArgumentHelp(
      """
      accuracy (default): fit the proportion correct (or yes) against the level. direction: fit the proportion \
      "higher" against the signed level, which also yields the bias.
      """, valueName: "accuracy|direction"))
  var reading: Reading = .accuracy

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The guess rate γ, the lower asymptote: a proportion; free, to estimate it up to MAX; or lapse, to equal the \
      lapse rate. Default 1/alternatives, 0.5 if these are unknown, free in yes/no; lapse with --reading direction.
      """, valueName: "X|A/B|free[:MAX]|lapse"))
  var guess: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Number of alternatives in a trial, 1 to 100; 1 means yes/no. Default the column alternatives of the data, \
      else 2.
      """,
      valueName: "M"))
  var alternatives: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The lapse rate λ, 1 minus the upper asymptote: a proportion; or free, to estimate it up to MAX. Default \
      free up to 0.1.
      """,
      valueName: "X|free[:MAX]"))
  var lapse: String?

  @Flag(help: "Fit a function of log10 of the level, instead of the level.")
  var logLevel = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The proportion that defines the threshold, from 0 to 1. With --reading direction it is the proportion \
      correct, averaged over both signs. By default the threshold is the level at which F, the function without \
      guesses and lapses, is 1/2.
      """, valueName: "P"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      """
      ml: maximum likelihood; reduced (default): maximum of a penalised likelihood, which is always finite and less \
      biased; bayes: a Bayesian posterior.
      """, valueName: "ml|reduced|bayes"))
  var method: FitRequest.Method?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With --method bayes: prior of the parameters. psignifit (the default) derives it from the levels; or state \
      densities such as \
      'width: lognormal(20, 0.8), lapse: beta(1, 20)'.
      """, valueName: "psignifit|TEXT"))
  var prior: String?

  @Flag(help: "With --method bayes: let proportions vary more than a binomial distribution allows.")
  var overdispersion = false

  @Option(
    help: ArgumentHelp(
      "Method of the 95 % intervals; default profile, bca with --bootstrap, posterior with --method bayes.",
      valueName: "profile|wald|percentile|bca|posterior"))
  var interval: IntervalKind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bootstrap: also fit N data sets drawn from the fitted curve; with :nonparametric, from the proportion at each \
      level (only for constant stimuli).
      """, valueName: "N[:nonparametric]"))
  var bootstrap: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Simulate N data sets from the fit, for a p value of its deviance (goodness of fit).
      """, valueName: "N"))
  var simulate: String?

  @Option(
    name: .customLong("catch"),
    help: ArgumentHelp(
      "Use catch trials to estimate the lapse rate; by default the fit ignores them.", valueName: "use"))
  var catches: CatchUse?

  /// Uses of catch trials.
  enum CatchUse: String, CaseIterable, ExpressibleByArgument {
    case use
  }

  /// The request.
  ///
  /// - Parameters:
  ///   - alternatives: Of the task; nil while they are not known.
  ///   - stated: The function that the experiment of the data states.
  /// - Throws: `ValidationError` with all that cannot be fitted.
  func request(alternatives: Int?, stated: (any PsychometricFunction.Type)? = nil) throws -> FitRequest {
    try checkAlternatives()
    var request = FitRequest()
    request.function = try chosenFunction() ?? usual(stated)
    request.reading = reading
    request.guess = try rate("guess", guess)
    request.lapse = try rate("lapse", lapse)
    request.isLogLevel = logLevel
    request.at = try at.map { try number("at", $0, "a proportion") }
    request.method = method ?? .reduced
    request.hasOverdispersion = overdispersion
    try readPrior(into: &request)
    request.interval = interval
    try readBootstrap(into: &request)
    request.simulations = try simulate.map { try count("simulate", $0) } ?? 0
    var checked = request
    if let alternatives {
      request.alternatives = alternatives
      checked = request
    } else if request.guess == nil, reading == .accuracy {
      // The data may say so: whatever some task allows is let through until they are read.
      checked.guess = .fixed(0)
    }
    try checkCatches(request)
    let problems = checked.contradictions.map { "--\($0.setting): \($0.message)" }
    if !problems.isEmpty { throw ValidationError(problems.joined(separator: "\n")) }
    do { _ = try checked.plan() } catch { throw ValidationError(error.description) }
    return request
  }

  private func checkCatches(_ request: FitRequest) throws {
    guard catches != nil else { return }
    if method == .bayes {
      throw ValidationError(
        "--catch: expected --method ml or reduced; with --method bayes, state the lapse rate with --prior 'lapse: "
          + "…'")
    }
    if case .fixed(let lapse) = request.lapseModel {
      throw ValidationError("--catch: expected a lapse rate that is estimated (free), got \(lapse.shortest)")
    }
  }

  /// The function if no option states one. With --log-level a function that takes the logarithm itself has no use.
  func usual(_ stated: (any PsychometricFunction.Type)?) -> any PsychometricFunction.Type {
    guard reading == .accuracy, let stated, !(logLevel && stated.usesLogarithm) else { return NormalFunction.self }
    return stated
  }

  /// The option that requires levels above 0; `nil` if none does.
  ///
  /// - Parameter stated: The function that the experiment of the data states.
  func needsPositiveLevels(_ stated: (any PsychometricFunction.Type)?) -> String? {
    if logLevel { return "--log-level" }
    let name = function ?? usual(stated).name
    return BuiltInFunctions.named(name)?.usesLogarithm == true ? "--function \(name)" : nil
  }

  /// `nil` if no option states one.
  private func chosenFunction() throws -> (any PsychometricFunction.Type)? {
    guard let function else { return nil }
    if let found = BuiltInFunctions.named(function) { return found }
    let names = BuiltInFunctions.all.map { $0.name }
    let hint = NearestName.ending(for: function, among: names)
    throw ValidationError(
      "--function: expected one of \(names.joined(separator: ", ")), got \(SafeText.quoted(function))\(hint)")
  }

  private func rate(_ name: String, _ text: String?) throws -> FitRequest.Rate? {
    guard let text else { return nil }
    if let rate = FitRequest.Rate(parsing: text, number: FitOptions.proportion) { return rate }
    let lapse = name == "guess" ? " or lapse" : ""
    throw ValidationError("--\(name): expected a proportion, A/B, free, free:MAX\(lapse), got \(SafeText.quoted(text))")
  }

  /// A number, or a fraction such as `1/3`.
  private static func proportion(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { NumberGrammar.double(String($0)) }
    switch (parts.count, parts[0], parts.last ?? nil) {
    case (1, let number?, _): return number
    case (2, let above?, let below?) where below != 0: return above / below
    default: return nil
    }
  }

  private func checkAlternatives() throws {
    guard let alternatives else { return }
    if !(1...100).contains(alternatives) {
      throw ValidationError("--alternatives: expected a whole number from 1 (yes/no) to 100, got \(alternatives)")
    }
    if guess != nil { throw ValidationError("--alternatives: cannot be combined with --guess") }
    if reading == .direction {
      throw ValidationError(
        "--alternatives: can be used only with --reading accuracy; with --reading direction, the guess rate equals the "
          + "lapse rate unless --guess states another")
    }
  }

  private func number(_ name: String, _ text: String, _ expected: String) throws -> Double {
    if let value = NumberGrammar.double(text) { return value }
    throw ValidationError("--\(name): expected \(expected), got \(SafeText.quoted(text))")
  }

  private func count(_ name: String, _ text: String) throws -> Int {
    if let value = NumberGrammar.integer(text) { return value }
    throw ValidationError("--\(name): expected a whole number, got \(SafeText.quoted(text))")
  }

  private func readPrior(into request: inout FitRequest) throws {
    guard let prior else { return }
    guard method == .bayes else { throw ValidationError("--prior: needs --method bayes") }
    do { request.prior = try Prior(parsing: prior) } catch { throw ValidationError(error.description) }
  }

  private func readBootstrap(into request: inout FitRequest) throws {
    guard let bootstrap else { return }
    let parts = bootstrap.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let resamples = NumberGrammar.integer(parts[0]) else {
      throw ValidationError("--bootstrap: expected N or N:nonparametric, got \(SafeText.quoted(bootstrap))")
    }
    if parts.count == 2 {
      guard parts[1] == Bootstrap.Kind.nonparametric.rawValue else {
        throw ValidationError("--bootstrap: expected N or N:nonparametric, got \(SafeText.quoted(bootstrap))")
      }
      request.bootstrap = .nonparametric
    }
    request.resamples = resamples
  }
}
