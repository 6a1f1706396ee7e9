/// Reads several choices from one line; a refusal points at the part that is wrong.
///
/// Takes time linear in the line and, for each option, in the options: every part is found by what it
/// is called, and no more parts than there are options by a part of a name.
struct ChoiceList {
  private let finder: OptionFinder
  private let names: ClearNames
  private let count: Int
  /// What was found by a part of its name.
  private var found: [String: Int] = [:]

  init(_ finder: OptionFinder, of count: Int) {
    self.finder = finder
    names = ClearNames(finder)
    self.count = count
  }

  /// The indices of what is chosen.
  func read(_ text: String) -> Result<Set<Int>, Refusal> {
    var reading = self
    do throws(Refusal) {
      return .success(try reading.chosen(by: text))
    } catch {
      return .failure(error)
    }
  }

  private mutating func chosen(by text: String) throws(Refusal) -> Set<Int> {
    var list = text[...]
    // All but all but some are some: in a loop, since people may type what no stack has room for.
    var isInverted = false
    while let others = rest(of: list, after: .all) {
      if others.isEmpty { return isInverted ? [] : Set(0..<count) }
      guard let exceptions = rest(of: others, after: .except), !exceptions.isEmpty else { break }
      list = exceptions
      isInverted.toggle()
    }
    var chosen = ChosenPlaces(of: count)
    if rest(of: list, after: .none)?.isEmpty != true {
      for part in list.split(separator: ",") {
        let part = part.trimmed
        if !part.isEmpty { try choose(part, in: text, &chosen) }
      }
    }
    return chosen.indices(isInverted: isInverted)
  }

  /// What follows one of these words at the beginning; nil if an option is called so, or none of
  /// the words begins the text.
  private func rest(of text: Substring, after words: TypedWords) -> Substring? {
    let text = text.trimmed
    let word = text.prefix { $0.isLetter }
    guard words.contains(word.lowercased()), !names.hasName(String(word)) else { return nil }
    return text[word.endIndex...].drop { $0.isWhitespace || $0 == "," }
  }

  /// Chooses what one part means: an option, a range of numbers, or numbers and ranges with spaces
  /// between.
  private mutating func choose(
    _ part: Substring, in text: String, _ chosen: inout ChosenPlaces
  ) throws(Refusal) {
    let places = names.hasName(String(part)) ? [] : Self.numbers(in: part)
    let numbers = places.map { place in
      String(place.filter { !$0.isWhitespace }.map { $0.isHyphen ? "-" : $0 })
    }
    guard !numbers.isEmpty,
      numbers.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 || $0 == "-" } })
    else {
      let index = try option(part, in: text)
      return chosen.add(index...index)
    }
    for (number, place) in zip(numbers, places) {
      if number.contains("-") {
        chosen.add(try range(number, place, in: text))
      } else {
        let index = try option(place, in: text)
        chosen.add(index...index)
      }
    }
  }

  /// The numbers and ranges of a part: spaces are between them, and may be around the hyphen of one.
  private static func numbers(in part: Substring) -> [Substring] {
    var numbers: [Substring] = []
    var isOpen = false
    for word in part.split(whereSeparator: \.isWhitespace) {
      if isOpen || word.first?.isHyphen == true, let last = numbers.popLast() {
        numbers.append(part[last.startIndex..<word.endIndex])
      } else {
        numbers.append(word)
      }
      isOpen = word.last?.isHyphen == true
    }
    return numbers
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

  private mutating func option(_ part: Substring, in text: String) throws(Refusal) -> Int {
    let typed = String(part)
    if let index = names.index(of: typed) ?? found[typed] { return index }
    if count > 0, found.count >= count {
      throw Refusal.wrongCount(found.count + 1, allowed: 0...count)
    }
    switch finder.find(typed) {
    case .success(let index):
      found[typed] = index
      return index
    case .failure(let refusal): throw refusal.at(part, of: text)
    }
  }
}

/// Which of some places are chosen.
///
/// Choosing a range takes constant time, however long it is: of a line of ranges each may be all.
private struct ChosenPlaces {
  /// At each place, how many ranges begin there, less those that end before it.
  private var changes: [Int]

  init(of count: Int) { changes = Array(repeating: 0, count: count + 1) }

  mutating func add(_ range: ClosedRange<Int>) {
    changes[range.lowerBound] += 1
    changes[range.upperBound + 1] -= 1
  }

  /// The places that are chosen, or all others.
  func indices(isInverted: Bool) -> Set<Int> {
    var indices: Set<Int> = []
    var depth = 0
    for index in changes.indices.dropLast() {
      depth += changes[index]
      if (depth > 0) != isInverted { indices.insert(index) }
    }
    return indices
  }
}

extension Character {
  /// Whether it is between the ends of a range.
  fileprivate var isHyphen: Bool { self == "-" || self == "–" || self == "—" }
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
