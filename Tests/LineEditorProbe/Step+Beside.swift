import FlowlineTerminal

/// What stands beside the line.
extension Step {
  func makeGhost() -> ((String) -> LineGhost?)? {
    guard ghost != nil || counts == true else { return nil }
    return { typed in
      if let word = ghost?.first(where: { $0.hasPrefix(typed) && $0 != typed }) {
        return .completion(String(word.dropFirst(typed.count)))
      }
      return counts == true ? .remark("= \(typed.count)") : nil
    }
  }

  func makeMenu() -> LineMenu? {
    guard let menu else { return nil }
    return LineMenu(
      items: { typed in menu.filter { $0.contains(typed) || typed.isEmpty }.map { .init($0) } },
      takesSeveral: several ?? false, draw: Step.draw)
  }

  private static func draw(
    _ items: [LineMenu.Item], _ cursor: Int?, _ marked: Set<String>, _ columns: Int, _ rows: Int
  ) -> [String] {
    let window = MenuWindow(of: items.count, cursor: cursor, rows: rows)
    let seen = window.range.map { place in
      let sign = marked.contains(items[place].text) ? "*" : " "
      return (cursor == place ? ">" : " ") + sign + items[place].display
    }
    let unseen = window.before + window.after
    return seen + (unseen > 0 && rows > 1 ? ["  … \(unseen) more"] : [])
  }
}
