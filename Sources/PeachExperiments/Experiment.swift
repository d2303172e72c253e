public import PeachListeners
public import PeachSimulation
public import PeachStrategies
public import PeachSupport
public import PeachTrials

/// An experiment file, read and checked: the plan of its runs, and warnings about designs that cannot work.
public struct Experiment: Sendable {
  /// Settings of the command line that replace those of the file, and data that a file does not contain.
  public struct Overrides: Sendable {
    /// The root seed in place of the file's; `nil` for that of the file.
    public var seed: UInt64?
    /// The number of runs of each cell (one strategy with one listener at one set of varied values), in place of the
    /// file's; `nil` for that of the file. It must be at least 1, which Peach does not check.
    public var replicates: Int?
    /// The number of trials of a track, from 1 to 1 000 000, in place of each stop rule that counts only trials, at the
    /// root of the file or of a listed strategy. Other stop rules remain. `nil` for those of the file.
    public var trials: Int?
    /// Whether trials are heard: then no level goes beyond what can sound, even if the file allows it.
    package var isHeard: Bool
    /// The listener's profile with which strategies start, unless the file names one.
    package var profile: PerceptualProfile
    /// A function that returns the stored profile of the listener whose ID stands at the key `profile` of a file; `nil`
    /// if the ID is unknown. Peach rejects the file after `nil` or an error.
    public typealias Profiles = @Sendable (String) throws -> PerceptualProfile?
    /// Looks up a profile that a file names; `nil` if there are none.
    package var profiles: Profiles?
    /// A function that returns the fitted parameters for a twin, a simulated listener like a person. A calibration is a
    /// session that measures the person's whole psychometric function.
    ///
    /// `listener` is the pseudonym of the person. `calibration` is the number of the calibration among that person's
    /// calibrations, from 1; it is not the number of the session. If it is `nil`, the last calibration counts that
    /// found a threshold and is not excluded; without any, a fit to all comparisons. Peach rejects the file after an
    /// error.
    public typealias Twins = @Sendable (_ listener: String, _ calibration: Int?) throws -> TwinSource
    /// Looks up the listener that a twin's `of` names; `nil` if there are none.
    package var twins: Twins?

    /// Overrides; by default there are none. `seed`, `replicates` and `trials` set the properties of the same names.
    ///
    /// - Parameters:
    ///   - isHeard: Whether trials are heard: then no level goes beyond what can sound, even if the file allows it.
    ///   - profile: The listener's profile with which strategies start, unless the file names one.
    ///   - profiles: Looks up a profile that a file names; with `nil`, Peach rejects a file that names one.
    ///   - twins: Looks up the listener that a twin's `of` names; with `nil`, a twin must state its numbers.
    public init(
      seed: UInt64? = nil, replicates: Int? = nil, trials: Int? = nil, isHeard: Bool = false,
      profile: PerceptualProfile = PerceptualProfile(), profiles: Profiles? = nil, twins: Twins? = nil
    ) {
      self.seed = seed
      self.replicates = replicates
      self.trials = trials
      self.isHeard = isHeard
      self.profile = profile
      self.profiles = profiles
      self.twins = twins
    }
  }

  /// The strategies and listeners that an experiment file can name. A package of your own adds its kinds.
  ///
  /// ```swift
  /// var kinds = Experiment.Kinds.builtIn
  /// kinds.listeners = kinds.listeners.adding(OwnListener.self)
  /// ```
  public struct Kinds: Sendable {
    /// The kinds of strategies that the key `strategies` of a file can name.
    public var strategies: StrategyRegistry
    /// The kinds of listeners that the key `listeners` of a file can name, in all tasks except pitch matching.
    public var listeners: ListenerRegistry
    /// The kinds of listeners that the key `listeners` of a file can name in pitch matching, in which the listener
    /// tunes a note.
    public var matchingListeners: MatchingListenerRegistry

    /// Kinds from registries; by default the listeners who tune are those of Peach.
    public init(
      strategies: StrategyRegistry, listeners: ListenerRegistry,
      matchingListeners: MatchingListenerRegistry = BuiltInListeners.matching
    ) {
      self.strategies = strategies
      self.listeners = listeners
      self.matchingListeners = matchingListeners
    }

    /// The strategies and listeners that come with Peach.
    public static let builtIn = Kinds(
      strategies: BuiltInStrategies.registry, listeners: BuiltInListeners.registry)
  }

  package static let greatestReplicates = 10_000_000
  package static let greatestCellCount = 100_000
  /// The most values that vary.
  package static let greatestSweepCount = 100

