import Flowline

/// What the command `lock` asks for, with a word behind it or without one.
struct LockCommand {
  /// The words that may be behind it.
  enum Word: String, CaseIterable {
    /// To choose another PIN.
    case new
    /// To have none any more.
    case off

    /// What is typed for each in a language.
    static func names(in language: String) -> [String] {
      allCases.map { $0.words.usual(in: language) }
    }

    init?(_ typed: String) {
      let typed = typed.lowercased()
      guard let word = Self.allCases.first(where: { $0.words.all.contains(typed) }) else {
        return nil
      }
      self = word
    }

    private var words: TypedWords { TypedWords("lock.word.\(rawValue)") }
  }

  /// The program's lock; nil where no PIN could be typed.
  let lock: ProgramLock?
  let words: Words

  /// Notes what is asked for, which is done before the next line is read.
  ///
  /// - Parameter word: what is behind the command.
  /// - Returns: why it is not done; nil if it will be.
  func fault(_ word: String?) -> String? {
    guard let lock else { return words("lock.nowhere") }
    guard let word else {
      lock.wish = .lock
      return nil
    }
    switch Word(word) {
    case .new?: lock.wish = .change
    case .off? where !lock.isSet: return words("lock.none")
    case .off?: lock.wish = .remove
    case nil:
      let names = Word.names(in: words.environment.language).joined(separator: ", ")
      return words("lock.unknown", .string(OneLine.excerpt(word)), .string(names))
    }
    return nil
  }
}
