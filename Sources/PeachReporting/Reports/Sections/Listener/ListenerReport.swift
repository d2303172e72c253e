package import PeachAnalysis
package import PeachExperiments
import PeachFitting
package import PeachPitch
import PeachStorage
import PeachSupport
import PeachTrials

/// The report of a live listener: its threshold and the thresholds of its sessions first; then matchings, profile, sessions,
/// answers, response times and settings. It states what was measured, and praises nobody.
package struct ListenerReport {
  let summary: ListenerSummary
  let profile: ListenerProfile
  /// The studies of the listener, without other listeners.
  let studies: [StudyPeople]
  /// The smoothed thresholds along the keyboard.
  let thresholds: [SmoothedThreshold]
  /// The task of each session by its number: the name of the experiment, with the block if its blocks have different tasks.
  let tasks: [Int: String]
  /// The reference notes of training.
  let notes: ClosedRange<MIDINote>
  /// The key, value and meaning of each setting for the next training.
  let settings: [(key: String, value: String, meaning: String)]
  /// The figure of thresholds. Those of matchings follow.
  let progress: Figure?
  let matching: Figure?
  let matchingErrors: Figure?
  /// The sound of the first trial of each task with composed sounds.
  let stimuli: [Figure]
  /// Peach's version and build.
  let program: (version: String, build: String)
  /// The methods section for a paper; `nil` if nothing was fitted.
  let methods: MethodsText?

  /// The sections, one file each. A new section needs a word here.
  private static let sections: [@Sendable (ListenerReport) -> PageSection?] = [
    ListenerThresholdsSection.section, ListenerChoicesSection.section, MatchingsSection.section,
    KeyboardSection.section, ProfileSection.section, { StimulusPart.section($0.stimuli) }, SessionsSection.section,
    AnswersSection.section, ResponseTimesSection.section, PeopleSection.section, StudySection.section,
    HeardSection.section, ListenerSection.section, SettingsSection.section,
    { $0.methods.map(MethodsTextSection.section) },
    ListenerProvenanceSection.section,
  ]

  /// - Parameters:
  ///   - studies: The studies of the listener, without other listeners.
  ///   - thresholds: `ListenerProfile.smoothedThresholds` of the profile.
  ///   - notes: The reference notes of training.
  ///   - settings: The key, value and meaning of each setting.
  ///   - background: The experiments of its sessions.
  ///   - kinds: The kinds that their experiments can name.
  ///   - stimuli: Sounds to be drawn, each with its trial in words.
  ///   - program: Peach's version and build, and the year of the version.
  package init(
    _ summary: ListenerSummary, profile: ListenerProfile, studies: [StudyPeople] = [], thresholds: [SmoothedThreshold],
    notes: ClosedRange<MIDINote>,
    settings: [(key: String, value: String, meaning: String)],
    background: DataBackground, kinds: Experiment.Kinds, stimuli: [DrawnSound],
    program: (version: String, build: String, year: Int)
  ) {
    self.summary = summary
    self.profile = profile
    self.studies = studies
    self.thresholds = thresholds
    self.notes = notes
    self.settings = settings
    self.program = (program.version, program.build)
    self.stimuli = StimulusPart.figures(stimuli)
    let plans = background.experiments.compactMap {
      try? Experiment.parse($0, file: "experiment", kinds: kinds).plan
    }
    let before = FitMethods.before(background, plans, kinds.strategies)
    methods = (summary.overall ?? summary.choices.first).map {
      FitMethods.text(of: $0, after: before, version: program.version, year: program.year)
    }
    // Thresholds of different tasks are different quantities: each task has a line of its own.
    let tasks = ListenerReport.tasks(summary)
    self.tasks = tasks
    let fitted = ListenerReport.fitted(summary)
    let sessions = (fitted?.fits ?? []).compactMap { fit -> SessionThreshold? in
      guard let session = Int(fit.key[0]), let threshold = fit.result.threshold, fit.result.status == .ok else {
        return nil
      }
      let interval = fit.intervals[.threshold]
      return SessionThreshold(
        session: session, series: Set(tasks.values).count > 1 ? tasks[session] ?? "" : "", threshold: threshold,
        low: interval?.low, high: interval?.high, trials: fit.trials)
    }
    progress = Figure.progress(sessions, axis: fitted?.axis ?? .cents)
    matching = Figure.matching(summary.matchings.flatMap(\.records))
    matchingErrors = summary.matchingAnalysis.flatMap { Figure.matchingErrors($0) }
  }

  /// The fits of sessions that share an axis: of comparisons, or of choices if there are no others.
  static func fitted(_ summary: ListenerSummary) -> (fits: [FitRow], axis: Axis)? {
    if let comparisons = summary.bySession, !comparisons.fits.isEmpty { return (comparisons.fits, .cents) }
    guard summary.choices.count == 1, let choices = summary.choices.first else { return nil }
    let axis = Axis(
      unit: choices.unit ?? "", scale: choices.request.needsPositiveLevels ? .log : .linear, isSigned: false)
    return (choices.fits, axis)
  }

  private static func tasks(_ summary: ListenerSummary) -> [Int: String] {
    var tasksOfBlocks: [String: Set<Value>] = [:]
    for session in summary.sessions where session.block != nil && !session.isPractice {
      guard let task = Value(storedJSON: session.experiment)?["task"] else { continue }
      tasksOfBlocks[session.name, default: []].insert(task)
    }
    var names: [Int: String] = [:]
    for session in summary.sessions {
      var name = session.name.isEmpty ? session.task.rawValue : SafeText.cut(session.name)
      if let block = session.block, let tasks = tasksOfBlocks[session.name], tasks.count > 1 {
        name += ", block \(SafeText.cut(block))"
      }
      names[session.number] = name
    }
    return names
  }

  /// The tasks of the fitted sessions. Thresholds of several are never pooled.
  var fittedTasks: [String] {
    (summary.bySession?.fits ?? []).compactMap { fit in Int(fit.key[0]).map { tasks[$0] ?? "" } }.distinct
  }

  package var figures: [Figure] { [progress, matching, matchingErrors].compactMap(\.self) + stimuli }

  package var page: ReportPage {
    let sections = ListenerReport.sections.compactMap { $0(self) }
    var page = ReportPage(
      kind: "listener report", title: "Listener \(summary.listener)", lead: ListenerResult.answer(self),
      sections: sections + [MethodsTextSection.references(methods, citedIn: sections)].compactMap(\.self), data: data)
    page.scope = [size]
    page.result = ListenerResult.blocks(self)
    return page
  }

  private var size: String {
    let sessions = summary.sessions.filter { $0.trials > 0 }
    let trials = sessions.reduce(0) { $0 + $1.trials }
    let times = sessions.compactMap(\.startedAt)
    let when = times.first.flatMap { first in
      times.last.map { ", from \(first.prefix(10)) to \($0.prefix(10))" }
    }
    return "\(TextTable.counted(sessions.count, "session")) with \(TextTable.counted(trials, "answered trial"))"
      + "\(when ?? "")"
  }

  private var data: Value {
    let fits = (summary.overall?.fits ?? []).map(FitTable.fields)
    let bySession = ([summary.bySession].compactMap(\.self) + summary.choices).flatMap(\.fits).map(FitTable.fields)
    return .mapping([
      .init("report", .text("listener")), .init("listener", .text(summary.listener)),
      .init("version", .text(program.version)), .init("build", .text(program.build)),
      .init("sessions", .integer(summary.sessions.count)), .init("fit", .table(FitTable.columns, fits)),
      .init("fits_by_session", .table(FitTable.columns + ["session"], bySession)),
    ])
  }
}
