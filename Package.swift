// swift-tools-version: 6.3
import PackageDescription

/// Strictness, the same for every target of ours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335: `any` is written out
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: dependencies do not leak into the API
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a file imports what it uses
  .treatAllWarnings(as: .error),  // SE-0443
]

/// A module of Peach: a target under Sources with a README.
struct Module {
  var name: String
  var modules: [String]
  var packages: [Target.Dependency]

  init(_ name: String, _ modules: [String] = [], packages: [Target.Dependency] = []) {
    (self.name, self.modules, self.packages) = (name, modules, packages)
  }
}

/// FluidSynth is asked for only with `--traits SoundFonts`.
let fluidSynth = Target.Dependency.target(name: "CFluidSynth", condition: .when(traits: ["SoundFonts"]))

/// The commit that `peach --version` names; `make` passes it on.
let commit = (Context.environment["PEACH_COMMIT"] ?? "").filter { $0.isHexDigit || $0 == "+" }

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")

// A module imports only modules above it in this list.
let modules = [
  Module("PeachSupport", ["CProcess"]),
  Module("PeachMath", ["PeachSupport", "CGSL"]),
  Module("PeachPitch", ["PeachSupport"]),
  Module("PeachTrials", ["PeachSupport", "PeachPitch"]),
  Module(
    "PeachAudio", ["PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "CProcess", "CSndFile"],
    packages: [fluidSynth]),
  Module("PeachFitting", ["PeachSupport", "PeachMath", "PeachTrials", "CVectors"]),
  Module(
    "PeachStrategies", ["PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "CGSL", "CVectors"]),
  Module("PeachListeners", ["PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio"]),
  Module("PeachStorage", ["PeachSupport", "PeachPitch", "PeachTrials", "CProcess"], packages: [grdb, sqlite]),
  Module(
    "PeachSimulation", ["PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStorage"]),
  Module(
    "PeachExperiments",
    [
      "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStrategies",
      "PeachListeners", "PeachStorage", "PeachSimulation",
    ], packages: [yams]),
  Module(
    "PeachSessions",
    [
      "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachListeners", "PeachStorage",
      "PeachSimulation",
      "PeachExperiments",
    ]),
  Module(
    "PeachAnalysis",
    [
      "PeachSupport", "PeachMath", "PeachTrials", "PeachFitting", "PeachStrategies", "PeachListeners", "PeachStorage",
      "PeachSimulation", "PeachExperiments", "PeachSessions",
    ]),
  Module(
    "PeachTerminal",
    ["PeachSupport", "PeachPitch", "PeachTrials", "PeachAudio", "PeachStorage", "PeachSessions", "CProcess"]),
  Module(
    "PeachReporting",
    [
      "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStrategies",
      "PeachListeners", "PeachStorage", "PeachSimulation", "PeachExperiments", "PeachAnalysis",
    ], packages: [mustache]),
  Module(
    "PeachCommands",
    [
      "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStrategies",
      "PeachListeners", "PeachStorage", "PeachSimulation", "PeachExperiments", "PeachSessions", "PeachAnalysis",
      "PeachTerminal", "PeachReporting", "CProcess", "CBuild",
    ], packages: [argumentParser]),
  Module(
    "PeachServer",
    [
      "PeachSupport", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStorage", "PeachSimulation",
      "PeachExperiments", "PeachSessions", "PeachAnalysis", "PeachTerminal", "PeachReporting", "PeachCommands", "CPage",
    ], packages: [hummingbird, argumentParser]),
  Module("PeachConformance", ["PeachSupport", "PeachPitch", "PeachTrials", "PeachStrategies", "PeachListeners"]),
]

/// Every module except those that only one program or tests of others need.
let library = modules.map(\.name).filter { !["PeachConformance", "PeachServer"].contains($0) }

func target(_ module: Module) -> Target {
  .target(
    name: module.name, dependencies: module.modules.map { .byName(name: $0) } + module.packages,
    exclude: ["README.md"], swiftSettings: settings)
}

/// The tests of a module, with golden numbers or files of earlier versions beside them if there are any.
/// A stranger sees only public declarations, as another package does. Tests that compute need the optimiser; others are built
/// in two thirds of the time without it, and run as fast, because the modules do the work.
func testTarget(
  _ name: String, _ dependencies: [Target.Dependency], hasGolden: Bool = false, hasFiles: Bool = false,
  isStranger: Bool = false, computes: Bool = false
) -> Target {
  let resources: [Resource] = (hasGolden ? [.copy("Golden")] : []) + (hasFiles ? [.copy("Files")] : [])
  return .testTarget(
    name: name, dependencies: dependencies, resources: resources, packageAccess: !isStranger,
    swiftSettings: settings + (computes ? [] : [.unsafeFlags(["-Onone"])]))
}

let package = Package(
  name: "peach",
  products: [
    .executable(name: "peach", targets: ["peach"]),
    // The web server, a program of its own: `peach` is built without Hummingbird.
    .executable(name: "peach-serve", targets: ["peach-serve"]),
    // Everything that a package with strategies and listeners of its own needs.
    .library(name: "Peach", targets: library),
    // For the tests of such a package.
    .library(name: "PeachConformance", targets: ["PeachConformance"]),
  ],
  traits: [.trait(name: "SoundFonts", description: "Presets of SoundFonts as sounds, through FluidSynth's library")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    // Without pkg-config, which would warn where the library is not installed.
    .systemLibrary(name: "CFluidSynth"),
    // Child processes that end with their parent, and files without a name: what Swift cannot call.
    .target(name: "CProcess"),
    // The commit of the sources as a macro of C, because a define of Swift has no value.
    .target(name: "CBuild", cSettings: commit.isEmpty ? [] : [.define("PEACH_COMMIT", to: commit)]),
    // The files of the listener's page as bytes.
    .target(name: "CPage", exclude: ["Files"]),
    // Vector arithmetic, compiled for several processors.
    .target(name: "CVectors"),
    .executableTarget(name: "peach", dependencies: ["PeachCommands"], swiftSettings: settings),
    .executableTarget(name: "peach-serve", dependencies: ["PeachServer"], swiftSettings: settings),
    .executableTarget(
      name: "peach-bench",
      dependencies: [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStrategies",
        "PeachStorage", "PeachSimulation", "PeachExperiments", "PeachSessions", "PeachAnalysis", "PeachReporting",
        "CProcess",
      ], path: "Benchmarks",
      exclude: [
        "README.md", "glmer_populations.R", "jax_peers.py", "numpy_grids.py", "numpy_sounds.py",
        "numpyro_populations.py",
        "scipy_fits.py",
      ],
      swiftSettings: settings),
  ] + modules.map(target) + [
    testTarget(
      "AnalysisTests",
      [
        "PeachSupport", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStorage", "PeachSimulation",
        "PeachExperiments", "PeachSessions", "PeachAnalysis", "PeachReporting",
      ]),
    testTarget("BayesTests", ["PeachSupport", "PeachMath", "PeachFitting"], hasGolden: true, computes: true),
    testTarget(
      "CommandTests",
      [
        "PeachSupport", "PeachPitch", "PeachTrials", "PeachStrategies", "PeachStorage", "PeachSimulation",
        "PeachExperiments", "PeachAnalysis", "PeachReporting", "peach", grdb,
      ], hasGolden: true, hasFiles: true),
    testTarget("ConfigurationTests", ["PeachSupport"]),
    testTarget("DetectionTests", ["PeachMath"], hasGolden: true, computes: true),
    testTarget(
      "ExamplesTests",
      [
        "PeachSupport", "PeachPitch", "PeachTrials", "PeachStrategies", "PeachListeners", "PeachStorage",
        "PeachSimulation", "PeachExperiments", "PeachCommands", "PeachConformance",
      ], isStranger: true),
    testTarget(
      "ExchangeTests",
      [
        "PeachSupport", "PeachTrials", "PeachFitting", "PeachStorage", "PeachSimulation", "PeachExperiments",
        "PeachAnalysis", "PeachReporting",
      ], hasGolden: true, hasFiles: true),
    testTarget(
      "ExperimentsTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStrategies", "PeachListeners",
        "PeachStorage", "PeachSimulation", "PeachExperiments",
      ], computes: true),
    testTarget(
      "FiguresTests",
      [
        "PeachSupport", "PeachPitch", "PeachTrials", "PeachAudio", "PeachFitting", "PeachStorage", "PeachSimulation",
        "PeachExperiments", "PeachAnalysis", "PeachReporting",
      ], hasGolden: true),
    testTarget(
      "FittingTests", ["PeachMath", "PeachTrials", "PeachFitting", "CVectors"], hasGolden: true, computes: true),
    testTarget("GridsTests", ["PeachMath", "PeachTrials", "PeachStrategies"], computes: true),
    testTarget("HearingTests", ["PeachPitch", "PeachAudio"], computes: true),
    testTarget("InferenceTests", ["PeachMath", "PeachTrials", "PeachFitting", "PeachStrategies"], computes: true),
    testTarget("LabTests", ["PeachSupport", "PeachPitch", "PeachTrials"], computes: true),
    testTarget(
      "ListenersTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachAudio", "PeachListeners", "PeachExperiments",
        "PeachConformance",
      ], hasGolden: true, computes: true),
    testTarget("NumericsTests", ["PeachMath"], computes: true),
    testTarget("ObservationsTests", ["PeachSupport", "PeachTrials", "PeachFitting", "PeachAnalysis"]),
    testTarget("PitchTests", ["PeachSupport", "PeachPitch"]),
    testTarget("PlanningTests", ["PeachTrials", "PeachStorage", "PeachSimulation", "PeachExperiments"]),
    testTarget("PsychometricsTests", ["PeachSupport", "PeachMath"], hasGolden: true, computes: true),
    testTarget(
      "PublishedTests",
      [
        "PeachSupport", "PeachMath", "PeachTrials", "PeachStorage", "PeachSimulation", "PeachExperiments",
        "PeachReporting",
      ], computes: true),
    testTarget("RecordsTests", ["PeachSupport", "PeachTrials", "PeachStorage", grdb, sqlite]),
    testTarget(
      "ReportsTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStrategies", "PeachListeners",
        "PeachStorage", "PeachSimulation", "PeachExperiments", "PeachSessions", "PeachAnalysis", "PeachReporting", grdb,
      ], hasFiles: true),
    testTarget(
      "ServerTests",
      [
        "PeachSupport", "PeachTrials", "PeachStorage", "PeachExperiments", "PeachSessions", "PeachReporting",
        "PeachCommands", "PeachServer", hummingbird,
      ]),
    testTarget(
      "SessionsTests",
      [
        "PeachSupport", "PeachPitch", "PeachTrials", "PeachAudio", "PeachStrategies", "PeachStorage",
        "PeachExperiments", "PeachSessions",
      ]),
    testTarget(
      "SimulationTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStorage", "PeachSimulation",
        "PeachExperiments",
      ], computes: true),
    testTarget("SoundTests", ["PeachSupport", "PeachPitch", "PeachAudio", "CProcess", "CSndFile"], computes: true),
    testTarget(
      "StatisticalTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachFitting", "PeachStrategies", "PeachListeners",
        "PeachStorage", "PeachSimulation", "PeachExperiments", "PeachSessions", "PeachAnalysis", "PeachReporting",
      ], computes: true),
    testTarget(
      "StimuliTests",
      ["PeachSupport", "PeachPitch", "PeachTrials", "PeachAudio", "PeachSimulation", "PeachExperiments"], computes: true
    ),
    testTarget(
      "StrategiesTests",
      [
        "PeachSupport", "PeachMath", "PeachPitch", "PeachTrials", "PeachStrategies", "PeachSimulation",
        "PeachExperiments", "PeachConformance",
      ], hasGolden: true, computes: true),
    testTarget("TerminalTests", ["PeachSupport", "PeachTrials", "PeachSessions", "PeachTerminal"]),
    testTarget("TrialsTests", ["PeachPitch", "PeachTrials"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make fuzz` alone builds the fuzzer, with the flags that libFuzzer needs.
if Context.environment["PEACH_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/Sources/CFuzzer"),
    .executableTarget(
      name: "peach-fuzz", dependencies: library.map { .byName(name: $0) } + ["PeachConformance", "CFuzzer", sqlite],
      path: "Tests/Fuzzing/Sources/peach-fuzz"),
  ]
}
