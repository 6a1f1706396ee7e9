public import Days
public import Money

/// What earlier transactions were filed under, by the words that banks wrote.
///
/// It is deterministic and explainable: a category is suggested because transactions of the same direction
/// with the same text, or with the same telling words, were filed under it before. Nothing is filed without a
/// person.
///
/// Sources: FreeAgent, support article 115001586004, for learning from the words of descriptions and for
/// alternatives; the thresholds are a decision of this project.
public struct CategoryHabits: Sendable {
  /// How often and when something was filed under a category.
  private struct Use: Sendable {
    var count = 0
    var latest: Day?

    mutating func add(_ day: Day) {
      count += 1
      latest = latest.map { max($0, day) } ?? day
    }
  }

  private typealias Uses = [NominalCode: Use]

  private var byText: [Key: Uses] = [:]
  private var byWord: [Key: Uses] = [:]

  private struct Key: Hashable, Sendable {
    let text: String
    let isOut: Bool
  }

  /// How many suggestions there are at the most.
  public static let most = 3
  /// How often words must have been filed, if the whole text never was.
  static let leastUses = 2
  /// The share of the uses, in per cent, that the first suggestion must have.
  static let leastShare = 60

  /// Makes habits that nothing was learnt for.
  public init() {}

  /// Learns how a transaction was filed.
  ///
  /// - Parameters:
  ///   - text: what the bank wrote.
  ///   - code: the category.
  ///   - isOut: whether money went.
  ///   - day: its day.
  public mutating func learn(_ text: String, was code: NominalCode, isOut: Bool, on day: Day) {
    let words = TransactionText(text).words
    guard !words.isEmpty else { return }
    let whole = Key(text: words.joined(separator: " "), isOut: isOut)
    byText[whole, default: [:]][code, default: Use()].add(day)
    for word in Set(words) {
      byWord[Key(text: word, isOut: isOut), default: [:]][code, default: Use()].add(day)
    }
  }

  /// What a transaction was probably for, the likeliest first; empty if nothing tells.
  ///
  /// - Parameters:
  ///   - text: what the bank wrote.
  ///   - amount: how much; negative if money went.
  ///   - known: the categories that there are.
  public func suggestions(
    for text: String, _ amount: Money, among known: Set<NominalCode>
  ) -> [CategorySuggestion] {
    let words = TransactionText(text).words
    guard !words.isEmpty, !amount.isZero else { return [] }
    let isOut = amount.isNegative
    let whole = Key(text: words.joined(separator: " "), isOut: isOut)
    if let uses = byText[whole] {
      return ranked(uses, known, least: 1, because: nil)
    }
    // The word that was written most seldom says most; of equals the first.
    let telling = words.compactMap { word -> (word: String, uses: Uses, count: Int)? in
      guard let uses = byWord[Key(text: word, isOut: isOut)] else { return nil }
      return (word, uses, uses.values.reduce(0) { $0 + $1.count })
    }.filter { $0.count >= Self.leastUses }
    guard let best = telling.min(by: { $0.count < $1.count }) else { return [] }
    return ranked(best.uses, known, least: Self.leastUses, because: best.word)
  }

  private func ranked(
    _ uses: Uses, _ known: Set<NominalCode>, least: Int, because word: String?
  ) -> [CategorySuggestion] {
    let all = uses.values.reduce(0) { $0 + $1.count }
    let ranked = uses.filter { known.contains($0.key) }.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      if left.value.latest != right.value.latest {
        return left.value.latest.map { day in right.value.latest.map { day > $0 } ?? true } ?? false
      }
      return left.key.description < right.key.description
    }
    guard let first = ranked.first?.value.count, first >= least,
      first * 100 >= all * Self.leastShare
    else { return [] }
    return ranked.prefix(Self.most).map {
      CategorySuggestion(category: $0.key, uses: $0.value.count, word: word)
    }
  }
}

/// A category that a transaction was probably for, and why.
public struct CategorySuggestion: Sendable, Hashable, Codable {
  /// The category that the transaction was probably for.
  public let category: NominalCode
  /// How often such transactions were filed under it.
  public let uses: Int
  /// The word that they share; nil if their whole text is the same.
  public let word: String?

  /// Makes a suggestion.
  public init(category: NominalCode, uses: Int, word: String? = nil) {
    self.category = category
    self.uses = uses
    self.word = word
  }
}

/// What a bank wrote about a transaction, as words that can be compared: without digits, punctuation and
/// the difference of capitals.
struct TransactionText {
  /// The words of two letters and more, in their order.
  let words: [String]

  init(_ text: String) {
    words = text.lowercased()
      .split { !$0.isLetter && $0 != "&" && $0 != "'" && $0 != "’" }
      .map(String.init)
      .filter { $0.count > 1 && !Self.empty.contains($0) }
  }

  /// Words that say how money went, not what for.
  private static let empty: Set<String> = [
    "the", "ltd", "limited", "plc", "llp", "card", "payment", "to", "from", "ref", "debit",
    "credit",
    "direct", "transfer", "purchase", "visa", "mastercard", "faster", "online", "contactless",
    "bgc",
    "bacs", "dd", "pos", "fp", "gb", "uk", "gbp", "london", "and", "of", "on",
  ]
}
