/// Reads one word as a shell does, scalar by scalar: quotes and backslashes take the special meaning away.
struct ShellWordReader {
  /// The word so far, without its quoting.
  private(set) var word = String.UnicodeScalarView()
  /// The quote that is open; nil if none is.
  private(set) var quote: Unicode.Scalar?
  /// Whether a backslash waits for what it quotes.
  private(set) var isEscaped = false
  /// Whether anything was quoted.
  private(set) var hasQuoting = false

  /// Whether the word could end here.
  var isWhole: Bool { quote == nil && !isEscaped }

  /// Takes the next scalar; false if it would begin another word.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    if isEscaped {
      word.append(scalar)
      isEscaped = false
    } else if scalar == "\\", quote != "'" {
      isEscaped = true
      hasQuoting = true
    } else if scalar == quote {
      quote = nil
    } else if quote == nil, scalar == "'" || scalar == "\"" {
      quote = scalar
      hasQuoting = true
    } else if quote == nil, scalar == " " {
      return false
    } else {
      word.append(scalar)
    }
    return true
  }
}
