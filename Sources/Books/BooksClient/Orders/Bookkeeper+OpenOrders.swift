import FreeAgentAPI
import ServiceBasics
import ServiceOrders

/// Orders that were never answered.
extension Bookkeeper {
  /// Finds out what became of an order: looks for signs of it.
  ///
  /// If there can be none any more, an explanation is sent again; e-mails and expenses are not, because who
  /// ordered them may have ordered others since.
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
    case EmailWork<FreeAgent.Invoice>.kind: try await settleEmail(entry)
    case ExpenseWork.kind: try await settleExpense(entry)
    default:
      throw BooksError(
        .storage, cause: "an order of the kind \(entry.kind) is not known to this version")
    }
  }

  /// Gives up an order whose outcome is not known: it is not sent any more, and keeps no other from being
  /// sent.
  ///
  /// It may have been carried out all the same. One that is settled by now stays so.
  ///
  /// - Parameter key: the order’s key.
  /// - Throws: a ``BooksError`` of the code `storage`.
  public func giveUp(_ key: String) throws {
    do {
      _ = try desk.book.giveUp(key)
    } catch {
      throw BooksError(.storage, cause: "\(error.path): \(error.cause)")
    }
  }

  /// Looks for signs of an order whose outcome is not known, without sending it again.
  ///
  /// One of which there can be no sign any more was not carried out, and will not be.
  ///
  /// - Throws: a ``BooksError`` of the code `outcomeUnknown` if what can be seen settles nothing.
  func settle<Work: BookWork>(_ work: Work, _ entry: OrderEntry) async throws {
    do {
      let lock = try await desk.lock(entry.scope)
      defer { lock?.release() }
      var run = try OrderRun(work, entry, in: desk.book, desk.clock)
      switch try await run.look() {
      case .found: return
      case .none:
        let passed = desk.clock.uptime().elapsed(since: entry.sentUp)
        guard passed >= desk.clock.settlingTime else { break }
        return try giveUp(entry.key)
      case .oneAlike, .severalAlike, .unreadable: break
      }
      throw OrderDeskError.outcomeUnknown(.unclear)
    } catch let error as OrderDeskError {
      throw BooksError(error)
    }
  }
}
