import Configuration
import Fitting
import Observations

/// The observations in a CSV text; what is wrong with it names it "d.csv".
func observations(
  _ text: String, _ reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
) throws(ConfigurationError) -> Observations {
  try Observations.read(
    DelimitedText(text, file: "d.csv").table, reading: reading, by: by, positiveLevelsFor: positiveLevelsFor)
}

/// All that is wrong with a CSV text; nil where nothing is.
func problems(
  _ text: String, _ reading: Reading = .accuracy, by: [String] = [], positiveLevelsFor: String? = nil
) -> String? {
  do {
    _ = try observations(text, reading, by: by, positiveLevelsFor: positiveLevelsFor)
    return nil
  } catch {
    return error.description
  }
}

func bin(_ level: Double, _ trials: Double, _ positives: Double) -> Counts.Bin {
  Counts.Bin(level: level, trials: trials, positives: positives)
}

func trial(_ level: Double, _ isPositive: Bool) -> ObservedTrial {
  ObservedTrial(level: level, isPositive: isPositive)
}
