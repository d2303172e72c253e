import PeachSimulation
import PeachSupport
import PeachTrials

/// The trials of a task in sentences: what was presented, what the listener reported, and what a level is.
struct TrialProse {
  var task: TrialTask
  /// The task of the resolved experiment.
  var told: Value?

  /// The sentence about a trial without its full stop.
  var trial: String {
    let things = task.hasNotes ? "notes" : "sounds"
    return switch task.kind {
    case .comparison:
      "Each trial presented two notes, and the listener reported whether the second was higher or lower than "
        + (isOfUnisons ? "the first" : "the note at the given musical interval from the first")
    case .oddity:
      "Each trial presented three \(things), one of which differed from the other two, and the listener chose the odd one"
    case .axb:
      "Each trial presented three \(things), and the listener reported whether the second equalled the first or the last"
    case .sameDifferent: "Each trial presented two \(things), and the listener reported whether they were the same"
    case .matching:
      "In each trial the listener heard a reference note and tuned a second note, which began with an initial offset, to "
        + (isOfUnisons ? "the same pitch" : "the given musical interval")
    case .yesNo: "In each trial the listener reported whether the signal was heard (yes or no)"
    case .forcedChoice:
      "Each trial was a forced choice between \(task.alternatives.spelled) "
        + (told?["sounds"] == nil ? "alternatives" : "intervals")
    }
  }

  /// The sentence that defines the level; `nil` for composed sounds, whose varied quantity has its own name.
  var level: String? {
    guard told?["sounds"] == nil, task.kind != .matching else { return nil }
    let unit = JournalTerms.unit(task.axis.unit)
    let scale = task.axis.scale == .log ? ", on a logarithmic scale" : ""
    guard task.hasNotes || task.kind == .comparison else {
      return "The level of the signal was in \(unit)\(scale)."
    }
    let difference =
      isOfUnisons
      ? "the absolute pitch difference between the two notes"
      : "the absolute deviation of the second note from the given musical interval"
    return
      "The level of a trial was \(task.kind == .comparison ? difference : "the pitch difference between unequal notes"), "
      + "in \(unit)\(task.kind == .comparison ? "; the signed level was positive if the second note was higher" : "")."
  }

  private var isOfUnisons: Bool {
    let intervals = (told?["intervals"]?.items ?? []).compactMap(\.word)
    return intervals.isEmpty || intervals == ["prime"]
  }
}
