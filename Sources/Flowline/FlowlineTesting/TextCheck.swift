public import Flowline

/// Finds what is missing in catalogues, not filled, not used, or not translated, while flows are played.
///
///     let check = TextCheck(of: [MyFeature.texts])
///     for script in try ScriptCase.all(in: "Scripts") { script.expectMatch(of: catalog) }
///     #expect(check.missing.isEmpty && check.unfilled.isEmpty && check.unused.isEmpty)
///
/// A text counts as used once it was shown to somebody: its prompt was asked for, or presented. A
/// ``ScriptCase`` shows every prompt. Other tests that run at the same time count too.
public struct TextCheck: Sendable {
  private let catalogs: [TextCatalog]

  /// Begins to note which texts of these catalogues are shown.
  public init(of catalogs: [TextCatalog]) {
    self.catalogs = catalogs
    for catalog in catalogs { catalog.noteUse() }
  }

  /// The keys that a flow wanted and no catalogue has, sorted.
  public var missing: [String] {
    catalogs.reduce(into: Set()) { $0.formUnion($1.use.missing) }.sorted()
  }

  /// The gaps that were shown as they are, since nothing filled them, sorted, each behind the key of its
  /// text: `confirm.question {name}`.
  ///
  /// A value has another name than the gap, or another flow with the same catalogue has a step of the
  /// same id and no such value.
  public var unfilled: [String] {
    catalogs.reduce(into: Set()) { $0.formUnion($1.use.unfilled) }.sorted()
  }

  /// The keys that the catalogues have and nobody was shown, sorted.
  public var unused: [String] {
    catalogs.reduce(into: Set()) { $0.formUnion(Set($1.keys).subtracting($1.use.shown)) }.sorted()
  }

  /// The keys that have no text in a language, sorted.
  public func untranslated(in language: String) -> [String] {
    catalogs.flatMap { catalog in
      catalog.keys.filter { !catalog.languages(of: $0).contains(language) }
    }.sorted()
  }
}
