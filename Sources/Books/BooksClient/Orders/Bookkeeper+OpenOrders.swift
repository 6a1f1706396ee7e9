import ServiceBasics
import ServiceOrders

/// Orders that were never answered.
extension Bookkeeper {
  /// Finds out what became of an order: looks for signs of it, and sends it again if there can be none
  /// any more.
  ///
  /// Nothing is done if it is settled by now.
  ///
  /// - Parameter key: the order’s key.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if that cannot be found out now.
  public func finish(_ key: String) async throws {
    let entry: OrderEntry?
    do {
      entry = try desk.book.entry(key)
    } catch {
      throw BooksError(.storage, cause: "\(error.path): \(error.cause)")
    }
    guard let entry, entry.answer == nil else { return }
    switch entry.kind {
    case ExplanationWork.kind:
      let order: ExplanationOrder = try CanonicalJSON.value(entry.contents)
      _ = try await explain(order)
    default:
      throw BooksError(
        .storage, cause: "an order of the kind \(entry.kind) is not known to this version")
    }
  }
}
