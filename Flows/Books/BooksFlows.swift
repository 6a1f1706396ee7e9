public import BooksClient
public import Flowline
import FreeAgentAPI

/// The flows at a company's books, as every program of the project offers them.
public enum BooksFlows {
  /// The catalogue: `books`, from which everything else is reached; `books-link`, `explain`, `explain-next`,
  /// `approve`, `email-document`, `email-next`, `expense`, `mileage`; `books-log-in` and `books-log-out`,
  /// hidden unless the books need a log-in.
  ///
  /// - Parameters:
  ///   - logIn: the way in, if the books need one: then flows want the level that the service wants.
  ///   - keeper: finds where the flows read and order; it is asked before each of them, and is to know what
  ///     it has made.
  public static func catalog(
    logIn: (any BooksLogIn)? = nil, _ keeper: @escaping @Sendable () throws -> Bookkeeper
  ) -> FlowCatalog {
    let access = BooksAccess(logIn: logIn, keeper)
    var catalog = FlowCatalog()
    catalog.add(HomeFlow(access: access), guards: access.guards(for: .time))
    catalog.add(ExplainFlow(access: access), guards: access.guards(for: .banking))
    catalog.add(ExplainNextFlow(access: access), guards: access.guards(for: .banking))
    catalog.add(ApproveFlow(access: access), guards: access.guards(for: .banking))
    catalog.add(EmailDocumentFlow(access: access), guards: access.guards(for: .invoices))
    catalog.add(EmailNextFlow(access: access), guards: access.guards(for: .invoices))
    catalog.add(ExpenseFlow(access: access), guards: access.guards(for: .money))
    catalog.add(MileageFlow(access: access), guards: access.guards(for: .money))
    catalog.add(BookLinkFlow(access: access), guards: access.guards(for: .time))
    catalog.add(BooksLogInFlow(access: access), guards: [access.hasLogIn])
    catalog.add(BooksLogOutFlow(access: access), guards: [access.hasLogIn])
    return catalog
  }
}
