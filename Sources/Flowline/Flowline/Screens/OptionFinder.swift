/// Finds the option that typed text means.
///
/// Looked for are in this order: a key or a label that is the same, a number, the beginning of one
/// key or label, the beginning of one word of a label, a part of one label. The first of these
/// that anything fits decides; where several options fit it, the text is ambiguous. Capitals do
/// not matter, nor does `ё` for `е`.
struct OptionFinder {
  private let keys: [String]
  private let labels: [String]
  /// Key and label of each option, for comparing.
  private let names: [[String]]

  init<Value>(_ options: [Option<Value>], in environment: FlowEnvironment) {
    keys = options.map(\.key)
    labels = options.map { $0.label.resolved(in: environment).text }
    names = zip(keys, labels).map { [Self.folded($0), Self.folded($1)] }
  }

  /// The index of the option, or why there is none.
  func find(_ typed: String) -> Result<Int, Refusal> {
    if typed.isEmpty { return .failure(.make(.empty)) }
    let candidates = candidates(for: Self.folded(typed))
    switch candidates.count {
    case 1: return .success(candidates[0])
    case 0: return .failure(.notAChoice(typed, of: names.count, nearest: nearest(to: typed)))
    default: return .failure(.ambiguous(typed, candidates.map { labels[$0] }))
    }
  }

  /// What a person may type for an option: its label or, shortly, its number, unless that would
  /// be taken for another.
  func typed(_ index: Int, shortly: Bool) -> String? {
    let number = String(index + 1)
    return [shortly ? number : labels[index], shortly ? keys[index] : number, keys[index]]
      .first { (try? find($0.trimmed).get()) == index && !(shortly && $0.contains(",")) }
  }

  /// Whether a text is the key or the label of an option.
  func hasName(_ typed: String) -> Bool {
    let text = Self.folded(typed)
    return names.contains { $0.contains(text) }
  }

  private func candidates(for text: String) -> [Int] {
    if let exact = names.firstIndex(where: { $0.contains(text) }) { return [exact] }
    if let number = Int(text), names.indices.contains(number - 1) { return [number - 1] }
    let fits: [(Int) -> Bool] = [
      { names[$0].contains { $0.hasPrefix(text) } },
      { words(of: $0).contains { $0.hasPrefix(text) } },
      { names[$0][1].contains(text) },
    ]
    for fits in fits {
      let candidates = names.indices.filter(fits)
      if !candidates.isEmpty { return candidates }
    }
    return []
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
  private func nearest(to typed: String) -> String? {
    let text = Self.folded(typed)
    if let name = Nearest.word(to: text, among: names.flatMap { $0 }),
      let index = names.firstIndex(where: { $0.contains(name) })
    {
      return labels[index]
    }
    let words = names.map { $0[1].split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    return Nearest.word(to: text, among: words.flatMap { $0 }.filter { $0.count > 3 })
      .flatMap { word in words.firstIndex { $0.contains(word) } }
      .map { labels[$0] }
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().replacing("ё", with: "е")
  }
}
