import Books
import BooksClient
import Flowline
import Money

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
