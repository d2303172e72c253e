// swift-tools-version: 6.3
import PackageDescription

/// A room of Peach, which is a library product of the same name.
func room(_ name: String) -> Target.Dependency { .product(name: name, package: "peach") }

let package = Package(
  name: "fuzzing",
  dependencies: [
    .package(name: "peach", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "peach-fuzz",
      dependencies: [
        "CFuzzer", .product(name: "GRDBSQLite", package: "GRDB.swift"),
        room("Analysis"), room("Bayes"), room("Calibrations"), room("Configuration"), room("Exchange"),
        room("Experiments"), room("Inference"), room("Listeners"), room("Observations"), room("Pitch"),
        room("Processes"), room("Records"), room("Reports"), room("Sessions"), room("Simulation"), room("Sittings"),
        room("Sound"), room("Strategies"), room("Terminal"), room("Trials"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
