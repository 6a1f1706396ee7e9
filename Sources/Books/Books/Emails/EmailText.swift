/// What can be said of the text of an e-mail.
public enum EmailText {
  /// The tags of a template that were not filled in, such as `[contact_email]`, each once.
  public static func unfilledTags(in text: String) -> [String] {
    text.matches(of: /\[[a-z]+(?:_[a-z]+)*\]/).map { String($0.output) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The plain text of an HTML text as templates have it: paragraphs, line breaks, and the
  /// characters that have names or numbers.
  ///
  /// Other elements leave their text behind, comments, scripts and styles nothing. Takes time in proportion
  /// to the length of the text.
  public static func plain(fromHTML html: String) -> String {
    let text =
      html
      .replacing(/(?s)<!--.*?-->/, with: "")
      .replacing(/(?si)<(script|style)\b.*?<\/\1\s*>/, with: "")
      .replacing(/[ \t\r\n]+/, with: " ")
      .replacing(/(?i) *<br *\/?> */, with: "\n")
      .replacing(/(?i) *<\/(?:p|div|h[1-6]|ul|ol|table)> */, with: "\n\n")
      .replacing(/(?i) *<\/(?:li|tr)> */, with: "\n")
      .replacing(/<\/?[A-Za-z][^<>]*>/, with: "")
      .replacing(/&(#?[A-Za-z0-9]+);/) { HTMLCharacter.named($0.output.1) ?? String($0.output.0) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop { $0 == " " }
    }
    return lines.joined(separator: "\n").replacing(/\n{3,}/, with: "\n\n")
      .replacing(/^\s+|\s+$/, with: "")
  }
}
