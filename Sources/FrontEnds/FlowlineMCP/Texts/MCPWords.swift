import Flowline

/// The front end's own words, in the language of one environment.
struct MCPWords: Sendable, Hashable {
  /// The texts in every language.
  static let catalog = TextCatalog(PackageResources.MCP_xcstrings)

  let environment: FlowEnvironment

  init(_ environment: FlowEnvironment) { self.environment = environment }

  /// The text of a key, its gaps filled.
  func callAsFunction(_ key: String, _ arguments: TextArgument...) -> String {
    self(Self.catalog.text(key, arguments))
  }

  /// A text in this language.
  func callAsFunction(_ text: Text) -> String { text.resolved(in: environment).text }
}
