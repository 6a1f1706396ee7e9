public import BooksClient
public import Flowline
import FreeAgentAPI

/// The flows at a company's books, as every program of the project offers them.
public enum BooksFlows {
  /// The catalogue: `explain`; `books-log-in` and `books-log-out`, hidden unless the books need a log-in.
  ///
  /// - Parameters:
  ///   - logIn: the way in, if the books need one: then flows want the level that the service wants.
  ///   - keeper: where the flows read and order; it is made when it is first needed, and again if that
  ///     failed.
  public static func catalog(
    logIn: (any BooksLogIn)? = nil, _ keeper: @escaping @Sendable () throws -> Bookkeeper
  ) -> FlowCatalog {
    let access = BooksAccess(logIn: logIn, keeper)
    var catalog = FlowCatalog()
    catalog.add(ExplainFlow(access: access), guards: access.guards(for: .banking))
    catalog.add(BooksLogInFlow(access: access), guards: [access.hasLogIn])
    catalog.add(BooksLogOutFlow(access: access), guards: [access.hasLogIn])
    return catalog
  }
}
