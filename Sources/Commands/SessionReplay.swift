import ArgumentParser
import Configuration
import Experiments
import Records
import Reports
import Sessions
import Simulation
import Trials

/// A stored session, followed by its strategy from the same experiment, profile and seed.
struct SessionReplay {
  let text: TraceText

  init(listener: String, session number: Int) throws {
    let database = try ListenerDatabase.opened(for: [listener])
    let name = "session \(number) of \(listener)"
    guard let record = try database.session(number, of: listener) else {
      let count = try database.sessions(of: listener).count
      throw ValidationError(
        "--session: listener '\(listener)' has no session \(number)\n  hint: there \(count == 1 ? "is 1 session" : "are \(count) sessions")"
      )
    }
    guard record.kind == .comparison else {
      throw ValidationError("--session: \(name) is of pitch matchings, which no strategy chooses")
    }
    guard let seed = UInt64(record.seed, radix: 16), let profile = PerceptualProfile(json: record.profile) else {
      throw Failure(status: ExitStatus.wrongContent, message: "\(name): its seed or profile is damaged")
    }
    let plan = try Experiment.parse(
      record.experiment, file: name, kinds: Peach.kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    let cell = try plan.cell(of: record.strategy, in: name)
    let streams = StreamNames(seed: seed, listener: listener, strategy: record.strategy).streams(replicate: number)
    var problem: (any Error)?
    var trials: [CompletedComparison] = []
    let tracks = cell.specimen.namedTracks
    try database.forEachComparison(of: record) { trial in
      do {
        let track = tracks.firstIndex { $0.name == trial.track }
        if track == nil, !trial.track.isEmpty {
          problem = Failure(
            status: ExitStatus.wrongContent,
            message: "trial \(trial.trial) is of track '\(trial.track)', which the strategy has not")
        }
        if let done = try trial.completed(track: track ?? 0) { trials.append(done) }
      } catch {
        problem = error
      }
    }
    if let problem {
      let reason = (problem as? Failure)?.message ?? "\(problem)"
      throw Failure(status: ExitStatus.wrongContent, message: "\(name): \(reason)")
    }
    do {
      text = try TraceText(cell, streams: streams, trials: trials)
    } catch {
      let other = record.version == Peach.version ? "" : "\n  hint: it was made by peach \(record.version)"
      throw Failure(status: ExitStatus.wrongContent, message: "\(name): \(error)\(other)")
    }
  }
}
