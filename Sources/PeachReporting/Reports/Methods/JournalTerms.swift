import PeachSupport

/// The words of a paper for the keys, words and units of experiment files. Whatever is missing here keeps its own words.
package enum JournalTerms {
  /// A parameter in a table.
  ///
  /// - Parameters:
  ///   - key: The key in the experiment file.
  ///   - kind: The kind of the strategy or listener that has it. Some keys differ between kinds.
  package static func name(of key: String, in kind: String = "") -> String {
    namesOfKinds["\(kind).\(key)"] ?? names[key] ?? key.replacing("-", with: " ")
  }

  /// A word that stands for a choice.
  package static func word(_ word: String, of key: String) -> String {
    words["\(key).\(word)"] ?? words[word] ?? word
  }

  /// A unit after a number: `µs`.
  static func unit(_ unit: String) -> String { units[unit] ?? unit }

  /// A unit after the number 1: `cent`.
  static func singular(_ unit: String) -> String {
    ["cents", "trials", "reversals", "log₁₀ units"].contains(unit) ? String(unit.dropLast()) : self.unit(unit)
  }

  /// A unit in the denominator: `/cent`, `/µs`.
  static func per(_ unit: String) -> String {
    if unit.contains("log10") { return " per log₁₀ unit" }
    return unit.hasPrefix("√") ? "/√" + singular(String(unit.dropFirst())) : "/" + singular(unit)
  }

  /// A psychometric function: `Weibull function`.
  static func function(_ name: String) -> String { word(name, of: "function") + " function" }

  /// The formula of a function with spaces around plus and minus signs: `1 − exp(−(x/α)^β)`.
  static func formula(_ formula: String) -> String {
    formula.reduce(into: "") { text, sign in
      let isBinary = "−+".contains(sign) && text.last.map { $0.isLetter || $0.isNumber || $0 == ")" } == true
      text += isBinary ? " \(sign) " : String(sign)
    }
  }

  /// A listener model: `Gaussian model`, or `learning model`. A bare psychometric function is no model.
  package static func model(_ kind: String) -> String {
    kind == "psychometric" ? "psychometric function" : (models[kind] ?? kind) + " model"
  }

  /// A name that the author of an experiment chose, in quotation marks.
  static func quoted(_ name: String) -> String { "‘\(name)’" }

  private static let models = [
    "gaussian": "Gaussian", "lapse-bursts": "lapse-burst",
    "history": "choice-history", "memory": "pitch-memory",
  ]

  private static let units = [
    "us": "µs", "deg": "°", "percent": "%",
  ]

  private static let names = [
    // Staircases and other rules
    "down": "correct answers before a step down", "up": "wrong answers before a step up", "start": "starting value",
    "at-limit": "trials at a limit that ended a run", "step-from": "starting point of a step",
    "target": "target proportion",
    "initial-rule": "rule before the first reversal", "ratio": "step down divided by step up",
    "min-step": "smallest step", "max-step": "largest step", "wald-limit": "Wald limit W",
    "estimator": "threshold estimate", "reduced-hit-rate": "target value of the reduced hit rate, t",
    "comfort": "comfort trials", "catch": "catch trials", "signed": "signed levels",
    "narrowing": "constant after correct answers", "widening": "constant after wrong answers",
    "natural-mechanical": "probability of a weak note", "direction": "direction of the series",
    "series": "number of series", "repetitions": "presentations of each level", "order": "order of the trials",
    "max-lag": "greatest lead of a track", "trials": "number of trials", "reversals": "number of reversals",
    "command": "program",
    // Bayesian and likelihood procedures
    "function": "psychometric function", "log-level": "argument of the function", "guess": "guess rate",
    "lapse": "lapse rate", "delta": "lapse rate δ", "grain": "spacing of the grid", "range": "range of the grid",
    "place": "placement of trials", "estimate": "threshold estimate", "select": "choice of the level",
    "nuisance": "nuisance parameters", "sweet-points": "parameters with sweet points",
    "choose": "choice of the sweet point",
    // The threshold parameter of a function of signed levels.
    "bias-threshold": "point of subjective equality", "pilot": "trials on the first grid", "sd": "SD",
    // Listeners
    "jnd": "JND", "bias": "response bias", "sigma": "noise SD", "guess-side": "P(“higher” | lapse)",
    "law": "law of the JND",
    "scale": "JND divided by that of the law", "preset": "parameter set of Mathias et al. (2020)",
    "diffusion": "growth of variance in memory",
    "retention": "time between the ends of the notes",
    "answers": "weights of previous answers, last first",
    "stimuli": "weights of previous differences, last first", "gain": "initial JND divided by final JND",
    "factor": "final JND divided by initial JND", "attention-lapse": "final increase of the lapse probability",
    "autocorrelation": "autocorrelation of the criterion", "length": "mean length of a burst",
    "share": "proportion of trials in bursts", "burst-lapse": "lapse probability in bursts",
    "constant": "constant error", "spread": "variable error (SD)", "delay": "time per setting",
    "adjustments": "changes of direction per setting", "under-adjustment": "under-adjustment",
    "deafness": "probability of a guessed direction", "factors": "JND relative to that for unisons",
    "pull": "attraction to whole semitones", "coupling": "effect of loudness on pitch",
    // Tasks
    "intervals": "musical intervals", "notes": "range of the first note", "reference-pitch": "frequency of A4",
    "gap": "silence between the notes", "inter-trial-interval": "silence between trials",
    "grows": "growth of the range of notes", "beyond-sound": "levels that could not be presented",
    "note-levels": "gain of single notes", "vary-loudness": "roving of loudness", "channel": "ear",
    "sample-rate": "sampling rate", "sample-format": "sample format", "offset": "largest initial offset",
  ]

  /// Keys with another meaning in certain kinds.
  private static let namesOfKinds = [
    "robbins-monro.step": "step constant c", "kesten.step": "step constant c",
    "siam.noise": "proportion of noise trials", "memory.noise": "noise SD of one note",
    "interleaved.order": "order of the tracks", "contraction.memory": "weight of earlier notes",
    "contraction.sigma": "noise SD of one note",
    "lapse-bursts.lapse": "lapse probability outside bursts", "learning.jnd": "initial JND",
    "fatigue.jnd": "initial JND", "fatigue.lapse": "initial lapse probability",
    "matching.notes": "range of the reference note", "calibration.range": "thresholds on the first grid",
    "weighted-up-down.step": "step down", "garcia-perez.step": "step down",
    "wandering-criterion.sd": "SD of the criterion", "learning.trials": "time constant",
    "fatigue.trials": "time constant", "frequency-law.level": "sensation level",
    "loudness-pitch.level": "sensation level",
  ].merging(
    [
      "gaussian", "frequency-law", "hearing", "twin", "memory", "contraction", "history", "learning", "fatigue",
      "wandering-criterion", "lapse-bursts", "interval-listener", "direction-deaf", "loudness-pitch",
    ].map { ("\($0).lapse", "lapse probability") }
  ) { first, _ in first }

  private static let words = [
    "function.normal": "cumulative normal", "function.weibull": "Weibull", "function.gumbel": "Gumbel",
    "function.reversed-gumbel": "reversed Gumbel", "function.sech": "hyperbolic-secant",
    "step-from.recommended": "the level that the procedure chose",
    "at-limit.off": "none", "place.quantile": "quantile of the posterior distribution",
    "place.mean": "mean of the posterior distribution", "place.mode": "mode of the posterior distribution",
    "estimate.mean": "posterior mean", "estimate.median": "posterior median", "estimate.mode": "posterior mode",
    "select.min-entropy": "least expected entropy", "guess.lapse": "equal to the lapse rate",
    "target.sweet-point": "that of the sweet point", "choose.random": "at random",
    "order.blocks": "random within blocks", "order.listed": "as listed",
    "order.alternating": "in turn", "direction.both": "descending and ascending", "nuisance.lapse": "lapse rate",
    "nuisance.guess": "guess rate", "law.wier-1977": "Wier et al. (1977)",
    "law.nelson-1983": "Nelson et al. (1983)", "law.micheyl-2012": "Micheyl et al. (2012)",
    "intervals.prime": "unison", "equal-temperament": "equal temperament",
    "just-intonation": "just intonation", "channel.both": "both ears", "channel.left": "left ear",
    "channel.right": "right ear", "ear.both": "both ears", "ear.left": "left ear", "ear.right": "right ear",
    "sample-format.16": "16 bit", "sample-format.24": "24 bit", "sample-format.float": "32-bit floating point",
  ]

  // MARK: Composed sounds

  /// A parameter of a composed sound.
  static func sound(_ key: String) -> String { sounds[key] ?? key.replacing("-", with: " ") }

  private static let sounds = [
    "start": "onset", "ramp": "ramps", "erb-level": "level in the auditory filter at 1 kHz",
    "ear": "presented to", "itd": "interaural time difference", "ild": "interaural level difference",
    "ipd": "interaural phase difference", "am": "amplitude modulation", "fm": "frequency modulation",
    "add": "added sound", "complex": "complex tone", "f0": "fundamental frequency", "slope": "spectral slope",
    "from": "lower edge", "to": "upper edge", "at": "middle", "length": "duration",
    "threshold-equalising": "threshold-equalising noise", "ripple": "iterated rippled noise",
    "same-power": "power unchanged", "before": "silence before the first interval",
    "between": "silence between intervals", "after": "silence after the last interval",
    "sample-rate": "sampling rate", "excursion": "greatest frequency deviation",
    "shift": "mistuning", "added": "increment",
  ]
}
