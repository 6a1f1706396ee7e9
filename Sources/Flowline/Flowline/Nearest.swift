/// Finds the word somebody may have meant.
package enum Nearest {
  /// The word with the fewest changes to `typed`, the first of several; nil if more than a third of
  /// its letters would have to change: none in a word of two letters, one in one of up to five.
  package static func word(to typed: String, among words: [String]) -> String? {
    index(to: typed, among: words).map { words[$0] }
  }

  /// The place of that word.
  ///
  /// Takes time linear in the words: those that cannot be near are passed over after one look at
  /// their letters.
  static func index(to typed: String, among words: some Collection<String>) -> Int? {
    let typed = Letters(typed)
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    var nearest: Int?
    var least = Int.max
    for (index, word) in words.enumerated() where least > 0 {
      let word = Letters(word)
      let most = min(word.count / 3, least - 1)
      guard let changes = typed.changes(to: word, most: most) else { continue }
      (nearest, least) = (index, changes)
    }
    return nearest
  }
}

/// The letters of a word, all in lower case.
private struct Letters {
  private let scalars: [Unicode.Scalar]
  /// How many letters fall into each of a few kinds.
  private var kinds = SIMD32<Int8>(repeating: 0)

  init(_ word: String) {
    scalars = Array(word.lowercased().unicodeScalars)
    for scalar in scalars { kinds[Int(scalar.value % 32)] &+= 1 }
  }

  var count: Int { scalars.count }
  var isEmpty: Bool { scalars.isEmpty }

  /// How many letters to change, add or leave out; nil if more than `most`.
  ///
  /// Two neighbours exchanged count once, and so does all that is missing behind a beginning.
  func changes(to word: Letters, most: Int) -> Int? {
    guard most >= 0 else { return nil }
    if count >= 2, most >= 1, word.count > count, word.scalars.starts(with: scalars) { return 1 }
    guard abs(count - word.count) <= most, lettersTooMany(for: word) <= most,
      word.lettersTooMany(for: self) <= most
    else { return nil }
    let difference = word.scalars.difference(from: scalars)
    // A letter that was changed is one removed and one inserted. That a word is shifted, as “bcde” is
    // for “abcd”, counts like that too: for a suggestion it is near enough.
    let changes = max(difference.insertions.count, difference.removals.count)
    return changes <= most ? changes : nil
  }

  /// How many letters the other word has no place for, or fewer.
  private func lettersTooMany(for word: Letters) -> Int {
    let rest = kinds &- word.kinds
    return Int(rest.replacing(with: 0, where: rest .< 0).wrappedSum())
  }
}
