// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "flowline",
  products: [
    .library(name: "Money", targets: ["Money"]),
    .library(name: "Flowline", targets: ["Flowline"]),
  ],
  targets: [
    .target(name: "Money"),
    .target(
      name: "Flowline", dependencies: ["Money"],
      resources: [.embedInCode("Texts/Flowline.xcstrings")]),
    .executableTarget(
      name: "EngineBenchmarks", dependencies: ["Flowline"],
      path: "Sources/Benchmarks/EngineBenchmarks"),
    .testTarget(name: "MoneyTests", dependencies: ["Money"]),
    .testTarget(name: "FlowlineTests", dependencies: ["Flowline", "Money"]),
  ],
  swiftLanguageModes: [.v6]
)

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
