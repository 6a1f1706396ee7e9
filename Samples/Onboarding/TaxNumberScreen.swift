import Flowline

/// Asks for the number by which a tax authority knows somebody: a kind of question of this program's own.
///
/// Authorities print spaces, dots, hyphens and slashes in it, each in its own places, and exchange it without
/// them. So the result has its letters, in capitals, and its digits, however it was typed. Somebody without
/// such a number writes “none”, which has no digit.
struct TaxNumberScreen: Screen {
  typealias Output = String

  var question: Question
  private static let length = 4...20

  init(_ id: StepID) { question = Question(id) }

  /// A tax number; programs send it as it is recorded.
  func kind(in environment: FlowEnvironment) -> PromptKind {
    // In a screen `texts(…)` alone means one of its own methods.
    .custom(
      CustomKind(
        "tax-number", accepts: Onboarding.texts("tax-number.accepts"), length: 4...40,
        schema: ["type": "string", "pattern": "^[A-Z0-9]{4,20}$"], in: environment))
  }

  /// Reads letters and digits, whatever separates them.
  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let line = answer.line else {
      return .failure(.wrongShape(Onboarding.texts("tax-number.instead")))
    }
    let characters = line.filter { !$0.isWhitespace && !".-/".contains($0) }
    if characters.isEmpty { return .failure(.empty) }
    if characters.count < Self.length.lowerBound {
      return .failure(.tooShort(characters.count, least: Self.length.lowerBound))
    }
    if characters.count > Self.length.upperBound {
      return .failure(.tooLong(characters.count, most: Self.length.upperBound))
    }
    guard characters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      characters.contains(where: \.isNumber)
    else { return .failure(Refusal("not-a-tax-number")) }
    let number = characters.uppercased()
    return .success(Accepted(number, recorded: .string(number)))
  }
}
