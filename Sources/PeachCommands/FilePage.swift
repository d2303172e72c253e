import PeachAudio
import PeachExperiments
import PeachSupport
import PeachTrials

/// The keys of an experiment file, from the declarations that also read it, with files that have each of them.
enum FilePage {
  static let experiment = Page(
    name: "experiment",
    facts: [
      ("summary", "The keys of an experiment file; a key inside another has a dotted name, such as stop.trials."),
      (
        "what varies",
        "In task, listeners, strategies and stop, write {vary: [5, 10, 20]} instead of a number or word, or "
          + "{sweep: NAME} for a named sweep. Peach simulates each of the values."
      ),
      ("repeated", "Write &grid before a value to name it, and *grid to use the same value again."),
      ("to start from", "peach new"),
    ],
    parameters: Experiment.parameters, file: experimentFile)

  /// - Parameter kind: Nil for the keys of all kinds.
  static func task(of kind: TrialTask.Kind? = nil) -> Page {
    let files = (kind.map { [$0] } ?? TrialTask.Kind.allCases).map { kind in
      switch kind {
      case .comparison: comparisonTask
      case .forcedChoice: forcedChoiceTask
      case .yesNo: yesNoTask
      case .matching: matchingTask
      case .oddity, .axb, .sameDifferent: choiceTask(kind.rawValue)
      }
    }
    return Page(
      name: kind?.rawValue ?? "task",
      facts: [
        ("summary", "The keys of task in an experiment file."),
        ("comparison", "Two notes, one after the other: is the second higher or lower? Levels are in cents."),
        ("forced-choice", "Several intervals: which one has the target? Levels are numbers in any unit."),
        ("yes-no", "One interval: does it have the target, yes or no? Levels are numbers in any unit."),
        ("matching", "Two notes, of which the second starts mistuned: the listener tunes it."),
        ("oddity", "Three notes: which is the odd one? Levels are in cents; a guess is right one time in three."),
        ("axb", "Three notes: is the one in the middle the first or the last? A guess is right half the time."),
        (
          "same-different",
          "Two notes: are they the same? They are the same in half the trials; a guess is right half the time."
        ),
      ],
      parameters: Experiment.taskParameters(of: kind), file: files.joined(separator: "\n"))
  }

  /// The keys of composed sounds.
  static var sounds: Page {
    Page(
      name: "sounds",
      facts: [
        (
          "summary",
          "The keys of the section sounds in a forced-choice or yes-no task: see docs/how-to/composed-sounds.md."
        ),
        ("standard", "The standard is one sound with one source: \(ComposedStimulus.sources.joined(separator: ", "))."),
        (
          "target",
          "The target has the same keys as the standard, but states only those that differ. x is the level of "
            + "the strategy; +x adds it to the standard's number."
        ),
        (
          "numbers",
          "Every number of a sound can also be x, the level of the strategy, or a random number: {draw: {from: 60, to: "
            + "70}, each: interval} draws a new one for each interval."
        ),
      ], parameters: ComposedStimulus.parameters, file: forcedChoiceTask)
  }

