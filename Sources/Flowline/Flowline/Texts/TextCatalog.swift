import FoundationEssentials
import Synchronization

/// The texts of one feature in several languages, from an `.xcstrings` file.
///
/// The format is Apple's string catalogue: keys, each with localisations, each a string or one
/// string a plural category. Embed the file in the binary and hand it over:
///
///     static let texts = TextCatalog(PackageResources.RoundUp_xcstrings)
public final class TextCatalog: Sendable {
  /// One text in one language.
  enum Entry: Sendable {
    case single(TextTemplate)
    case plural([String: TextTemplate])
  }

  private let file: CatalogFile
  private let read = Mutex<XCStringsReader?>(nil)
  private let noted = Mutex<TextUse?>(nil)

  /// Makes a catalogue of an `.xcstrings` file.
  ///
  /// Each text is read when it is first needed, so that any number of flows and languages costs a
  /// program's start the same. What cannot be read is left out and is in ``faults``.
  ///
  /// - Parameter bytes: its bytes, such as SwiftPM's `.embedInCode` makes them.
  public init(_ bytes: [UInt8]) {
    file = .bytes(bytes)
  }

  /// Makes a catalogue of an `.xcstrings` file that is a constant of the program, and is read in place.
  ///
  /// - Parameter text: its text, such as the plugin `EmbeddedFiles` makes it.
  public init(_ text: StaticString) {
    file = .constant(text)
  }

  private func reading<Value>(_ body: (inout XCStringsReader) -> Value) -> Value {
    read.withLock { read in
      var reader = read.take() ?? XCStringsReader(file)
      defer { read = reader }
      return body(&reader)
    }
  }

  /// What a key has in each language; nil if there is no such key.
  func entries(of key: String) -> [String: Entry]? {
    reading { $0.localizations(of: key) }
  }

  /// The language that is used if another has no text.
  public var sourceLanguage: String { reading { $0.sourceLanguage } }

  /// What is wrong with the file; empty if nothing is.
  ///
  /// A test of each catalogue looks here.
  public var faults: [String] { reading { $0.faults } }

  /// The text of a key, to be resolved later.
  public func callAsFunction(_ key: String, _ arguments: TextArgument...) -> Text {
    Text(.catalogued(self, key: key, arguments))
  }

  /// The text of a key without gaps; nil if the catalogue has no such key.
  ///
  /// For keys that are made of something that may be new, such as a service's error code.
  public subscript(key: String) -> Text? { has(key) ? self(key) : nil }

  /// The text of a key with arguments that are counted at run time.
  package func text(_ key: String, _ arguments: [TextArgument]) -> Text {
    Text(.catalogued(self, key: key, arguments))
  }

  /// Notes from now on which texts are shown, until it is told to stop; see ``TextUse``.
  package func noteUse() { noted.withLock { $0 = $0 ?? TextUse() } }

  /// The texts that were shown since it began to note them; empty if it has not.
  package var use: TextUse { noted.withLock { $0 ?? TextUse() } }

  private func note(_ key: String, as kind: WritableKeyPath<TextUse, Set<String>>) {
    noted.withLock { _ = $0?[keyPath: kind].insert(key) }
  }

  /// Notes that a text was wanted that no catalogue of its place has.
  func noteMissing(_ key: String) { note(key, as: \.missing) }

  /// Whether the catalogue has a key.
  func has(_ key: String) -> Bool { entries(of: key) != nil }

  /// The keys the catalogue has, sorted.
  public var keys: [String] { reading { $0.keys.sorted() } }

  /// The languages a key has a text in, sorted.
  public func languages(of key: String) -> [String] {
    entries(of: key)?.keys.sorted() ?? []
  }

  /// What a key has in all languages, one that depends on a number left out.
  func texts(of key: String) -> [String] {
    (entries(of: key) ?? [:]).values.compactMap { entry in
      guard case .single(let template) = entry else { return nil }
      return template.parts.map { if case .words(let words) = $0 { words } else { "" } }.joined()
    }
  }

  func string(_ key: String, _ arguments: [TextArgument], in environment: FlowEnvironment) -> String
  {
    let language = environment.language
    let found = reading { reader -> (entry: Entry, rule: PluralRule?)? in
      let localizations = reader.localizations(of: key)
      if let entry = localizations?[language] { return (entry, nil) }
      // A text that stands in has the plural forms of its own language.
      let source = reader.sourceLanguage
      return localizations?[source].map { ($0, PluralRule.of(source)) }
    }
    note(key, as: found == nil ? \.missing : \.shown)
    guard let found else { return key }
    switch found.entry {
    case .single(let template): return filled(template, of: key, arguments, in: environment)
    case .plural(let templates):
      let number = arguments.lazy.compactMap(\.integer).first
      let rule = found.rule ?? .of(language, in: environment.locale.region?.identifier)
      let category = rule.category(of: number ?? 0)
      let template = templates[category] ?? templates["other"]
      return template.map { filled($0, of: key, arguments, in: environment) } ?? key
    }
  }

  private func filled(
    _ template: TextTemplate, of key: String, _ arguments: [TextArgument],
    in environment: FlowEnvironment
  ) -> String {
    for gap in template.gaps(without: arguments) { note("\(key) \(gap)", as: \.unfilled) }
    return template.filled(with: arguments, in: environment)
  }
}

/// Which texts of a catalogue were shown, with what gaps, and which were wanted and are not there.
package struct TextUse: Hashable, Sendable {
  /// The keys of texts that were shown.
  package var shown: Set<String> = []
  /// The keys that were wanted.
  package var missing: Set<String> = []
  /// The gaps that nothing filled, each behind the key of its text: `confirm.question {name}`.
  package var unfilled: Set<String> = []
}

extension TextCatalog: Hashable {
  /// Catalogues are equal if they are the same object.
  public static func == (left: TextCatalog, right: TextCatalog) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
