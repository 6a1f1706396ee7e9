import Synchronization

/// The texts of one feature in several languages, from an `.xcstrings` file.
///
/// The format is Apple's string catalogue: keys, each with localisations, each a string or one
/// string a plural category. Embed the file in the binary and hand its bytes over:
///
///     static let texts = TextCatalog(PackageResources.RoundUp_xcstrings)
public final class TextCatalog: Sendable {
  /// One text in one language.
  enum Entry: Sendable {
    case single(TextTemplate)
    case plural([String: TextTemplate])
  }

  private let bytes: [UInt8]
  private let read = Mutex<XCStringsReader?>(nil)

  /// Makes a catalogue of an `.xcstrings` file, which is read when a text is first needed: a
  /// program that offers many flows starts with the texts of none.
  ///
  /// What cannot be read is left out and stands in ``faults``.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var contents: XCStringsReader {
    read.withLock { read in
      if let read { return read }
      var reader = XCStringsReader()
      reader.read(String(decoding: bytes, as: UTF8.self))
      read = reader
      return reader
    }
  }

  var entries: [String: [String: Entry]] { contents.entries }

  /// The language that stands in where another has no text.
  public var sourceLanguage: String { contents.sourceLanguage }

  /// What is wrong with the file, where something is; a test of each catalogue looks here.
  public var faults: [String] { contents.faults }

  /// The text of a key, to be resolved later.
  public func callAsFunction(_ key: String, _ arguments: TextArgument...) -> Text {
    Text(.catalogued(self, key: key, arguments))
  }

  /// The text of a key with arguments that are counted at run time.
  func text(_ key: String, _ arguments: [TextArgument]) -> Text {
    Text(.catalogued(self, key: key, arguments))
  }

  /// Whether the catalogue has a key.
  func has(_ key: String) -> Bool { entries[key] != nil }

  /// The keys the catalogue has, sorted.
  public var keys: [String] { entries.keys.sorted() }

  /// The languages a key has a text in, sorted.
  public func languages(of key: String) -> [String] {
    entries[key]?.keys.sorted() ?? []
  }

  func string(_ key: String, _ arguments: [TextArgument], in environment: FlowEnvironment) -> String
  {
    let language = environment.language
    guard let localizations = entries[key],
      let entry = localizations[language] ?? localizations[sourceLanguage]
    else { return key }
    switch entry {
    case .single(let template): return template.filled(with: arguments, in: environment)
    case .plural(let templates):
      let number = arguments.lazy.compactMap {
        if case .integer(let number) = $0 { number } else { nil }
      }
      .first
      let category = PluralRule.category(of: number ?? 0, in: language)
      let template = templates[category] ?? templates["other"]
      return template?.filled(with: arguments, in: environment) ?? key
    }
  }
}

extension TextCatalog: Hashable {
  /// Catalogues are the same where they are the same object.
  public static func == (left: TextCatalog, right: TextCatalog) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
