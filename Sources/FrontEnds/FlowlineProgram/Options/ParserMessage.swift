import Flowline
import FlowlineTerminal

/// What the argument parser finds wrong with a command line, in the language of the line.
///
/// The parser's errors cannot be told apart by their types, which are internal: their messages are recognised
/// by their form. Any other message is kept as it is.
struct ParserMessage {
  let words: Words
  /// The names of the options that the command has, for suggestions.
  let options: () -> [String]

  /// The message in words of our own.
  func text(_ message: String) -> String {
    if let match = message.wholeMatch(
      of: /(?s)Unknown option '(.*?)'(?:\. Did you mean '[^']*'\?)?/)
    {
      return unknown(String(match.1))
    }
    if let match = message.wholeMatch(of: /Missing value for '([^ ']*)(?: <[^']*>)?'/) {
      let option = String(match.1)
      return need(of: option) ?? words("usage.missing-value", .string(option))
    }
    let invalidValue =
      /(?s)The value '(.*)' is invalid for '([^ ']*)(?: <[^']*>)?'(|\. Please provide one of .*)/
    if let match = message.wholeMatch(of: invalidValue) {
      return invalid(String(match.1), for: String(match.2), values: values(in: match.3))
    }
    if let match = message.wholeMatch(
      of: /(?s)The option '([^']*)' does not take any value, but '(.*)' was specified\./)
    {
      let value = OneLine.excerpt(String(match.2))
      return words("usage.takes-no-value", .string(String(match.1)), .string(value))
    }
    if let match = message.wholeMatch(of: /Missing expected argument '([^']*)'/) {
      return words("usage.missing-argument", .string(String(match.1)))
    }
    if let match = message.wholeMatch(
      of: /(?s)(?:Unexpected argument|[0-9]+ unexpected arguments:) '(.*)'/)
    {
      let arguments = String(match.1).split(separator: "', '", omittingEmptySubsequences: false)
        .map { OneLine.excerpt(String($0)) }
      return words("usage.unexpected", .string(arguments.joined(separator: ", ")))
    }
    return message
  }

  private func unknown(_ option: String) -> String {
    let sentence = words("usage.unknown-option", .string(OneLine.excerpt(option)))
    // The hyphens that all begin with make nothing similar.
    let names = options().filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    guard let nearest = Nearest.word(to: String(option.drop { $0 == "-" }), among: names) else {
      return sentence
    }
    return sentence + " " + words("run.suggestion", .string("--" + nearest))
  }

  private func invalid(_ value: String, for option: String, values: [String]) -> String {
    if let need = need(of: option) { return need }
    let sentence = words(
      "usage.invalid-value", .string(OneLine.excerpt(value)), .string(option))
    guard !values.isEmpty else { return sentence }
    return sentence + " " + words("usage.values", .string(values.joined(separator: ", ")))
  }

  /// What an option needs, in a sentence; nil if there is none for it.
  private func need(of option: String) -> String? {
    switch option {
    case "--answer": words("usage.answer")
    case "--lock-after": words("usage.lock-after")
    case "--secret": words("usage.secret")
    case "--stop-at-missing": words("usage.stop-at-missing")
    case "--timeout": words("usage.timeout")
    case "--within": words("usage.within")
    default: nil
    }
  }

  /// What is between quotation marks, or behind bullets.
  private func values(in text: Substring) -> [String] {
    text.matches(of: /'([^']*)'|\n  - ([^\n]*)/).map { String($0.1 ?? $0.2 ?? "") }
  }
}
