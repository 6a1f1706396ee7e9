import Days
import Money

extension SessionSummary {
  /// What was answered first in words, for a list: amounts and days as the locale writes them, files by name.
  ///
  /// An answer that cannot be told without its question is left out.
  ///
  /// - Parameter environment: the language and the locale of the list.
  /// - Returns: the words of ``firstAnswers``, in their order.
  public func answersInWords(in environment: FlowEnvironment) -> [String] {
    firstAnswers.compactMap { answer -> String? in
      if let money = AmountScreen.money(answer) {
        return money.formatted(locale: environment.locale)
      }
      if let file = KeptFile(answer) { return file.name }
      switch answer {
      case .string(let text):
        return Day(text).map { DayText.long($0, locale: environment.locale) } ?? text
      case .integer, .number: return answer.text
      default: return nil
      }
    }
  }
}
