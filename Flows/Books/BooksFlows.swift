public import BooksClient
public import Flowline

/// The flows at a company's books, as every program of the project offers them.
public enum BooksFlows {
  /// The catalogue: `explain` and `approve`.
  ///
  /// - Parameter keeper: finds where the flows read and order; it is asked before each of them, and is to
  ///   know what it has made.
  public static func catalog(
    _ keeper: @escaping @Sendable () throws -> Bookkeeper
  ) -> FlowCatalog {
    let access = BooksAccess(keeper)
    var catalog = FlowCatalog()
    catalog.add(ExplainFlow(access: access))
    catalog.add(ApproveFlow(access: access))
    return catalog
  }
}
