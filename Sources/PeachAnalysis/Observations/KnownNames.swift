/// Names of columns in other programs, in lower case and without separators. For each role, unambiguous names
/// come first, then names that may mean something else.
enum KnownNames {
  /// PsychoPy's `intensity`, Palamedes' `StimLevels`, pychoacoustics' `adaptive_difference`.
  static let level = [
    [
      "stimlevel", "stimlevels", "stimuluslevel", "stimuluslevels", "intensity", "intensities", "stimulusintensity",
      "stimintensity", "signallevel", "adaptivedifference", "pegel", "reizpegel",
    ],
    ["x", "stimulus", "stim", "stimval", "stimvalue", "stimulusvalue"],
  ]

  /// PsychoPy's `key_resp.corr`. The later ones are taken only where they hold 1 and 0, or words of answers.
  static let correct = [
    ["corr", "iscorrect", "wascorrect", "correctness", "accuracy", "acc", "richtig", "korrekt"],
    ["response", "responses", "resp", "y", "outcome", "success", "allresponses"],
  ]

  /// Palamedes' `OutOfNum`.
  static let trials = [
    ["outofnum", "ntrials", "ntrial", "numtrials", "numberoftrials", "ntotal", "nobs", "total", "trials", "anzahl"]
  ]

  /// Palamedes' `NumPos`.
  static let positives = [
    [
      "numpos", "npos", "numpositive", "ncorrect", "numcorrect", "numbercorrect", "hits", "nhits", "nyes", "numyes",
      "treffer",
    ]
  ]

  /// PsychoPy's summaries have means of what was stored: of `corr`, the proportion correct.
  static let proportion = [
    [
      "corrmean", "correctmean", "accmean", "accuracymean", "responsemean", "respmean", "meancorrect", "meancorr",
      "proportioncorrect", "propcorrect", "pcorrect", "pcorr", "percentcorrect", "pctcorrect", "correctpercent",
    ],
    ["proportion", "prop", "pc", "percent", "percentage", "pct", "anteil", "prozent"], ["p"],
  ]

  /// Names of counts and proportions of correct answers.
  static let ofCorrect = [
    "ncorrect", "numcorrect", "numbercorrect", "hits", "nhits", "treffer", "corrmean", "correctmean", "accmean",
    "accuracymean", "meancorrect", "meancorr", "proportioncorrect", "propcorrect", "pcorrect", "pcorr",
    "percentcorrect", "pctcorrect", "correctpercent", "pc",
  ]

  /// Names of the participant, with the plural.
  static let people = [
    "participant": "participants", "participantid": "participants", "participantnumber": "participants",
    "ppt": "participants", "pid": "participants", "prolificpid": "participants", "vp": "participants",
    "versuchsperson": "participants", "proband": "participants", "subject": "subjects", "subjectid": "subjects",
    "subjectnumber": "subjects", "subj": "subjects", "subjid": "subjects", "sub": "subjects",
    "listener": "listeners", "listenerid": "listeners", "observer": "observers", "observerid": "observers",
  ]

  /// The forms of a name that are compared, without a unit in brackets. `Key_resp.corr` gives `keyrespcorr`, and `corr`
  /// after its last dot; the `x` of `mouse.x` does not count by itself. `Correct (%)` is `correct`, `correctpercent`.
  static func folded(_ name: String) -> [String] {
    let (whole, name) = (name, name.prefix { $0 != "(" && $0 != "[" })
    func letters(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let percent = whole.contains("%") ? [letters(whole.replacing("%", with: "percent"))] : []
    let last = name.split(separator: ".").dropFirst().last.map(letters) ?? ""
    return [letters(name)] + (last.count > 1 ? [last] : []) + percent
  }
}