  /// Has every key of the root.
  private static let experimentFile = """
    name: jnd-by-lapse
    question: What do lapses do to a JND of 60 trials?
    seed: 20260211
    sweeps: {lapse: [0, 0.02, 0.05]}
    task: {kind: comparison, intervals: [prime], notes: [C2, C6]}
    listeners:
      - {name: musician, kind: gaussian, jnd: 5, lapse: {sweep: lapse}}
    strategies:
      - {name: two-down, kind: transformed-up-down, start: 100, limits: [0.1, 1200], down: 2, step: {factor: 1.414}}
      - {name: kazez, kind: kazez, stop: {trials: 40}}
    profile: P07                  # a listener of peach listener list; seldom needed
    estimand: 0.75
    estimator-lapse: 0.01
    estimator-function: normal    # of levels and choices; comparisons are always fitted with the normal
    estimator-method: [reduced, ml]
    estimator-interval: 95%
    stop: {any: [{trials: 60}, {reversals: 12}], maximum: 100}
    replicates: 1000
    keep-trials: 20
    lab:                          # of peach live; simulations ignore it
      consent: {en: May your answers be stored?, de: Dürfen deine Antworten gespeichert werden?}
      instructions:
        - en: Is the second tone higher?
          de: Ist der zweite Ton höher?
          play: {level: 100, answer: higher, block: tones}   # the listener can play it
      instructions-again-after: 30
      screening: {test: huggins, pass: 6, prior: 0.7, exclude: false}   # for headphones
      comfort: {sound: {tone: 500, duration: 1}, levels: dB FS, start: -50, step: 2, highest: -20}
      practice: {strategy: two-down, trials: 5}
      blocks:
        - {name: tones, strategy: two-down, trials: 40, feedback: false}
        - name: fifths
          strategy: two-down
          task: {intervals: [perfect-fifth-up]}
          instructions: {en: Now with fifths., de: Nun mit Quinten.}
      order: williams             # or stated, latin-square, random
      break: {seconds: 20, text: {en: Have a rest., de: Ruh dich aus.}}
      feedback: true
      progress: true              # shows block and trial of how many
      keys: {higher: [k, up], lower: [j, down]}
      swap: by-place              # half of the listeners have the keys of the other answer
      deadline: {seconds: 3, then: again}   # or wrong, skip
      confidence: {from: 1, to: 4, labels: [{en: guess, de: geraten}, {en: certain, de: sicher}], keys: [a, s, d, f]}
      repeat: {most: 2, keys: [r]}
      questions:                  # docs/how-to/questions-and-consent.md explains them
        - {name: age, about: listener, ask: {en: "Age, in years?", de: "Alter, in Jahren?"},
           kind: number, unit: years, range: [18, 99], whole: true, when: before}
        - {name: hearing_aid, about: listener, meaning: Wears a hearing aid, optional: true,
           kind: choice,
           options: [{name: yes, text: {en: yes, de: ja}}, {name: no, text: {en: no, de: nein}}]}
        - {name: effort, about: study, ask: {en: How hard was it?, de: Wie schwer war es?},
           kind: scale, from: 1, to: 5,
           labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}},
           when: between, blocks: [tones]}
        - {name: remark, ask: {en: "Anything else?", de: "Noch etwas?"}, when: after,
           kind: text, longest: 200}
      thanks: {en: Thank you., de: Vielen Dank.}
      backup: copies              # an existing folder; each block ends with a copy of all records
    checkpoints: [10, 20, 40]     # each run is estimated after so many trials too
    published:                    # published results to compare with: peach reproduce
      source: "Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375"
      shows: Where two-down-one-up converges.
      values:
        - what: two-down-one-up converges on
          strategy: two-down
          listener: musician
          where: {lapse: 0}       # of what varies
          column: converges_on    # a column of the summary, or one that papers also print
          value: 0.7071           # or at-most: 0.75, at-least: 0.65, rising: [{after: 20}, {after: 40}]
          tolerance: 0.02
          unlike: 0.75
          from: equation 2
          why: Steps are not small.
        - {what: starts at, strategy: two-down, where: {lapse: 0}, responses: "11", levels: [100], from: the rule}
    provenance: {made-by: me}     # of data sets; nothing reads it
    """

  private static let comparisonTask = """
    task:
      kind: comparison
      intervals: [prime, perfect-fifth-up]
      tuning: werckmeister-3      # or scala:FILE.scl, with map: [0, 1, 2, …] if it does not have 12 notes
      tonic: D
      notes: [C3, C5]
      reference-pitch: 440
      note-duration: 0.5          # times in seconds
      gap: 0.2
      inter-trial-interval: 0.5   # after feedback
      grows: false                # true: the range of notes grows with the answers
      signed: false               # true: a level can be negative, which is lower
      beyond-sound: false         # true: levels that cannot be played, only in simulations
      sound: complex:10           # the keys from here on affect only live sessions and listeners of kind hearing
      level: -20                  # or 65 dB SPL, on a device measured with peach calibrate level
      note-levels: {C3: 6, C5: 0}  # dB
      ramp: 10                    # ms
      vary-loudness: 0.5          # 0 to 1; 1 varies the target note by ±2 dB
      channel: both
      sample-rate: 48000
      sample-format: 24
    """

  private static let forcedChoiceTask = """
    task:
      kind: forced-choice
      unit: dB
      scale: linear
      alternatives: 3
      sounds:                     # without this key, the task can only be simulated
        standard: {tone: 1000, duration: 0.3, ramp: 20, level: -30}
        target: {level: +x}
    """

  private static let yesNoTask = """
    task:
      kind: yes-no
      unit: dB
      scale: linear
      sounds:
        standard: {noise: {from: 200, to: 4000}, duration: 0.3, ramp: 20, level: -30}
        target: {add: [{tone: 1000, duration: 0.3, ramp: 20, level: x}]}
    """

  private static func choiceTask(_ kind: String) -> String {
    """
    task:
      kind: \(kind)
      intervals: [prime]
      tuning: equal-temperament
      notes: [C3, C5]
      reference-pitch: 440
      note-duration: 0.5
      gap: 0.3
      inter-trial-interval: 0.5
      grows: false
    """
  }

  private static let matchingTask = """
    task:
      kind: matching
      intervals: [perfect-fifth-up, perfect-fifth-down]
      tuning: just-intonation
      notes: [C3, C5]
      reference-pitch: 440
      note-duration: 1
      gap: 0
      inter-trial-interval: 0.5
      grows: false
      offset: 100
      sound: sine
      level: -20
      note-levels: {C3: 6, C5: 0}
      ramp: 10
      vary-loudness: 0
      channel: both
      sample-rate: 48000
      sample-format: float
    """
}
