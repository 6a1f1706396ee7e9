/// What a line that was typed at a prompt means.
package enum PromptLine: Equatable, Sendable {
  /// An answer, as typed but for a doubled colon.
  case answer(String)
  /// A command.
  case command(PromptCommand)
  /// A colon with a word that is no command; the nearest one, where one is near.
  case unknownCommand(String, nearest: String?)
  /// A command that needs a file's name and has none.
  case missingFile(command: String)
  /// A command that takes an answer's number and has something else after it.
  case noNumber(command: String)
  /// A command with something after it that takes nothing.
  case needlessArgument(command: String)

  /// Reads a line. One that begins with a colon is a command, one with two is an answer.
  package init(_ line: String) {
    let text = line.drop { $0 == " " || $0 == "\t" }
    guard text.first == ":" else {
      self = .answer(line)
      return
    }
    let rest = text.dropFirst()
    if rest.first == ":" {
      self = .answer(String(rest))
      return
    }
    let word = rest.prefix { !$0.isWhitespace }
    let argument = rest.dropFirst(word.count).trimmingSpaces
    let name = word.lowercased()
    guard let entry = PromptCommand.table.first(where: { $0.name == name || $0.alias == name })
    else {
      let names = PromptCommand.table.flatMap { [$0.name, $0.alias] }
      let nearest = Nearest.word(to: name, among: names)
      self = .unknownCommand(":\(word)", nearest: nearest.map { ":" + $0 })
      return
    }
    if let command = entry.make(argument) {
      self = .command(command)
    } else if entry.takesFile {
      self = .missingFile(command: ":\(word)")
    } else if entry.takesNumber {
      self = .noNumber(command: ":\(word)")
    } else {
      self = .needlessArgument(command: ":\(word)")
    }
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  package var trimmingSpaces: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
