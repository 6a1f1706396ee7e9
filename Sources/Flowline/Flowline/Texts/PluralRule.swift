import Synchronization

/// How one language chooses among the plural forms of a text, by the rules of Unicode CLDR.
///
/// The rules are those of ``languages``, written as CLDR writes them (UTS #35, part 3, "Plural rules
/// syntax"). Those of a language are read once, when it is first needed.
struct PluralRule: Sendable {
  /// A test such as `n % 10 = 2..4`.
  fileprivate struct Relation {
    /// What the number is divided by before its remainder is compared; nil to compare the number.
    let divisor: UInt?
    let isNegated: Bool
    let ranges: [ClosedRange<UInt>]

    func holds(for number: UInt) -> Bool {
      let value = divisor.map { number % $0 } ?? number
      return ranges.contains { $0.contains(value) } != isNegated
    }
  }

  /// A category and when it is chosen: if all relations of any of its alternatives hold.
  private struct Case {
    let category: String
    let alternatives: [[Relation]]
  }

  private let cases: [Case]

  /// The category of a number: `zero`, `one`, `two`, `few`, `many` or `other`.
  ///
  /// Signs do not matter.
  func category(of number: Int) -> String {
    let number = number.magnitude
    for rule in cases
    where rule.alternatives.contains(where: { $0.allSatisfy { $0.holds(for: number) } }) {
      return rule.category
    }
    return "other"
  }

  private static let known = Mutex<[String: PluralRule]>([:])

  /// The rule of a language, or of its kind in a region where that differs, as in Portugal.
  ///
  /// - Parameters:
  ///   - language: its code, such as `pt`.
  ///   - region: the region of the locale; nil if it has none.
  /// - Returns: the rule; that of `other` alone for a language that is not known.
  static func of(_ language: String, in region: String? = nil) -> PluralRule {
    let id = region.map { "\(language)_\($0)" } ?? language
    if let rule = known.withLock({ $0[id] }) { return rule }
    let rule = rules(of: id).map { PluralRule($0) }
    let found = rule ?? (region == nil ? PluralRule("") : of(language))
    known.withLock { known in
      // So that names from outside cannot fill the memory.
      if known.count >= 512 { known.removeAll() }
      known[id] = found
    }
    return found
  }

  private static func rules(of id: String) -> String? {
    languages.first { $0.ids.split(separator: " ").contains(id[...]) }?.rules
  }
}

extension PluralRule {
  /// Reads rules such as `one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14`.
  private init(_ rules: String) {
    cases = rules.split(separator: ";").map { rule in
      let parts = rule.split(separator: ":")
      return Case(
        category: parts[0].filter { $0 != " " },
        alternatives: parts[1].split(separator: " or ").map { alternative in
          alternative.split(separator: " and ").map { Relation($0) }
        })
    }
  }
}

extension PluralRule.Relation {
  /// Reads a relation such as `n % 100 != 11,71..79`.
  fileprivate init(_ text: Substring) {
    let words = text.split(separator: " ")
    divisor = words[1] == "%" ? UInt(words[2]) : nil
    isNegated = words[words.count - 2] == "!="
    ranges = words[words.count - 1].split(separator: ",").map { range in
      let ends = range.split(separator: "..").compactMap { UInt($0) }
      return ends[0]...ends[ends.count - 1]
    }
  }
}
