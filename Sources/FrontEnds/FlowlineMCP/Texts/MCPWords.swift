import Flowline

/// The front end's own words, in the language of one environment.
struct MCPWords: Sendable, Hashable {
  /// The texts in every language.
  static let catalog = TextCatalog(PackageResources.MCP_xcstrings)

  let environment: FlowEnvironment

  init(_ environment: FlowEnvironment) { self.environment = environment }

  /// The text of a key, its gaps filled; three gaps at the most.
  func callAsFunction(_ key: String, _ arguments: TextArgument...) -> String {
    switch arguments.count {
    case 0: self(Self.catalog(key))
    case 1: self(Self.catalog(key, arguments[0]))
    case 2: self(Self.catalog(key, arguments[0], arguments[1]))
    default: self(Self.catalog(key, arguments[0], arguments[1], arguments[2]))
    }
  }

  /// A text in this language.
  func callAsFunction(_ text: Text) -> String { text.resolved(in: environment).text }
}
