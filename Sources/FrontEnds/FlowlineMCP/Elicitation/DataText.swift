import Flowline

/// Texts that come from data, such as a payee's name, as they are put into messages: on one line, of
/// bounded length, without characters that change how what is around them is read.
///
/// What reads like an instruction stays what it is, the value of something.
enum DataText {
  /// How many characters of a value are told.
  static let longest = 300

  /// A text on one line.
  static func line(_ text: String, longest: Int = Self.longest) -> String {
    var line = ""
    var isSpaced = true
    var count = 0
    for character in text {
      guard let told = told(character) else { continue }
      if told == " " {
        if isSpaced { continue }
        isSpaced = true
      } else {
        isSpaced = false
      }
      if count == longest { return line + "…" }
      line.append(told)
      count += 1
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A value between quotation marks; those in it are others.
  static func quoted(_ text: String) -> String {
    let line = line(text)
    guard line.contains("“") || line.contains("”") || line.contains("\"") else {
      return "“\(line)”"
    }
    let inner = line.replacing("“", with: "‘").replacing("”", with: "’")
      .replacing("\"", with: "’")
    return "“\(inner)”"
  }

  /// The character as it is told; nil for one that is left out.
  private static func told(_ character: Character) -> Character? {
    if character.isWhitespace { return character == "\u{A0}" ? character : " " }
    for scalar in character.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .privateUse, .unassigned: return nil
      // Marks that turn the direction, and tags that nobody sees; a joiner inside an emoji is neither.
      case .format where scalar != "\u{200D}" && scalar != "\u{200C}": return nil
      default: break
      }
    }
    return character
  }
}
