/// Reads the part of Apple's string catalogue format that Flowline uses.
///
/// At first it finds out where the texts of each key lie; they are read when they are needed. A
/// program needs a handful of its texts to start, and reading all of them took most of its start.
struct XCStringsReader {
  typealias Localizations = [String: TextCatalog.Entry]

  private let file: CatalogFile
  private(set) var sourceLanguage = "en"
  /// What keeps the file from being read.
  private var fault: String?
  /// Where the value of each key begins.
  private var places: [String: Int] = [:]
  private var read: [String: Localizations] = [:]

  init(_ file: CatalogFile) {
    self.file = file
    var hasStrings = false
    var (language, places) = (sourceLanguage, places)
    do throws(JSONParser.Failure) {
      try Self.parse(file, at: 0) { (parser) throws(JSONParser.Failure) in
        try parser.parseMembers { (parser, name, _) throws(JSONParser.Failure) in
          switch name {
          case "sourceLanguage": language = try parser.parseValue().string ?? language
          case "strings":
            hasStrings = true
            try parser.parseMembers { (parser, key, place) throws(JSONParser.Failure) in
              guard places.updateValue(parser.offset, forKey: key) == nil else {
                throw JSONParser.Failure.repeated(key, at: place)
              }
              try parser.skipValue()
            }
          default: try parser.skipValue()
          }
        }
      }
      if !hasStrings { fault = "no member “strings”" }
    } catch {
      fault = "at byte \(error.offset): \(error.expected) expected"
    }
    (sourceLanguage, self.places) = (language, places)
  }

  /// The keys, in no order.
  var keys: some Collection<String> { places.keys }

  /// What a key has in each language; nil if there is no such key.
  mutating func localizations(of key: String) -> Localizations? {
    if let read = read[key] { return read }
    guard let place = places[key] else { return nil }
    let (localizations, _) = readLocalizations(of: key, at: place)
    read[key] = localizations
    return localizations
  }

  /// What is wrong with the file, which is read as a whole to find out.
  var faults: [String] {
    if let fault { return [fault] }
    return places.sorted { $0.key < $1.key }.flatMap { readLocalizations(of: $0, at: $1).faults }
  }

  private func readLocalizations(
    of key: String, at place: Int
  ) -> (Localizations, faults: [String]) {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try Self.parse(file, at: place) { (parser) throws(JSONParser.Failure) in
        try parser.parseValue()
      }
    } catch {
      return ([:], ["\(key), at byte \(error.offset): \(error.expected) expected"])
    }
    guard case .object(let members)? = value["localizations"] else {
      return ([:], ["\(key): no localizations"])
    }
    var localizations: Localizations = [:]
    var faults: [String] = []
    for (language, localization) in members {
      if let entry = entry(of: localization) {
        localizations[language] = entry
      } else {
        faults.append("\(key): nothing to show in \(language)")
      }
    }
    return (localizations, faults)
  }

  private static func parse<Value>(
    _ file: CatalogFile, at place: Int,
    _ read: (inout JSONParser) throws(JSONParser.Failure) -> Value
  ) throws(JSONParser.Failure) -> Value {
    let result = file.withBytes { bytes in
      var parser = JSONParser(bytes, from: place)
      return Result { () throws(JSONParser.Failure) in try read(&parser) }
    }
    return try result.get()
  }

  private func entry(of localization: JSONValue) -> TextCatalog.Entry? {
    if let value = localization["stringUnit"]?["value"]?.string {
      return .single(TextTemplate(value))
    }
    guard case .object(let forms)? = localization["variations"]?["plural"] else { return nil }
    let templates = forms.compactMapValues {
      $0["stringUnit"]?["value"]?.string.map(TextTemplate.init)
    }
    return templates.isEmpty ? nil : .plural(templates)
  }
}

/// An `.xcstrings` file in memory.
enum CatalogFile: Sendable {
  case bytes([UInt8])
  /// A constant of the program, of which nothing is copied.
  case constant(StaticString)

  func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBufferPointer(body)
    case .constant(let text): text.withUTF8Buffer(body)
    }
  }
}
