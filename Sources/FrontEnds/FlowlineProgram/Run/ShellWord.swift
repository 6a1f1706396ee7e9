/// Words as a shell takes them.
package enum ShellWord {
  /// The word, quoted where a shell would see more than one word or something else in it.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "=", "@", "%", "+": true
    default: scalar.properties.isAlphabetic
    }
  }
}
