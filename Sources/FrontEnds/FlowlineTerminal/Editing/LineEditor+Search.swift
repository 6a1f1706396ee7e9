/// Looking for a line given before.
extension LineEditor {
  /// Ctrl-R and Ctrl-S.
  func startSearch() -> Answer {
    guard let entries = reading?.request.history?.entries, !entries.isEmpty else {
      return .key(.beep)
    }
    let typed = typedText
    var search = HistorySearch(in: entries, from: typed)
    // Without a row to show it in, what is typed is what is looked for.
    if screen.onlyAppends {
      search.look(for: typed)
      let isFound = search.goOlder()
      reading?.search = search
      return show(isFound)
    }
    reading?.search = search
    return .nothing
  }

  /// What a key does in a search; `nil` if there is none, or the key ends it and is for the line.
  func answerInSearch(_ key: KeyDecoder.Key) -> Answer? {
    guard var search = reading?.search else { return nil }
    let isFound: Bool
    switch key {
    case .character("\u{12}"): isFound = search.goOlder()
    case .character("\u{13}"): isFound = search.goNewer()
    case .editor(.escape), .character("\u{7}"):
      reading?.search = nil
      return change(.replacement(search.original))
    case _ where screen.onlyAppends:
      reading?.search = nil
      return nil
    case .character("\u{7F}"), .character("\u{8}"): isFound = search.erase()
    case .character(let scalar) where scalar.value >= 0x20:
      isFound = search.add(String(scalar))
    case .paste(let text): isFound = search.add(OneLine.typed(text))
    default:
      reading?.search = nil
      return nil
    }
    reading?.search = search
    return show(isFound)
  }

  private func show(_ isFound: Bool) -> Answer {
    guard isFound, let text = reading?.search?.text else { return .key(.beep) }
    return change(.replacement(OneLine.typed(text)))
  }
}
