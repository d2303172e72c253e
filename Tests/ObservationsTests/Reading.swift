import PeachAnalysis
import PeachFitting
import PeachSupport

/// The observations in a CSV text; what is wrong with it names it "d.csv".
func observations(
  _ text: String, _ reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
) throws(ConfigurationError) -> Observations {
  let table = try DelimitedText(text, file: "d.csv").table
  do {
    return try Observations.read(table, reading: reading, by: by, positiveLevelsFor: positiveLevelsFor)
  } catch let error as ConfigurationError {
    throw error
  } catch {
    preconditionFailure("a table in memory is read whole: \(error)")
  }
}

/// All that is wrong with a CSV text, rows without level or answer included; `nil` if nothing is.
func problems(
  _ text: String, _ reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
) -> String? {
  var ways = Observations.Ways()
  ways.positiveLevelsFor = positiveLevelsFor
  ways.refusesMissing = true
  do {
    _ = try Observations.read(DelimitedText(text, file: "d.csv").table, reading: reading, by: by, ways)
    return nil
  } catch {
    return "\(error)"
  }
}

func bin(_ level: Double, _ trials: Double, _ positives: Double) -> Counts.Bin {
  Counts.Bin(level: level, trials: trials, positives: positives)
}

struct ObservedTrial {
  var level: Double
  var isPositive: Bool
}

func trial(_ level: Double, _ isPositive: Bool) -> ObservedTrial {
  ObservedTrial(level: level, isPositive: isPositive)
}

func tally(_ trials: [ObservedTrial]) -> TrialTally {
  var tally = TrialTally()
  for trial in trials { tally.add(trial.level, isPositive: trial.isPositive) }
  return tally
}

/// The levels of trials in the order in which they came, each with the places of its trials.
func levels(_ trials: [ObservedTrial]) -> [TrialTally.Level] { tally(trials).levels }
