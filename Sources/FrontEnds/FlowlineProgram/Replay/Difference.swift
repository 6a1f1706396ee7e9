/// Two texts cut to where they differ, so that a person sees it.
struct Difference {
  let expected: String
  let got: String

  /// What is shown of a text at the most, in characters.
  private static let width = 120
  /// What is kept of what both begin with: the verb and the name.
  private static let lead = 40

  init(_ expected: String, _ got: String) {
    let common = zip(expected, got).prefix { $0 == $1 }.count
    self.expected = Self.cut(expected, differingAt: common)
    self.got = Self.cut(got, differingAt: common)
  }

  private static func cut(_ text: String, differingAt place: Int) -> String {
    guard text.count > width else { return text }
    guard place > lead * 2 else { return text.prefix(width - 1) + "…" }
    let rest = text.dropFirst(place - lead)
    let shown = rest.count > width - lead ? rest.prefix(width - lead - 1) + "…" : rest
    return "\(text.prefix(lead))…\(shown)"
  }
}
