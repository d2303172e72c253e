// swift-tools-version: 6.3
import PackageDescription

/// Strictness, the same for every target of ours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335: `any` is written out
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: dependencies do not leak into the API
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a file imports what it uses
  .treatAllWarnings(as: .error),  // SE-0443
]

/// One room of the house: a target under Sources with a README, offered as a library product of the same name.
struct Room {
  var name: String
  var rooms: [String] = []
  var packages: [Target.Dependency] = []
}

/// FluidSynth is asked for only with `--traits SoundFonts`.
let fluidSynth = Target.Dependency.target(name: "CFluidSynth", condition: .when(traits: ["SoundFonts"]))

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// From the ground up: a room imports only rooms above it in this list.
let rooms = [
  Room(name: "Configuration"),
  Room(name: "Processes", rooms: ["Configuration", "CProcess"]),
  Room(name: "Pitch", rooms: ["Configuration"]),
  Room(name: "Psychometrics", rooms: ["Configuration"]),
  Room(name: "Numerics", rooms: ["CGSL"]),
  Room(name: "Trials", rooms: ["Configuration", "Pitch"]),
  Room(name: "Lab", rooms: ["Configuration", "Trials"]),
  Room(name: "Fitting", rooms: ["Psychometrics", "Numerics", "CVectors"]),
  Room(name: "Bayes", rooms: ["Configuration", "Psychometrics", "Numerics", "Fitting"]),
  Room(name: "Inference", rooms: ["Configuration", "Psychometrics", "Numerics", "Fitting", "Bayes"]),
  Room(name: "Observations", rooms: ["Configuration", "Trials", "Fitting"]),
  Room(name: "Detection", rooms: ["Psychometrics", "Numerics"]),
  Room(name: "Grids", rooms: ["Psychometrics", "Numerics", "CGSL", "CVectors"]),
  Room(
    name: "Strategies",
    rooms: [
      "Configuration", "Processes", "Pitch", "Psychometrics", "Trials", "Fitting", "Bayes", "Inference", "Grids",
    ]),
  Room(name: "Sound", rooms: ["Configuration", "Processes", "Pitch", "CProcess", "CSndFile"], packages: [fluidSynth]),
  Room(name: "Stimuli", rooms: ["Configuration", "Pitch", "Trials", "Sound"]),
  Room(name: "Hearing", rooms: ["Numerics"]),
  Room(
    name: "Listeners",
    rooms: [
      "Configuration", "Processes", "Pitch", "Psychometrics", "Numerics", "Trials", "Detection", "Sound", "Stimuli",
      "Hearing",
    ]),
  Room(name: "Records", rooms: ["Configuration", "Pitch", "Trials", "CProcess"], packages: [grdb, sqlite]),
  Room(
    name: "Simulation",
    rooms: [
      "Configuration", "Processes", "Pitch", "Psychometrics", "Trials", "Numerics", "Fitting", "Bayes", "Inference",
      "Records",
    ]),
  Room(name: "Published", rooms: ["Configuration", "Trials", "Records", "Simulation"]),
  Room(
    name: "Sessions",
    rooms: ["Configuration", "Pitch", "Trials", "Sound", "Stimuli", "Records"]),
  Room(
    name: "Terminal",
    rooms: ["Configuration", "Pitch", "Trials", "Lab", "Stimuli", "Records", "Sessions", "CProcess"]),
  Room(
    name: "Experiments",
    rooms: [
      "Configuration", "Pitch", "Psychometrics", "Trials", "Lab", "Sound", "Fitting", "Inference", "Records",
      "Strategies", "Listeners", "Simulation", "Published",
    ],
    packages: [yams]),
  Room(
    name: "Planning",
    rooms: ["Processes", "Psychometrics", "Trials", "Numerics", "Records", "Simulation"]),
  Room(
    name: "Sittings",
    rooms: [
      "Configuration", "Pitch", "Trials", "Lab", "Numerics", "Simulation", "Records", "Experiments", "Sound", "Stimuli",
      "Sessions",
    ]),
  Room(
    name: "Analysis",
    rooms: [
      "Configuration", "Processes", "Numerics", "Psychometrics", "Trials", "Fitting", "Bayes", "Inference",
      "Observations", "Strategies", "Records", "Simulation", "Experiments",
    ]),
  Room(
    name: "Calibrations",
    rooms: [
      "Configuration", "Trials", "Strategies", "Listeners", "Records", "Simulation", "Experiments",
    ]),
  Room(
    name: "Figures",
    rooms: [
      "Configuration", "Processes", "Pitch", "Psychometrics", "Trials", "Fitting", "Inference", "Records", "Simulation",
      "Planning", "Analysis",
    ]),
  Room(
    name: "Reports",
    rooms: [
      "Configuration", "Psychometrics", "Pitch", "Trials", "Observations", "Fitting", "Bayes", "Inference", "Detection",
      "Strategies", "Listeners", "Records", "Simulation", "Published", "Planning", "Terminal", "Experiments",
      "Analysis",
      "Calibrations",
      "Figures",
    ], packages: [mustache]),
  Room(
    name: "Exchange",
    rooms: [
      "Configuration", "Pitch", "Trials", "Fitting", "Inference", "Observations", "Records", "Simulation",
      "Experiments",
      "Analysis", "Reports",
    ]),
]

