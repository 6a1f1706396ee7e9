package import Flowline

/// The front end's own words, in the language of one environment.
package struct Words: Sendable {
  /// The texts in every language.
  package static let catalog = TextCatalog(PackageResources.Terminal_xcstrings)

  /// Whose language, numbers and money are written.
  package let environment: FlowEnvironment

  private let texts: TextCatalog

  /// Makes the words of an environment.
  ///
  /// - Parameters:
  ///   - environment: the language and region.
  ///   - texts: the catalogue; by default the front end's own.
  package init(_ environment: FlowEnvironment, from texts: TextCatalog = Self.catalog) {
    self.environment = environment
    self.texts = texts
  }

  /// The same words in another language, with this region.
  package func speaking(_ language: String) -> Words {
    Words(environment.speaking(language), from: texts)
  }

  /// The text of a key, its gaps filled.
  package func callAsFunction(_ key: String, _ arguments: TextArgument...) -> String {
    self(texts.text(key, arguments))
  }

  /// A yes or a no, read as a question of a flow's reads it; nil if it is neither.
  func yesOrNo(_ line: String) -> Bool? {
    try? ConfirmScreen("answer", "").read(.text(line), in: environment).get().value
  }

  /// A text of the flow's, fit for one line.
  package func callAsFunction(_ text: Text) -> String {
    OneLine.text(text.resolved(in: environment).text)
  }
}

extension LocalizedText {
  /// The words without what could do something to a terminal.
  var line: String { OneLine.text(text) }
}
