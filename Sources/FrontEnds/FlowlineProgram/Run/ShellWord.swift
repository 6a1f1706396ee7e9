import FlowlineTerminal

/// Words as a shell takes them.
package enum ShellWord {
  /// The word, quoted where a shell would see more than one word or something else in it.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    guard !isPlain else { return word }
    // By scalars: a mark behind a quote makes one character of both, which is no quote any more.
    var quoted = "'".unicodeScalars
    for scalar in word.unicodeScalars {
      if scalar == "'" {
        quoted.append(contentsOf: #"'\''"#.unicodeScalars)
      } else {
        quoted.append(scalar)
      }
    }
    quoted.append("'")
    return String(quoted)
  }

  /// Whether a text is options that a command line may be made of: words, the first of which is an option.
  ///
  /// A text of a file that somebody else may have written is shown as a part of a command only then. Such is
  /// the name of a world that a command line leads to; that of a server's customer is not.
  package static func areOptions(_ text: String) -> Bool {
    text.hasPrefix("--") && areWords(text)
  }

  /// Whether a text is words as ``quoted(_:)`` writes them, with a space between two: a shell, and a person
  /// who sees them in one line, find nothing else in it.
  private static func areWords(_ text: String) -> Bool {
    guard let found = words(of: text) else { return false }
    let again = found.map { quoted($0) }.joined(separator: " ")
    return [again, OneLine.text(text)].allSatisfy {
      $0.unicodeScalars.elementsEqual(text.unicodeScalars)
    }
  }

  /// The words of a text, without their quotes; nil if there is something else in it.
  private static func words(of text: String) -> [String]? {
    var words = [String.UnicodeScalarView()]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        guard scalar == "'" else { return nil }
        words[words.count - 1].append(scalar)
        isEscaped = false
        continue
      }
      switch scalar {
      case "'": isQuoted.toggle()
      case "\\" where !isQuoted: isEscaped = true
      case " " where !isQuoted: words.append(String.UnicodeScalarView())
      default: words[words.count - 1].append(scalar)
      }
    }
    return isQuoted || isEscaped ? nil : words.map { String($0) }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "=", "@", "%", "+": true
    default: scalar.properties.isAlphabetic
    }
  }
}
