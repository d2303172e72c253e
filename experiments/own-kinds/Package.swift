// swift-tools-version: 6.3
import PackageDescription

/// A room of Peach, which is a library product of the same name.
func room(_ name: String) -> Target.Dependency { .product(name: name, package: "peach") }

let package = Package(
  name: "own-kinds",
  // Elsewhere: .package(url: …, exact: …).
  dependencies: [.package(name: "peach", path: "../..")],
  targets: [
    .target(
      name: "OwnKinds", dependencies: [room("Configuration"), room("Strategies"), room("Trials"), room("Listeners")]),
    .executableTarget(name: "own-peach", dependencies: ["OwnKinds", room("Commands")]),
    .testTarget(
      name: "OwnKindsTests",
      dependencies: ["OwnKinds", room("Conformance"), room("Experiments"), room("Simulation"), room("Records")]),
  ],
  swiftLanguageModes: [.v6]
)
