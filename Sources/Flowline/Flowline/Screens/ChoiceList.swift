/// Reads several choices from one line; a refusal points at the part that is wrong.
struct ChoiceList {
  private let finder: OptionFinder
  private let count: Int

  init(_ finder: OptionFinder, of count: Int) {
    self.finder = finder
    self.count = count
  }

  /// The indices of what is chosen.
  func read(_ text: String) -> Result<Set<Int>, Refusal> {
    do throws(Refusal) {
      return .success(try chosen(by: text[...], in: text))
    } catch {
      return .failure(error)
    }
  }

  private func chosen(by list: Substring, in text: String) throws(Refusal) -> Set<Int> {
    if let rest = rest(of: list, after: .all) {
      let all = Set(0..<count)
      if rest.isEmpty { return all }
      if let exceptions = self.rest(of: rest, after: .except),
        !exceptions.isEmpty
      {
        return all.subtracting(try chosen(by: exceptions, in: text))
      }
    }
    if let rest = rest(of: list, after: .none), rest.isEmpty { return [] }
    var chosen: Set<Int> = []
    for part in list.split(separator: ",") {
      let part = part.trimmed
      if !part.isEmpty { chosen.formUnion(try indices(of: part, in: text)) }
    }
    return chosen
  }

  /// What follows one of these words at the beginning; nil if an option is called so, or none of
  /// the words begins the text.
  private func rest(of text: Substring, after words: TypedWords) -> Substring? {
    let text = text.trimmed
    let word = text.prefix { $0.isLetter }
    guard words.contains(word.lowercased()), !finder.hasName(String(word)) else { return nil }
    return text[word.endIndex...].drop { $0.isWhitespace || $0 == "," }
  }

  /// What one part chooses: an option, a range of numbers, or numbers and ranges with spaces
  /// between.
  private func indices(of part: Substring, in text: String) throws(Refusal) -> Set<Int> {
    if finder.hasName(String(part)) { return [try option(part, in: text)] }
    let numbers = part.replacing(/\s*[-–—]\s*/, with: "-").split(whereSeparator: \.isWhitespace)
    guard numbers.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 || $0 == "-" } }) else {
      return [try option(part, in: text)]
    }
    // Without other spaces the parts stand in the text as they are, and can be pointed at.
    let parts = numbers.count > 1 ? part.split(whereSeparator: \.isWhitespace) : [part]
    var chosen: Set<Int> = []
    for (index, number) in numbers.enumerated() {
      let place = parts.count == numbers.count ? parts[index] : part
      if number.contains("-") {
        chosen.formUnion(try range(String(number), place, in: text))
      } else {
        chosen.insert(try option(place, in: text))
      }
    }
    return chosen
  }

  private func range(
    _ numbers: String, _ part: Substring, in text: String
  ) throws(Refusal) -> ClosedRange<Int> {
    if count == 0 { throw .make(.nothingToChoose) }
    let ends = numbers.split(separator: "-", omittingEmptySubsequences: false)
      .map { TypedPlace($0)?.index(below: count) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      throw Refusal.notARange(String(part), of: count).at(part, of: text)
    }
    return first...last
  }

  private func option(_ part: Substring, in text: String) throws(Refusal) -> Int {
    switch finder.find(String(part)) {
    case .success(let index): return index
    case .failure(let refusal): throw refusal.at(part, of: text)
    }
  }
}

extension Refusal {
  /// The same refusal about a part of a text.
  fileprivate func at(_ part: Substring, of text: String) -> Refusal {
    let start = text.distance(from: text.startIndex, to: part.startIndex)
    return Refusal(code, message, arguments: arguments, range: start..<start + part.count)
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    let rest = drop(while: \.isWhitespace)
    let end = rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex
    return rest[..<end]
  }
}
