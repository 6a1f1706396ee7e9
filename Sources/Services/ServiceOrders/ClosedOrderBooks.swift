import FoundationEssentials
public import ServiceBasics

/// An order was not begun, as its book is closed: its owner is being logged out.
///
/// Nothing was sent.
public struct OrderBookClosed: Error {
  /// Why, for the one who ordered it.
  public static let cause = CodedText("logging-out", "you are being logged out")

  /// Makes an error.
  public init() {}
}

/// The books of somebody who is being logged out: no order is begun in them.
///
/// An order that may have been sent before a book was closed can be seen in it, and one that was not is never sent
/// while it is closed. So all open orders that there can be are seen in a closed book.
///
/// A book stays closed when the log-out is done, since the orders in it could not be looked into any more. If nothing
/// is heard from the one who closed it for ``OrderBook/longestClosed``, as its process has ended, it is open again.
public struct ClosedOrderBooks: Sendable {
  private let books: [OrderBook]
  private let mark = UUID().uuidString

  private init(_ books: [OrderBook]) { self.books = books }

  /// Closes books, does something, and opens them again if that throws.
  ///
  /// - Parameters:
  ///   - books: the books, which several may close at once.
  ///   - body: looks for open orders, and throws if there are any; then does what is to be done without any. It may
  ///     close the books once more, if that takes long.
  /// - Returns: what `body` returns; the books stay closed.
  /// - Throws: a `DatabaseFileError` if a book cannot be closed, or what `body` throws.
  public static func closing<Value>(
    _ books: [OrderBook], _ body: (ClosedOrderBooks) async throws -> Value
  ) async throws -> Value {
    let closed = ClosedOrderBooks(books)
    do {
      try await closed.renew()
      return try await body(closed)
    } catch {
      await closed.reopen()
      throw error
    }
  }

  /// Closes the books once more, so that they are closed for another ``OrderBook/longestClosed``.
  ///
  /// Orders may have been begun if that was over: look for open ones behind it.
  ///
  /// - Throws: a `DatabaseFileError` if a book cannot be written.
  public func renew() async throws(DatabaseFileError) {
    for book in books { try await book.close(as: mark) }
  }

  private func reopen() async {
    // A log-out that was cancelled keeps nobody from ordering. What cannot be written now ends by itself.
    await Task { [books, mark] in
      for book in books { try? await book.reopen(as: mark) }
    }.value
  }
}