  /// The runs that the file describes, with the overrides.
  public var plan: Plan
  /// Warnings about valid settings that cannot work, in the order of the file; empty if there are none.
  /// `warnings(knowing:)` adds those that depend on the true thresholds.
  public var warnings: [Problem]
  /// Advice about valid settings that could be better, in the order of the file. Only `peach check` prints it.
  package var advice: [Problem]
  /// The listener's day in the lab, with an experiment for each block; `nil` if the file has no `lab`.
  package var lab: LabPlan?
  /// The published values to reproduce; `nil` if the file has no `published`.
  package var published: PublishedResults?
  /// The levels that the file states for each strategy.
  let statedLevels: [StatedLevels]

  /// The advice about functions that the common fit does not assume, which plans tell too.
  package var functionAdvice: [Problem] {
    advice.filter { $0.hint?.contains(ExperimentReader.functionKey) ?? false }
  }

  /// Every key that the root of a file can have, as it is read.
  package static var parameters: [Parameter] {
    let reader = ExperimentReader(diagnostics: Diagnostics(), kinds: .builtIn, overrides: Overrides())
    return Reader.describe { _ = reader.plan($0) }
  }

  /// Every key that a task of one kind can have, or a task of any.
  package static func taskParameters(of kind: TrialTask.Kind? = nil) -> [Parameter] { TaskReader.parameters(of: kind) }

  /// Reads a file and checks all of it.
  ///
  /// - Parameters:
  ///   - path: A YAML file, or `-` for standard input.
  ///   - kinds: The strategies and listeners that the file can name.
  ///   - overrides: Settings that replace those of the file.
  /// - Throws: `ConfigurationError` with all problems of the file; an error whose description states the reason if it
  ///   cannot be read.
  ///
  /// ```swift
  /// let experiment = try Experiment.read("pilot.yaml", overrides: Experiment.Overrides(replicates: 100))
  /// for warning in experiment.warnings { print(warning) }
  /// ```
  public static func read(_ path: String, kinds: Kinds = .builtIn, overrides: Overrides = Overrides()) throws
    -> Experiment
  {
    try parse(try TextFile.read(path), file: path, kinds: kinds, overrides: overrides)
  }

  /// Reads an experiment from YAML text and checks all of it.
  ///
  /// - Parameters:
  ///   - file: The name of the text in messages.
  ///   - kinds: The strategies and listeners that the text can name.
  ///   - overrides: Settings that replace those of the text.
  /// - Throws: `ConfigurationError` with all its problems.
  public static func parse(
    _ text: String, file: String, kinds: Kinds = .builtIn, overrides: Overrides = Overrides()
  ) throws(ConfigurationError) -> Experiment {
    try Experiment(of: YAMLText.parse(text, file: file), kinds, overrides)
  }

  /// Checks an experiment that the program made; `name` stands for the file in messages.
  package init(
    of value: Value, name: String, kinds: Kinds, overrides: Overrides = Overrides()
  ) throws(ConfigurationError) {
    try self.init(of: Node(value, name: name), kinds, overrides)
  }

  private init(of file: Node, _ kinds: Kinds, _ overrides: Overrides) throws(ConfigurationError) {
    let diagnostics = Diagnostics(hintForList: Sweep.hintForList)
    let named = NamedSweeps.inserted(in: file, diagnostics: diagnostics)
    let stopped = overrides.trials.map { StopReplacing.replaced(in: named, trials: $0) } ?? named
    let root = Sweep.refusing(
      in: stopped, except: NamedSweeps.parts + [NamedSweeps.section], diagnostics: diagnostics)
    let plan = try Experiment.plan(of: root, diagnostics: diagnostics, kinds, overrides)
    lab = try LabPlan(of: root) { block throws(ConfigurationError) in
      let own = Diagnostics(hintForList: Sweep.hintForList)
      let plan = try Experiment.plan(of: block, diagnostics: own, kinds, overrides)
      own.advice.forEach(diagnostics.advise)
      return plan
    }
    published = PublishedResults.read(root, of: plan, diagnostics: diagnostics)
    try diagnostics.check()
    self.plan = plan
    (warnings, advice) = (diagnostics.warnings, diagnostics.advice)
    statedLevels = StatedLevels.all(in: root, kinds.strategies)
  }

  /// The plan that the root of a file states.
  private static func plan(
    of root: Node, diagnostics: Diagnostics, _ kinds: Kinds, _ overrides: Overrides
  ) throws(ConfigurationError) -> Plan {
    let reader = ExperimentReader(diagnostics: diagnostics, kinds: kinds, overrides: overrides)
    let plan = Reader.read(root, path: "", diagnostics: diagnostics, reader.plan) ?? nil
    try diagnostics.check()
    guard let plan else {
      throw ConfigurationError([Problem(place: root.place, path: "", message: "expected an experiment")])
    }
    return plan
  }
}
