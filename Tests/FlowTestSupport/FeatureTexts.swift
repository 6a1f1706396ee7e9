package import Flowline
import FlowlineTesting
package import FoundationEssentials
package import Testing

/// The texts of a feature beside the code that shows them.
///
/// That each is in every language, with the same gaps and all plural forms, is for the check of all
/// catalogues to find.
package struct FeatureTexts: Sendable, CustomTestStringConvertible {
  package let texts: TextCatalog
  private let folder: URL
  private let base: URL?
  private let sharedCode: URL?
  private let otherTexts: [TextCatalog]
  private let made: [String: [String]]
  private let named: [String]

  /// Describes a feature.
  ///
  /// - Parameters:
  ///   - folder: where its code is.
  ///   - texts: its catalogue.
  ///   - base: where the code is that it is built on and that names texts of its catalogue; nil if none does.
  ///   - sharedCode: where other code is that shows its texts; nil if none does.
  ///   - otherTexts: catalogues that its code shows texts of as well.
  ///   - made: the keys that its code makes of values, as `texts("refused", of: refusal)` does: their ends, by
  ///     what they begin with. A beginning without ends is that of another catalogue's keys.
  ///   - named: keys of which the code names a part only, such as the options of an enumeration of the domain.
  package init(
    in folder: URL, _ texts: TextCatalog, over base: URL? = nil, sharedCode: URL? = nil,
    otherTexts: [TextCatalog] = [], made: [String: [String]] = [:], named: [String] = []
  ) {
    self.texts = texts
    self.folder = folder
    self.base = base
    self.sharedCode = sharedCode
    self.otherTexts = otherTexts
    self.made = made
    self.named = named
  }

  package var testDescription: String { folder.lastPathComponent }

  /// All keys that are made of values.
  private var madeKeys: Set<String> {
    Set(made.flatMap { beginning, ends in ends.map { "\(beginning).\($0)" } })
  }

  // MARK: - Checks

  /// Expects that the catalogue can be read, and that it has every text that the code names.
  ///
  /// - Throws: an error if the code cannot be read.
  package func expectAllThatIsNamed(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(texts.faults == [], sourceLocation: sourceLocation)
    #expect(texts.sourceLanguage == "en", sourceLocation: sourceLocation)
    let code = try Code(in: [folder, base].compactMap { $0 })
    let known = Set(texts.keys + otherTexts.flatMap(\.keys))
    let wanted = code.keys.union(madeKeys).union(named)
    #expect(wanted.subtracting(known).sorted() == [], sourceLocation: sourceLocation)
    #expect(code.madeBeginnings.sorted() == made.keys.sorted(), sourceLocation: sourceLocation)
  }

  /// Expects that no text is missing while flows are played, that no gap is left open, and that none is
  /// left over: each is shown then, or is named by the code.
  ///
  /// - Parameters:
  ///   - features: the features of a family.
  ///   - sourceLocation: the line that issues are recorded at.
  ///   - play: plays the flows, all of them.
  /// - Throws: what the play throws; an error if the code cannot be read.
  package static func expectWhole(
    _ features: [FeatureTexts], sourceLocation: SourceLocation = #_sourceLocation,
    whilePlaying play: () throws -> Void
  ) throws {
    let checks = features.map { TextCheck(of: [$0.texts]) }
    try play()
    for (feature, check) in zip(features, checks) {
      let name = "\(feature.testDescription)"
      #expect(check.missing == [], "\(name)", sourceLocation: sourceLocation)
      #expect(check.unfilled == [], "\(name)", sourceLocation: sourceLocation)
      #expect(check.untranslated(in: "ru") == [], "\(name)", sourceLocation: sourceLocation)
      let leftOver = try feature.leftOver(of: check.unused)
      #expect(leftOver == [], "\(name)", sourceLocation: sourceLocation)
    }
  }

  /// Which of the texts that nobody was shown the code does not name either.
  private func leftOver(of unused: [String]) throws -> [String] {
    let code = try Code(in: [folder, base, sharedCode].compactMap { $0 })
    let named = code.keys.union(madeKeys).union(named)
    let names = code.names.union(Self.roles)
    return unused.filter { key in
      !named.contains(key) && !key.split(separator: ".").allSatisfy { names.contains(String($0)) }
    }
  }

  /// What the keys of a text by place have beside the names of its step and of its row, section, option
  /// or refusal.
  private static let roles: Set<String> = [
    "question", "title", "summary", "label", "help", "reason", "example", "activity", "row",
    "section", "option", "yes", "no", "detail", "refusal",
  ]

  // MARK: - Keys of values

  /// The ends of the keys that begin so, as far as each of their parts is a word that other code has in
  /// quotation marks.
  ///
  /// For keys that are made of what services and the system say.
  ///
  /// - Parameters:
  ///   - beginning: what the keys begin with, without the full stop.
  ///   - texts: the catalogue.
  ///   - folders: where the code is.
  /// - Throws: an error if the code cannot be read.
  package static func ends(
    of beginning: String, in texts: TextCatalog, saidIn folders: [URL]
  ) throws -> [String] {
    let words = try Code(in: folders).words
    return texts.keys.filter { $0.hasPrefix("\(beginning).") }
      .map { String($0.dropFirst(beginning.count + 1)) }
      .filter { $0.split(separator: ".").allSatisfy { words.contains(String($0)) } }
  }
}

/// The Swift code of some folders, as far as texts are concerned.
private struct Code {
  private let text: String

  init(in folders: [URL]) throws {
    text = try folders.map { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.sorted()
        .map { String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self) }
        .joined()
    }.joined()
  }

  /// Every string that looks like a key, and those that are handed over.
  var keys: Set<String> {
    // `.texts("…")` names a step, whose texts are found where they are shown.
    let text = text.replacing(".texts(", with: "")
    return Set(
      text.matches(of: /[tT]exts\("([^"\\]+)"(?!, of:)|"([a-z-]+(?:\.[a-z-]+)+)"(?!, of:)/)
        .map { String($0.output.1 ?? $0.output.2 ?? "") })
  }

  /// What the keys begin with whose ends are values: `result` of `texts("result", of: reason)` and of
  /// `texts["result.\(reason)"]`.
  var madeBeginnings: Set<String> {
    Set(
      text.matches(of: /[tT]exts[(\[]"([a-z.-]+)(?:\.\\\(|", of:)/).map { String($0.output.1) })
  }

  /// The ids of steps, and the names of rows, sections, options and refusals: all short strings, and
  /// the names of cases.
  var names: Set<String> {
    let cases = text.matches(of: /(?:\.|case |, )([a-z][A-Za-z]*)/).map { match in
      match.output.1.reduce(into: "") {
        $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1)
      }
    }
    return words.union(cases)
  }

  /// All short strings.
  var words: Set<String> {
    Set(text.matches(of: /"([a-z+-]+)"/).map { String($0.output.1) })
  }
}
