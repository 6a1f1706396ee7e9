import PackagePlugin

/// Puts the text files of a target into its code, where `PackageResources` has each as a `StaticString`.
///
/// SwiftPM's `.embedInCode` writes an array of numbers, which the compiler takes seconds for each ten
/// kilobytes of, and which a program copies; a string takes the compiler no time, and is read in place.
@main
struct EmbeddedFiles: BuildToolPlugin {
  /// What is embedded; all else of a target is left alone.
  private static let extensions: Set = ["xcstrings", "css", "js", "svg"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = target.sourceModule?.sourceFiles else { return [] }
    let inputs = files.map(\.url)
      .filter { Self.extensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    guard !inputs.isEmpty else { return [] }
    let output = context.pluginWorkDirectoryURL.appending(path: "PackageResources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)",
        executable: try context.tool(named: "FileEmbedder").url,
        arguments: [output.path] + inputs.map(\.path), inputFiles: inputs, outputFiles: [output])
    ]
  }
}