func roomTarget(_ room: Room) -> Target {
  .target(
    name: room.name, dependencies: room.rooms.map { .byName(name: $0) } + room.packages,
    exclude: ["README.md"], swiftSettings: settings)
}

/// The tests of a room, with golden numbers or files of earlier versions beside them where there are any.
func testTarget(
  _ name: String, _ dependencies: [Target.Dependency], hasGolden: Bool = false, hasFiles: Bool = false
) -> Target {
  let resources: [Resource] = (hasGolden ? [.copy("Golden")] : []) + (hasFiles ? [.copy("Files")] : [])
  return .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let allRooms: [Target.Dependency] = rooms.map { .byName(name: $0.name) }

let package = Package(
  name: "peach",
  products: [.executable(name: "peach", targets: ["peach"])]
    + (rooms.map(\.name) + ["Commands", "Conformance"]).map { .library(name: $0, targets: [$0]) },
  traits: [.trait(name: "SoundFonts", description: "Presets of SoundFonts as sounds, through FluidSynth's library")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  ],
  targets: [
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    // Without pkg-config, which would warn where the library is not installed.
    .systemLibrary(name: "CFluidSynth"),
    // Child processes that end with their parent, and files without a name: what Swift cannot call.
    .target(name: "CProcess"),
    // Vector arithmetic, compiled for several processors.
    .target(name: "CVectors"),
    .target(
      name: "Commands", dependencies: allRooms + ["CProcess", argumentParser], exclude: ["README.md"],
      swiftSettings: settings),
    .executableTarget(name: "peach", dependencies: ["Commands"], swiftSettings: settings),
    // What every strategy and listener must do, as a library: someone else's package runs it on its own.
    .target(
      name: "Conformance", dependencies: ["Configuration", "Pitch", "Trials", "Strategies", "Listeners"],
      swiftSettings: settings),
    .executableTarget(
      name: "peach-bench", dependencies: allRooms + ["CProcess"], path: "Benchmarks",
      exclude: ["README.md", "numpy_grids.py", "numpy_sounds.py", "scipy_fits.py"],
      swiftSettings: settings),
  ] + rooms.map(roomTarget) + [
    testTarget("ConfigurationTests", ["Configuration"]),
    testTarget("PitchTests", ["Pitch"]),
    testTarget("PsychometricsTests", ["Configuration", "Psychometrics"], hasGolden: true),
    testTarget("TrialsTests", ["Trials", "Pitch"]),
    testTarget("StrategiesTests", allRooms + ["Conformance"], hasGolden: true),
    testTarget("ListenersTests", allRooms + ["Conformance"]),
    testTarget("NumericsTests", ["Numerics"]),
    testTarget("LabTests", ["Lab", "Trials", "Configuration"]),
    testTarget("FittingTests", ["Fitting", "Inference", "Psychometrics", "Numerics", "CVectors"], hasGolden: true),
    testTarget("BayesTests", ["Configuration", "Fitting", "Bayes", "Psychometrics"], hasGolden: true),
    testTarget("InferenceTests", ["Fitting", "Bayes", "Inference", "Psychometrics", "Trials", "Strategies"]),
    testTarget("ObservationsTests", ["Observations", "Configuration", "Fitting", "Trials"]),
    testTarget("DetectionTests", ["Detection", "Psychometrics"], hasGolden: true),
    testTarget("GridsTests", ["Grids", "Psychometrics", "Trials"]),
    testTarget("SoundTests", ["Sound", "Processes", "Pitch", "Configuration", "CSndFile", "CProcess"]),
    testTarget("StimuliTests", ["Stimuli", "Sound", "Trials", "Pitch"]),
    testTarget("HearingTests", ["Hearing", "Sound", "Pitch"]),
    testTarget("SessionsTests", allRooms),
    testTarget("TerminalTests", allRooms),
    testTarget("RecordsTests", ["Records", "Configuration", "Trials", grdb, sqlite]),
    testTarget("SimulationTests", allRooms),
    testTarget("PublishedTests", allRooms),
    testTarget("ExperimentsTests", allRooms),
    testTarget("PlanningTests", allRooms),
    testTarget("AnalysisTests", allRooms),
    testTarget("FiguresTests", allRooms, hasGolden: true),
    testTarget("ReportsTests", allRooms + [grdb], hasFiles: true),
    testTarget("ExchangeTests", allRooms, hasGolden: true, hasFiles: true),
    testTarget("CommandTests", allRooms + ["peach", grdb], hasGolden: true, hasFiles: true),
    testTarget("StatisticalTests", allRooms),
  ],
  swiftLanguageModes: [.v6]
)
