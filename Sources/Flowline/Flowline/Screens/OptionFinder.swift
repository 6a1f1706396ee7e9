/// Finds the option that typed text means.
///
/// Looked for are in this order: the key exactly as it is, the label exactly as it is, a key or a
/// label that is the same but for capitals and `ё` for `е`, a number, the beginning of one key or
/// label, the beginning of one word of a label, a part of one label. The first of these that anything
/// fits decides; if several options fit it, the text is ambiguous.
///
/// Takes time linear in the options, however long the text is: one that is far longer than every name
/// is compared with none. To ask for the names of many, use ``ClearNames``.
struct OptionFinder {
  fileprivate let keys: [String]
  fileprivate let labels: [String]
  /// Key and label of each option, for comparing.
  fileprivate let names: [[String]]
  /// The most bytes of a text that is compared with the names.
  ///
  /// Only a text that is no longer than a name can be one, a part of one or near one; the same
  /// characters may have several times the bytes. A number with zeros in front may be longer than all
  /// names.
  private let mostBytes: Int

  init<Value>(_ options: [Option<Value>], in environment: FlowEnvironment) {
    self.init(
      keys: options.map(\.key), labels: options.labels(in: environment).map(\.text))
  }

  /// Makes a finder of options in their order.
  init(keys: [String], labels: [String]) {
    self.keys = keys
    self.labels = labels
    names = zip(keys, labels).map { [Self.folded($0), Self.folded($1)] }
    mostBytes = max(64, 4 * (names.lazy.joined().map(\.utf8.count).max() ?? 0))
  }

  /// The index of the option, or why there is none.
  ///
  /// - Parameter likeliest: the option whose name is told if the text is near none; nil for none.
  func find(_ typed: String, likeliest: Int? = nil) -> Result<Int, Refusal> {
    if names.isEmpty { return .failure(.make(.nothingToChoose)) }
    if typed.isEmpty { return .failure(.make(.empty)) }
    let likeliest = likeliest.map { labels[$0] }
    guard typed.utf8.count <= mostBytes else {
      return .failure(.notAChoice(typed, of: names.count, nearest: likeliest))
    }
    let text = Self.folded(typed)
    if let index = index(of: typed, folded: text) { return .success(index) }
    let candidates = candidates(for: text)
    switch candidates.count {
    case 1: return .success(candidates[0])
    case 0:
      let nearest = nearest(to: text) ?? likeliest
      return .failure(.notAChoice(typed, of: names.count, nearest: nearest))
    default:
      let names = ClearNames(self)
      return .failure(
        .ambiguous(typed, candidates.map { names.typed($0, shortly: false) ?? labels[$0] }))
    }
  }

  /// The one option that has this key, name or number; nil if there is none or there are several.
  private func index(of typed: String, folded text: String) -> Int? {
    if let index = keys.firstIndex(of: typed) { return index }
    var named = labels.indices.filter { labels[$0].trimmed == typed }
    if named.isEmpty { named = names.indices.filter { names[$0].contains(text) } }
    guard named.isEmpty else { return named.count == 1 ? named[0] : nil }
    return TypedPlace(typed)?.index(below: names.count)
  }

  /// The options that a text, which names no single one, may mean.
  private func candidates(for text: String) -> [Int] {
    let same = names.indices.filter { names[$0].contains(text) }
    if !same.isEmpty { return same }
    let beginning = names.indices.filter { names[$0].contains { $0.hasPrefix(text) } }
    if !beginning.isEmpty { return beginning }
    // A word that begins with the text is a part that is the text.
    let holding = names.indices.filter { names[$0][1].contains(text) }
    let beginningWord = holding.filter { words(of: $0).contains { $0.hasPrefix(text) } }
    return beginningWord.isEmpty ? holding : beginningWord
  }

  /// What follows a space or another mark in a label.
  private func words(of index: Int) -> [Substring] {
    let label = names[index][1]
    return label.indices.dropFirst().filter { place in
      let before = label[label.index(before: place)]
      return (label[place].isLetter || label[place].isNumber)
        && !before.isLetter && !before.isNumber
    }.map { label[$0...] }
  }

  /// The label that may have been meant, its whole or one of its words.
  private func nearest(to text: String) -> String? {
    if let place = Nearest.index(to: text, among: names.flatMap { $0 }) { return labels[place / 2] }
    var words: [(word: String, option: Int)] = []
    for (index, names) in names.enumerated() {
      for word in names[1].split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      where word.count > 3 {
        words.append((String(word), index))
      }
    }
    return Nearest.index(to: text, among: words.map(\.word)).map { labels[words[$0].option] }
  }

  /// The text without spaces at its ends, in lower case.
  static func folded(_ text: String) -> String {
    let text = text.trimmed.lowercased()
    guard text.unicodeScalars.contains("ё") else { return text }
    return text.replacing("ё", with: "е")
  }
}

/// What may be typed for each of many options, so that no other is meant.
///
/// Each answer takes time linear in the text that is asked for, however many options there are.
package struct ClearNames {
  private let finder: OptionFinder
  /// The option of each key.
  private let places: [String: Int]
  /// The option of each label; nil for one that several have.
  private let labelled: [String: Int?]
  /// The option of each name; nil for one that several have.
  private let named: [String: Int?]

  init(_ finder: OptionFinder) {
    self.finder = finder
    places = Dictionary(zip(finder.keys, finder.keys.indices)) { first, _ in first }
    labelled = Self.options(of: finder.labels.map { [$0.trimmed] })
    named = Self.options(of: finder.names)
  }

  /// Makes the names of options in their order.
  package init(keys: [String], labels: [String]) {
    self.init(OptionFinder(keys: keys, labels: labels))
  }

  /// What a person may type for an option: its label or, shortly, its number, unless that would
  /// be taken for another.
  func typed(_ index: Int, shortly: Bool) -> String? {
    let (key, label, number) = (finder.keys[index], finder.labels[index], String(index + 1))
    return [shortly ? number : label, shortly ? key : number, key]
      .first { self.index(of: $0.trimmed) == index && !(shortly && $0.contains(",")) }
  }

  /// Whether a text is the key or the label of an option.
  func hasName(_ typed: String) -> Bool { named.keys.contains(OptionFinder.folded(typed)) }

  /// The option of a key; nil if there is none.
  func index(ofKey key: String) -> Int? { places[key] }

  /// The one option that a key, a name or a number means, as ``OptionFinder`` takes it; nil if there
  /// is none or there are several.
  package func index(of typed: String) -> Int? {
    if let index = places[typed] { return index }
    if let index = labelled[typed] { return index }
    if let index = named[OptionFinder.folded(typed)] { return index }
    return TypedPlace(typed)?.index(below: finder.keys.count)
  }

  /// The option of each of its names; nil for one that several have.
  private static func options(of names: [[String]]) -> [String: Int?] {
    var options: [String: Int?] = [:]
    for (index, names) in names.enumerated() {
      for name in names {
        let isOnlyOne = options[name].map { $0 == index } ?? true
        options[name] = .some(isOnlyOne ? index : nil)
      }
    }
    return options
  }
}
