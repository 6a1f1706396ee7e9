import Flowline
import Money
import Testing

/// An answer of another kind of value than the screen takes.
struct WrongShapeTests {
  private static let texts: [(any Screen, english: String, russian: String)] = [
    (TextScreen("q", "Q?"), "Type some text.", "Введите текст."),
    (LongTextScreen("q", "Q?"), "Type some text.", "Введите текст."),
    (SecretScreen("q", "Q?"), "Type some text.", "Введите текст."),
    (PathScreen("q", "Q?"), "Type a path.", "Введите путь."),
    (NumberScreen("q", "Q?"), "Type a whole number.", "Введите целое число."),
    (DecimalScreen("q", "Q?"), "Type a number.", "Введите число."),
    (AmountScreen("q", "Q?", in: .gbp), "Type an amount.", "Введите сумму."),
    (DateScreen("q", "Q?"), "Type a date.", "Введите дату."),
    (
      ChoiceScreen("q", "Q?", options: [Option("a", 1)]), "Choose one option.",
      "Выберите один вариант."
    ),
    (
      MultipleChoiceScreen("q", "Q?", options: [Option("a", 1)]), "Choose from the options.",
      "Выберите варианты."
    ),
    (ConfirmScreen("q", "Q?"), "Answer yes or no.", "Ответьте «да» или «нет»."),
    (ReviewScreen("q", "Q?", page: []), "Continue without a value.", "Продолжите без значения."),
  ]

  @Test(arguments: texts.indices)
  func `is refused in the language, with what to do`(index: Int) {
    let (screen, english, russian) = Self.texts[index]
    #expect(message(of: screen, .test) == "This kind of value is not accepted. \(english)")
    #expect(message(of: screen, .russian) == "Значение такого вида не подходит. \(russian)")
  }

  private func message(of screen: any Screen, _ environment: FlowEnvironment) -> String? {
    func message<Asked: Screen>(_ screen: Asked) -> String? {
      refusal(of: screen, .json(["x": 1]), in: environment)
    }
    return message(screen)
  }
}
