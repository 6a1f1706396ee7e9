import Flowline

/// The flows as customers are shown them: for those who only look nothing is made, opened or asked.
struct ShownFlows: Sendable {
  private let bank: FlowCatalog
  private let books: CustomerBooks?
  /// The flows as they are shown to those of whom nothing is known.
  private let offers: FlowCatalog

  /// Makes the lists.
  ///
  /// - Parameters:
  ///   - bank: the flows at the banks, over the data of nobody.
  ///   - books: the customers' books; nil if there are none.
  init(bank: FlowCatalog, books: CustomerBooks?) {
    (self.bank, self.books) = (bank, books)
    offers = books.map { Self.joined(bank, $0.offers) } ?? bank
  }

  /// The flows as a customer is shown them: all, but for those that the customer's access level forbids.
  func flows(for user: UserID) -> FlowCatalog {
    guard let own = books?.shown(to: user) else { return offers }
    return Self.joined(bank, own)
  }

  private static func joined(_ bank: FlowCatalog, _ books: FlowCatalog) -> FlowCatalog {
    var catalog = bank
    catalog.add(contentsOf: books)
    return catalog
  }
}
