import Flowline

extension PromptCommand {
  /// A command with what was typed behind its name.
  package struct Call: Equatable, Sendable {
    /// The command.
    package let id: ID
    /// What is behind the name, one for each argument that was given.
    package var arguments: [String] = []

    /// Makes a call.
    package init(_ id: ID, _ arguments: String...) {
      self.id = id
      self.arguments = arguments
    }

    /// The first argument; nil if none was given.
    package var argument: String? { arguments.first }
    /// The first argument as the number it is; nil if none was given.
    var number: Int? { argument.flatMap { Int($0) } }
  }

  /// Why a line that looks like a command is not one.
  package enum Fault: Error, Equatable, Sendable {
    /// No command is called like this; the nearest one that holds here, if one is near.
    case unknown(String, nearest: String?)
    /// It holds elsewhere only.
    case elsewhere(String, Place)
    /// It needs something behind its name.
    case missing(String, ID, Argument.Kind)
    /// It takes a whole number above 0 and has something else.
    case noNumber(String, Argument.Kind)
    /// It takes nothing behind its name.
    case needless(String)
    /// It takes no more behind its name than it needs; the last thing that it takes is of this kind.
    case tooMany(String, ID, Argument.Kind)
  }

  /// Reads a command that may have a colon.
  ///
  /// - Parameters:
  ///   - line: what was typed.
  ///   - isInside: whether a question waits, rather than the name of a flow.
  /// - Returns: the command with its arguments, or what is wrong.
  package static func read(
    _ line: some StringProtocol, inside isInside: Bool
  ) -> Result<Call, Fault> {
    let text = line.trimmingSpaces
    let shown = String(text.prefix { !$0.isWhitespace })
    let colon = shown.hasPrefix(":") ? ":" : ""
    let word = String(shown.dropFirst(colon.count))
    guard let command = named(word) else {
      let nearest = Nearest.word(to: word.lowercased(), among: names(inside: isInside))
      return .failure(.unknown(shown, nearest: nearest.map { colon + $0 }))
    }
    guard command.place.holds(inside: isInside) else {
      return .failure(.elsewhere(shown, command.place))
    }
    return command.call(with: text.dropFirst(shown.count).trimmingSpaces, typedAs: shown)
  }

  /// The names of the commands that hold in a place.
  package static func names(inside isInside: Bool) -> [String] {
    table.filter { $0.place.holds(inside: isInside) }.flatMap(\.names)
  }

  private func call(with text: String, typedAs shown: String) -> Result<Call, Fault> {
    var call = Call(id)
    var rest = text[...]
    for argument in arguments {
      guard !rest.isEmpty else {
        if argument.isOptional { break }
        return .failure(.missing(shown, id, argument.kind))
      }
      let value = argument.kind.takesRest ? rest : rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(value.count).drop(while: \.isWhitespace)
      if argument.kind.isNumber, Int(value).map({ $0 > 0 }) != true {
        return .failure(.noNumber(shown, argument.kind))
      }
      call.arguments.append(String(value))
    }
    if rest.isEmpty { return .success(call) }
    guard let last = arguments.last?.kind else { return .failure(.needless(shown)) }
    // One number and no more is what is wrong with two numbers too.
    return .failure(last.isNumber ? .noNumber(shown, last) : .tooMany(shown, id, last))
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
