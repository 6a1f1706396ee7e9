import BooksClient
import Flowline
import Money

extension ExplanationContents {
  /// Asks how much of a transaction is explained by this now; what is left can be explained as something else.
  ///
  /// - Parameter unexplained: how much nobody has explained.
  /// - Throws: a `MoneyError` if an amount has no opposite.
  func partScreen(of unexplained: Money) throws -> some Screen<Money> {
    let (most, before) = (try unexplained.magnitude(), try amount.magnitude())
    return AmountScreen(
      "part", in: most.currency, minorUnits: 1...max(1, most.minorUnits), default: before
    ).texts(in: sharedTexts)
      .warning("more-than-due", unless: before) { document?.doubt(about: $0) }
  }
}
