/// Finds the word somebody may have meant.
package enum Nearest {
  /// The word with the fewest changes to `typed`; nothing where more than a third of its letters,
  /// at least two, would have to change. Of several as near the first.
  package static func word(to typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased())
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    let candidates = words.map { word in
      (word: word, distance: distance(typed, Array(word.lowercased())))
    }
    guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, best.word.count / 3) && best.distance < best.word.count
      ? best.word : nil
  }

  /// Levenshtein's distance, an exchange of neighbours counting once; a beginning counts as near.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.count >= 2, b.starts(with: a) { return 1 }
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
