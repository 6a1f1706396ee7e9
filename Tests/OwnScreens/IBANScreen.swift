package import Flowline

/// Asks for an international bank account number, as somebody would who has Flowline as a dependency.
package struct IBANScreen: Screen {
  package typealias Output = String

  package var question: Question

  package init(_ id: StepID, _ question: Text? = nil) {
    self.question = Question(id, question)
  }

  package func kind(in environment: FlowEnvironment) -> PromptKind {
    .custom(
      CustomKind(
        "iban", accepts: ownTexts("iban.accepts"), length: 15...42,
        schema: [
          "type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$",
          "examples": ["GB33BUKB20201555555555"],
        ], in: environment))
  }

  /// The letters and digits without spaces, in capitals.
  package func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let line = answer.line else { return .failure(.wrongShape(ownTexts("iban.instead"))) }
    let number = line.filter { $0 != " " }.uppercased()
    if number.isEmpty { return .failure(.empty) }
    if number.count < 15 { return .failure(.tooShort(number.count, least: 15)) }
    if number.count > 34 { return .failure(.tooLong(number.count, most: 34)) }
    guard number.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      Self.remainder(of: number) == 1
    else { return .failure(Refusal("not-an-iban", ownTexts("iban.wrong"))) }
    return .success(Accepted(number, recorded: .string(number)))
  }

  /// In groups of four, as it is printed.
  package func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    guard let number = recorded.string else { return nil }
    return Self.groups(of: number).joined(separator: " ")
  }

  package func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
    typed(recorded, in: environment).map { Text(verbatim: $0) }
  }

  package func example(in environment: FlowEnvironment) -> String? {
    "GB33 BUKB 2020 1555 5555 55"
  }

  /// The remainder of ISO 7064, MOD 97-10: 1 for a right number.
  private static func remainder(of number: String) -> Int {
    (number.dropFirst(4) + number.prefix(4)).reduce(0) { remainder, character in
      let value = character.hexDigitOrLetterValue
      return (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
  }

  private static func groups(of number: String) -> [Substring] {
    var (rest, groups) = (Substring(number), [Substring]())
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups
  }
}

extension Character {
  /// 0 to 9 for digits, 10 to 35 for letters.
  fileprivate var hexDigitOrLetterValue: Int { Int(String(self), radix: 36) ?? 0 }
}
