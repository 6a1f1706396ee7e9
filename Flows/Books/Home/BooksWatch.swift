public import BooksClient
public import Flowline

/// Looks for transactions to explain, for programs that tell of them by themselves.
public actor BooksWatch {
  private let keeper: @Sendable () throws -> Bookkeeper
  private var watch = UnexplainedWatch()

  /// How often it may look at the most: a service counts its calls.
  public static let shortestPause = Duration.seconds(60)

  /// Makes a watch that has seen nothing.
  ///
  /// - Parameter keeper: finds where it reads.
  public init(_ keeper: @escaping @Sendable () throws -> Bookkeeper) { self.keeper = keeper }

  /// Looks once.
  ///
  /// - Returns: how many transactions there are to explain that no look before has found, and one of them;
  ///   nil if there is none.
  /// - Throws: a `BooksError`, or what finding the books throws.
  public func look() async throws -> Text? {
    // A copy, since another look may begin while this one reads.
    var watch = watch
    let found = try await watch.look(at: try keeper())
    self.watch = watch
    guard let found else { return nil }
    let transaction = found.first.transaction
    return HomeFlow.texts(
      "watch.found", found.count, Text(verbatim: transaction.text), transaction.amount)
  }
}
