import Flowline
import FoundationEssentials

/// The pages' own words, in the language of one environment.
struct WebWords: Sendable {
  /// The texts in every language.
  static let catalog = TextCatalog(PackageResources.Web_xcstrings)

  /// Whose language, numbers and money are written.
  let environment: FlowEnvironment

  /// The text of a key, its gaps filled.
  func callAsFunction(_ key: String) -> String { resolved(Self.catalog(key)) }

  func callAsFunction(_ key: String, _ first: TextArgument) -> String {
    resolved(Self.catalog(key, first))
  }

  func callAsFunction(_ key: String, _ first: TextArgument, _ second: TextArgument) -> String {
    resolved(Self.catalog(key, first, second))
  }

  /// A text of the flow's.
  func resolved(_ text: Text) -> String { text.resolved(in: environment).text }

  /// The language, as `lang` has it.
  var language: String { environment.language }
}
