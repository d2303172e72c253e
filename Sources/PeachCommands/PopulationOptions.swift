import ArgumentParser
import PeachFitting

/// Options of `peach fit --population`.
struct PopulationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Fit all listeners together in one multilevel model. COLUMN identifies the listener; --within and --between name \
      conditions and groups.
      """, valueName: "COLUMN"))
  var population: String?

  @Option(
    name: .customLong("between"), parsing: .upToNextOption,
    help: ArgumentHelp("With --population: columns that name groups of listeners.", valueName: "COLUMN"))
  var betweenColumns: [String] = []

  var between: [String] { betweenColumns.flatMap { $0.split(separator: ",").map(String.init) } }

  @Option(
    help: ArgumentHelp(
      "With --population: the effects of conditions vary over listeners, or are common to all. Default varying.",
      valueName: "varying|common"))
  var effects: Effects?

  @Option(
    help: ArgumentHelp(
      """
      With --population: the two numbers of a curve that vary over listeners. Default threshold-width; intercept-slope is \
      the generalised linear mixed model.
      """, valueName: "threshold-width|intercept-slope"))
  var coordinates: PopulationModel.Coordinates?

  @Option(
    help: ArgumentHelp(
      """
      With --population: quadrature points for each random effect, 1 to 25; 1 is Laplace's approximation. Default 11, and 1 \
      if effects vary.
      """, valueName: "N"))
  var points: Int?

  enum Effects: String, CaseIterable, ExpressibleByArgument {
    case varying, common
  }
}

extension PopulationModel.Coordinates: ExpressibleByArgument {}
