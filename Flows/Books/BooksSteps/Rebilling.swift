import Books
import BooksClient
import Flowline
import FoundationEssentials
import Money

extension ExplanationDraft.Rebilling {
  /// Asks how a customer is billed.
  ///
  /// - Parameter before: what was answered before; nil for what is usual.
  static func screen(before: Self?) -> ChoiceScreen<Self> {
    ChoiceScreen(
      "rebill", options: allCases.map { Option($0) }, default: (before ?? .cost).rawValue
    ).texts(in: sharedTexts)
  }

  /// Asks for the price, or by how much the cost is raised.
  ///
  /// - Parameter before: what was answered before; it is offered with all its decimals.
  func factorScreen(before: ExactDecimal?) -> DecimalScreen {
    DecimalScreen(
      self == .markup ? "markup" : "price", fractionDigits: max(2, before?.fractionDigits ?? 0),
      from: 0, default: before.flatMap { Decimal(string: $0.description) }
    ).texts(in: sharedTexts)
  }
}

extension BookCompany {
  /// What a customer is billed in place of the cost, as a row of a review; nil if that was not answered.
  ///
  /// - Parameters:
  ///   - factor: the price, or by how much the cost is raised.
  ///   - way: which of them it is.
  func row(ofFactor factor: ExactDecimal?, _ way: ExplanationDraft.Rebilling?) -> Row? {
    guard let factor else { return nil }
    guard way == .price, let price = Money(exactly: factor, currency: currency) else {
      return Row("markup", Text(factor))
    }
    return Row("price", price)
  }
}
