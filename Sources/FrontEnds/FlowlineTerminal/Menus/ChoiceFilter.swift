import Flowline

/// Finds the choices that a part of a name fits.
struct ChoiceFilter {
  private let choices: [Choice]
  /// Key and label of each choice, for comparing.
  private let names: [[String]]
  private let clearNames: ClearNames

  /// The most choices that are seen at a glance; of more, one looks for a part of the name.
  static let glance = 15

  init(_ choices: [Choice]) {
    self.choices = choices
    names = choices.map { [$0.label.line.lowercased(), $0.key.lowercased()] }
    clearNames = ClearNames(keys: choices.map(\.key), labels: choices.map(\.label.line))
  }

  /// The indices of the choices that `typed` fits: those whose number it begins, those with a name
  /// that begins with it, those with a word that does, and those that hold it anywhere.
  ///
  /// All for nothing typed. A slash in front, with which other programs begin a search, is left out unless
  /// a name begins with it.
  func fitting(_ typed: String) -> [Int] {
    let typed = withoutSlash(typed.trimmingSpaces)
    let text = typed.lowercased()
    guard !text.isEmpty else { return Array(choices.indices) }
    let fitting = ranked(text)
    // What is named clearly comes before what only begins like it.
    guard let named = place(of: typed), fitting.first != named else { return fitting }
    return [named] + fitting.filter { $0 != named }
  }

  private func withoutSlash(_ text: String) -> String {
    let isSearch = text.hasPrefix("/") && !names.joined().contains { $0.hasPrefix("/") }
    return isSearch ? String(text.dropFirst()).trimmingSpaces : text
  }

  /// The choice that a text names clearly.
  func place(of typed: String) -> Int? {
    let text = typed.trimmingSpaces
    return text.isEmpty ? nil : clearNames.index(of: text)
  }

  private func ranked(_ text: String) -> [Int] {
    if text.allSatisfy({ "0"..."9" ~= $0 }) {
      let numbered = choices.indices.filter { String($0 + 1).hasPrefix(text) }
      if !numbered.isEmpty { return numbered }
    }
    var ranks: [(index: Int, rank: Int)] = []
    for index in choices.indices {
      if let rank = names[index].compactMap({ Self.rank(of: text, in: $0) }).min() {
        ranks.append((index, rank))
      }
    }
    return ranks.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
  }

  private static func rank(of text: String, in name: String) -> Int? {
    if name.hasPrefix(text) { return 0 }
    guard let found = name.firstRange(of: text) else { return nil }
    let before = name[..<found.lowerBound].last
    return before.map { $0.isLetter || $0.isNumber } == true ? 2 : 1
  }

  /// What answers with a choice and with no other: its name as long as that is clear, else its
  /// number, else its key.
  func answer(for index: Int) -> String {
    let label = choices[index].label
    // What is left out where it is shown could not be typed.
    let name = label.text == label.line ? label.line : nil
    let candidates = [name, String(index + 1), choices[index].key]
    return candidates.compactMap { $0 }.first { means($0, index) } ?? label.line
  }

  private func means(_ text: String, _ index: Int) -> Bool {
    guard !text.trimmingSpaces.isEmpty, text == text.trimmingSpaces, !text.contains(","),
      !text.hasPrefix(":"), OneLine.text(text) == text
    else { return false }
    return clearNames.index(of: text) == index
  }
}
