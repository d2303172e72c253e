import PeachFitting
import PeachMath
import PeachSupport
import PeachTrials

extension FitEstimator {
  /// Whether a strategy's `estimator` is a fit.
  static func isAsked(in reader: Reader) -> Bool { reader.word("kind", in: "estimator") == kind }

  /// Gives a factory the estimator that the file asks for; the factory itself if that is not a fit.
  static func read(_ reader: Reader, in context: StrategyContext, of factory: StrategyFactory) -> StrategyFactory {
    guard isAsked(in: reader) else { return factory }
    let facts = factory.facts
    // The target of signed steps is a share of answers "higher", not of correct ones.
    let tracks = facts.tracks.isEmpty ? [NamedTrack(name: "", target: facts.comparableTarget)] : facts.tracks
    var result = factory
    result.estimator =
      reader.section("estimator", "How the threshold is computed from the trials") { inner in
        _ = inner.requiredChoice("kind", from: [kind], "A fit")
        return estimator(inner, context.task, tracks)
      } ?? nil
    return result
  }

  /// Lists the settings.
  static func describe(_ reader: Reader) {
    guard let task = try? TrialTask.level(axis: .cents, alternatives: 2) else { return }
    _ = estimator(reader, task, [NamedTrack(name: "", target: nil)])
  }

  /// Nil after a problem.
  private static func estimator(_ reader: Reader, _ task: TrialTask, _ tracks: [NamedTrack]) -> FitEstimator? {
    let request = request(reader, task)
    if reader.isDescribing { return nil }
    if request.reading == .direction, task.kind != .comparison {
      reader.report("expected accuracy: \(task.kind.rawValue) has no answers higher and lower", at: "reading")
      return nil
    }
    let setting = FunctionSetting(function: request.function, isLogLevel: request.isLogLevel)
    if task.axis.scale == .linear, !task.hasNotes, !setting.reportLogarithm(reader, .fitted) { return nil }
    for track in tracks {
      var own = request
      own.at = request.at ?? track.target ?? middle(of: task)
      guard let problem = own.contradictions.first else { continue }
      reader.report(problem.message, at: problem.setting)
      return nil
    }
    do {
      return try FitEstimator(request, of: tracks, in: task)
    } catch {
      reader.report(error.problems[0].message, at: "prior")
      return nil
    }
  }

  private static func request(_ reader: Reader, _ task: TrialTask) -> FitRequest {
    var request = FitRequest()
    request.function = FunctionSetting.readFunction(reader, .fitted)
    request.reading = reader.choice(
      "reading", default: .accuracy,
      "What is fitted: accuracy: the proportion correct against the level; direction: the proportion of higher "
        + "answers against the signed level")
    request.guess = rate(
      reader, "guess",
      "Guess rate γ: a proportion; free or free:MAX, to estimate it; or lapse (γ = λ). Default 1/alternatives, "
        + "free up to 0.25 in yes/no, lapse in the direction reading"
    )
    if request.reading == .accuracy, !task.axis.isSigned, let guess = reader.word("guess").flatMap(NumberGrammar.double)
    {
      task.warn(ofGuess: [guess], reader)
    }
    request.lapse = rate(
      reader, "lapse", "Lapse rate λ: a proportion; free or free:MAX, to estimate it. Default free up to 0.1")
    let isLog = task.axis.scale == .log && request.reading == .accuracy && !request.function.usesLogarithm
    request.isLogLevel = reader.flag(
      "log-level", default: isLog, "true: F is a function of log10 of the level; default true on a log axis, else false"
    )
    request.at = reader.optionalNumber(
      "at", unit: "1", in: .within(0...1),
      "Proportion correct that defines the threshold; default the strategy's target, else halfway from the guess "
        + "rate to 1")
    request.method = reader.choice(
      "method", default: .ml,
      "Method of the fit: ml: maximum likelihood; reduced: maximum of a penalised likelihood; bayes: mode of the "
        + "posterior, with its interval"
    )
    if let text = reader.optionalText(
      "prior", "Prior of a Bayesian fit, written as for peach fit --prior; default psignifit")
    {
      do {
        request.prior = try PeachFitting.Prior(parsing: text)
      } catch {
        reader.report(error.problems[0].message, at: "prior")
      }
    }
    request.hasOverdispersion = reader.flag(
      "overdispersion", default: false,
      "true: a Bayesian fit lets proportions vary more than a binomial distribution allows")
    request.interval = reader.optionalChoice(
      "interval",
      "Method of the 95 % interval; default profile, bca with bootstrap, posterior with bayes")
    request.resamples = reader.optionalInteger(
      "bootstrap", unit: "resamples", in: 100...100_000,
      "Number of parametric bootstrap resamples, which the intervals percentile and bca need")
    request.alternatives = task.alternatives
    return request
  }

  private static func rate(_ reader: Reader, _ name: String, _ meaning: String) -> FitRequest.Rate? {
    let parameter = Parameter(name: name, kind: .text, unit: "1", fallback: "none", meaning: meaning)
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let text = node.text, let rate = FitRequest.Rate(parsing: text, number: NumberGrammar.double) else {
      reader.report(
        "expected a proportion, free, free:MAX\(name == "guess" ? " or lapse" : ""), got \(node.shown)", at: name)
      return nil
    }
    reader.resolve(name, .text(rate.text))
    return rate
  }
}
