public import Configuration
public import Listeners
public import Published
public import Simulation
public import Strategies
public import Trials

/// An experiment file, read and checked.
public struct Experiment: Sendable {
  /// What the command line says in place of the file, and what a file does not say.
  public struct Overrides: Sendable {
    public var seed: UInt64?
    public var replicates: Int?
    /// How many trials every stop counts to that counts trials alone, in place of what the file says.
    public var trials: Int?
    /// Whether trials are heard: then no level goes beyond what can sound, even if the file allows it.
    public var isHeard: Bool
    /// What is known of the listener that strategies start with, unless the file names a profile.
    public var profile: PerceptualProfile
    /// The profile kept of a listener; nil for one that is unknown.
    public typealias Profiles = @Sendable (String) throws -> PerceptualProfile?
    /// What a profile's name in a file is looked up with; nil where none is kept.
    public var profiles: Profiles?
    /// What is known of a listener, by the calibration of that number or by the last.
    public typealias Twins = @Sendable (_ listener: String, _ calibration: Int?) throws -> TwinSource
    /// What a twin's `of` in a file is looked up with; nil where no listeners are kept.
    public var twins: Twins?

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

  /// Which strategies and listeners a file can name. Someone else's package adds its own.
  public struct Kinds: Sendable {
    public var strategies: StrategyRegistry
    public var listeners: ListenerRegistry
    /// What tunes, in tasks of matchings.
    public var matchingListeners: MatchingListenerRegistry

    public init(
      strategies: StrategyRegistry, listeners: ListenerRegistry,
      matchingListeners: MatchingListenerRegistry = BuiltInListeners.matching
    ) {
      self.strategies = strategies
      self.listeners = listeners
      self.matchingListeners = matchingListeners
    }

    public static let builtIn = Kinds(
      strategies: BuiltInStrategies.registry, listeners: BuiltInListeners.registry)
  }

  public static let greatestReplicates = 10_000_000
  public static let greatestCellCount = 100_000
  /// The most values that vary.
  public static let greatestSweepCount = 100

  public var plan: Plan
  /// What is right and yet hopeless, in the order of the file.
  public var warnings: [Problem]
  /// What is right and could yet be better, in the order of the file: `peach check` alone says it.
  public var advice: [Problem]
  /// What a listener goes through in it, with an experiment for each block; nil where the file has no `lab`.
  public var lab: LabPlan?
  /// What others printed that it is to find again; nil where the file has no `published`.
  public var published: PublishedResults?
  /// The levels that the file states for each strategy.
  var statedLevels: [StatedLevels] = []

  /// The advice about functions that the common fit does not assume, which plans tell too.
  public var functionAdvice: [Problem] {
    advice.filter { $0.hint?.contains(ExperimentReader.functionKey) ?? false }
  }

  /// Every key that the root of a file can have, as it is read.
  public static var parameters: [Parameter] {
    let reader = ExperimentReader(diagnostics: Diagnostics(), kinds: .builtIn, overrides: Overrides())
    return Reader.describe { _ = reader.plan($0) }
  }

  /// Every key that a task of one kind can have, or a task of any.
  public static func taskParameters(of kind: TrialTask.Kind? = nil) -> [Parameter] { TaskReader.parameters(of: kind) }

  /// Reads a file and checks all of it.
  ///
  /// - Throws: `InputError` when it cannot be read, `ConfigurationError` with all its problems.
  public static func read(_ path: String, kinds: Kinds = .builtIn, overrides: Overrides = Overrides()) throws
    -> Experiment
  {
    try parse(try TextFile.read(path), file: path, kinds: kinds, overrides: overrides)
  }

  /// Reads an experiment from text; `file` names it in messages.
  public static func parse(
    _ text: String, file: String, kinds: Kinds = .builtIn, overrides: Overrides = Overrides()
  ) throws(ConfigurationError) -> Experiment {
    let diagnostics = Diagnostics(hintForList: Sweep.hintForList)
    let named = NamedSweeps.inserted(in: try YAMLText.parse(text, file: file), diagnostics: diagnostics)
    let stopped = overrides.trials.map { StopReplacing.replaced(in: named, trials: $0) } ?? named
    let root = Sweep.refusing(
      in: stopped, except: NamedSweeps.parts + [NamedSweeps.section], diagnostics: diagnostics)
    let plan = try plan(of: root, diagnostics: diagnostics, kinds, overrides)
    let lab = try LabPlan(of: root) { block throws(ConfigurationError) in
      let own = Diagnostics(hintForList: Sweep.hintForList)
      let plan = try self.plan(of: block, diagnostics: own, kinds, overrides)
      own.advice.forEach(diagnostics.advise)
      return plan
    }
    let published = PublishedResults.read(root, of: plan, diagnostics: diagnostics)
    try diagnostics.check()
    return Experiment(
      plan: plan, warnings: diagnostics.warnings, advice: diagnostics.advice, lab: lab, published: published,
      statedLevels: StatedLevels.all(in: root, kinds.strategies))
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
