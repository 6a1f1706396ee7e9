import Flowline

/// What is behind a line while it is typed: what was understood, or how it may go on.
struct LiveReading {
  let controller: FlowController
  let kind: PromptKind
  let complete: (_ before: String) -> CompletionResult

  func ghost(behind typed: String) -> LineGhost? {
    let text = typed.drop { $0 == " " }
    guard !text.isEmpty else { return nil }
    let isEscaped = text.hasPrefix("::")
    if text.hasPrefix(":"), !isEscaped { return completion(of: typed) }
    switch kind {
    case .choice, .choices, .path, .file, .confirm: return completion(of: typed)
    case .review, .longText, .secret: return nil
    case .text, .number, .decimal, .amount, .date, .custom: break
    }
    let answer = Answer.text(isEscaped ? String(text.dropFirst()) : typed)
    guard case .success(let preview) = controller.preview(answer), let echo = preview.echo?.line,
      !echo.isEmpty
    else { return nil }
    return .remark("= " + echo)
  }

  /// The rest of the only thing that begins like what is typed.
  private func completion(of typed: String) -> LineGhost? {
    let result = complete(typed)
    guard result.candidates.count == 1, let text = result.candidates.first?.text,
      !result.replaced.isEmpty, text.lowercased().hasPrefix(result.replaced.lowercased())
    else { return nil }
    let rest = text.dropFirst(result.replaced.count)
    return rest.isEmpty ? nil : .completion(String(rest))
  }
}

/// Tells whether an answer was understood as something else than what was typed, as far as its
/// figures go: a multiple such as `1.5k`, a day such as `tomorrow`.
struct Understanding {
  let kind: PromptKind

  /// Whether a person who cannot see it while typing is to be asked whether it is right.
  func isSurprising(_ recorded: JSONValue, typed: String) -> Bool {
    switch kind {
    case .amount(_, let exponent, _):
      guard case .integer(let minorUnits)? = recorded["minorUnits"] else { return true }
      return !Self.figures(typed, mean: String(minorUnits.magnitude), decimals: exponent)
    case .decimal:
      guard let text = recorded.string else { return true }
      let fraction = text.drop { $0 != "." }.dropFirst()
      return !Self.figures(typed, mean: text.filter(\.isNumber), decimals: fraction.count)
    case .date:
      // A whole day has a year, a month and a day in figures.
      return typed.split { !("0"..."9" ~= $0) }.count != 3
    case .number:
      guard case .integer(let number) = recorded else { return true }
      return !Self.figures(typed, mean: String(number.magnitude), decimals: 0)
    default: return recorded.string != typed.trimmingSpaces
    }
  }

  /// Whether the figures that were typed are those of the value, but for zeros at either end that
  /// change nothing.
  private static func figures(_ typed: String, mean digits: String, decimals: Int) -> Bool {
    var typed = Substring(typed.filter { "0"..."9" ~= $0 })
    typed = typed.drop { $0 == "0" }
    var digits = Substring(digits).drop { $0 == "0" }
    var decimals = decimals
    while true {
      if typed == digits { return true }
      guard decimals > 0, digits.last == "0" else { return false }
      digits.removeLast()
      decimals -= 1
    }
  }
}
