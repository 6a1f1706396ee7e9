import FreeAgentAPI
import ServiceBasics
import ServiceOrders

/// Orders that were never answered.
extension Bookkeeper {
  /// The key of the oldest order that may have been carried out and was never answered; nil if there is none.
  ///
  /// - Throws: a ``BooksError`` of the code `storage`.
  public func openOrder() async throws -> String? {
    do {
      return try await desk.book.open().first?.key
    } catch {
      throw BooksError(error)
    }
  }

  /// Finds out what became of an order: looks for signs of it, and sends nothing.
  ///
  /// - Parameter key: the order’s key.
  /// - Returns: what is known now.
  /// - Throws: a ``BooksError`` if it cannot be looked for.
  public func findOut(_ key: String) async throws -> OpenOrderOutcome {
    guard let entry = try await entry(key) else { return .notDone }
    switch entry.kind {
    case ExplanationWork.kind: return try await settleExplanation(entry)
    case EmailWork<FreeAgent.Invoice>.kind: return try await settleEmail(entry)
    case ExpenseWork.kind: return try await settleExpense(entry)
    default:
      throw BooksError(.storage, cause: .unknownKind(entry.kind))
    }
  }

  private func entry(_ key: String) async throws -> OrderEntry? {
    do {
      return try await desk.book.entry(key)
    } catch {
      throw BooksError(error)
    }
  }

  /// Gives up an order whose outcome is not known: it is not sent any more, and keeps no other from being
  /// sent.
  ///
  /// It may have been carried out all the same. One that is settled by now stays so.
  ///
  /// - Parameter key: the order’s key.
  /// - Throws: a ``BooksError`` of the code `storage`.
  public func giveUp(_ key: String) async throws {
    do {
      _ = try await desk.book.giveUp(key)
    } catch {
      throw BooksError(error)
    }
  }

  /// Looks for signs of an order that was never answered, alone in its scope.
  ///
  /// If there can be none any more, it was not carried out, and will not be.
  func settle<Work: BookWork>(_ work: Work, _ entry: OrderEntry) async throws -> OpenOrderOutcome {
    do {
      return try await desk.lock(entry.scope).releasing { lock in
        try await settle(work, entry.key, under: lock)
      }
    } catch let error as BooksError where error.code == .outcomeUnknown {
      return .unknown
    } catch let error as OrderDeskError {
      throw BooksError(error)
    } catch let error as DatabaseFileError {
      throw BooksError(error)
    }
  }
}

extension Bookkeeper {
  private func settle<Work: BookWork>(
    _ work: Work, _ key: String, under lock: OrderLock
  ) async throws -> OpenOrderOutcome {
    // Another process may have settled it, or sent it again, in the meantime.
    guard let entry = try await entry(key) else { return .notDone }
    switch entry.state {
    case .done: return .done
    case .made, .refused: return .notDone
    case .givenUp: return .unknown
    case .sent, .inDoubt: break
    }
    var run = try OrderRun(work, entry, in: desk.book, under: lock, desk.clock)
    switch try await run.look() {
    case .found: return .done
    case .none:
      let passed = desk.clock.uptime().elapsed(since: entry.sentUp)
      guard passed >= desk.clock.settlingTime else { return .unknown }
      try await giveUp(entry.key)
      return .notDone
    case .oneAlike, .severalAlike, .unreadable: return .unknown
    }
  }
}

/// What is known of an order that was never answered.
public enum OpenOrderOutcome: String, Sendable, Hashable, Codable {
  /// It was carried out.
  case done
  /// It was not carried out, and will not be.
  case notDone = "not-done"
  /// Nothing tells yet.
  case unknown
}
