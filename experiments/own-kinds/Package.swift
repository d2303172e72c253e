// swift-tools-version: 6.3
import PackageDescription

let peach = Target.Dependency.product(name: "Peach", package: "peach")

let package = Package(
  name: "own-kinds",
  dependencies: [
    // Elsewhere: .package(url: …, exact: …).
    .package(name: "peach", path: "../.."),
    // Peach's modules build next to packages with general names. Leave these out of your own package.
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
  ],
  targets: [
    .target(name: "OwnKinds", dependencies: [peach]),
    .executableTarget(name: "own-peach", dependencies: ["OwnKinds", peach]),
    .testTarget(
      name: "OwnKindsTests",
      dependencies: [
        "OwnKinds", peach, .product(name: "PeachConformance", package: "peach"),
        .product(name: "Collections", package: "swift-collections"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Numerics", package: "swift-numerics"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
