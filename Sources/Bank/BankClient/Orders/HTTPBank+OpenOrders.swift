public import Bank
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceOrders
import ServiceStorage
import StarlingAPI

extension HTTPBank: OpenOrders {
  /// The open orders in this client's book, oldest first; of the customer's if it is known who that
  /// is, else all.
  public func openOrders() async throws -> [OpenOrder] {
    let entries = try await book { try await $0.open() }
    let customer = (try? await requester.tokens.token()).flatMap { memory.customer(of: $0) }
    return try entries.filter { entry in
      guard let customer, let owner = entry.owner else { return true }
      return owner == customer
    }.map { try openOrder($0) }
  }

  /// Looks for signs of an order in what the bank lists, while no other process handles orders of
  /// the same scope.
  public func signs(of key: String) async throws -> OrderSigns? {
    try await withOpenOrder(key) { try await $0.signs() } ?? nil
  }

  /// Sends an order again, under its own key, while no other process handles orders of the same
  /// scope.
  public func sendAgain(_ key: String) async throws -> OpenOrderEnd {
    try await withOpenOrder(key) { try await $0.sendAgain() } ?? .notOpen
  }

  /// Gives an order up in the book; the bank is not asked.
  public func giveUp(_ key: String) async throws -> Bool {
    guard let entry = try await entry(key) else { return false }
    return try await lock(entry).releasing { _ in
      try await book { try await $0.giveUp(key) }
    }
  }

  /// Waits until no other order of the scope of an order is under way.
  private func lock(_ entry: OrderEntry) async throws -> OrderLock {
    do {
      return try await desk.lock(entry.scope)
    } catch OrderDeskError.storage(let path, let cause) {
      throw BankError.storage(path: path, cause: cause)
    } catch is OrderDeskError {
      throw BankError.orderUnderWay()
    }
  }

  private func openOrder(_ entry: OrderEntry) throws -> OpenOrder {
    let contents: OpenOrder.Contents
    var goalName: String?
    switch entry.kind {
    case TransferWork.kind:
      contents = .transfer(try CanonicalJSON.value(entry.contents))
      goalName = try? (CanonicalJSON.value(entry.basis) as KnownTransfers).goalName
    case GoalCreationWork.kind:
      let order: GoalOrder = try CanonicalJSON.value(entry.contents)
      (contents, goalName) = (.goal(order), order.name)
    case GoalDeletionWork.kind:
      contents = .deletion(try CanonicalJSON.value(entry.contents))
      goalName = try? (CanonicalJSON.value(entry.basis) as GoalDeletionWork.Basis).goal.name
    default:
      throw BankError.storage(
        path: orders.place, cause: .unknownKind(entry.kind),
        advice: CodedText(
          "file-newer", "A newer version of the program may have made it. Use that version."))
    }
    return OpenOrder(
      id: entry.key, contents: contents, goalName: goalName,
      orderedAt: Timestamp(milliseconds: entry.orderedAt))
  }

  /// Does something with an open order while no other of its scope is under way.
  ///
  /// Returns nil if it is not open.
  private func withOpenOrder<Value>(
    _ key: String, _ use: (any OpenOrderHandling) async throws -> Value
  ) async throws -> Value? {
    guard let booked = try await entry(key), booked.isOpen else { return nil }
    return try await lock(booked).releasing { lock in
      guard let entry = try await entry(key), entry.isOpen else { return nil }
      return try await use(handling(entry, under: lock))
    }
  }

  private func handling(
    _ entry: OrderEntry, under lock: OrderLock
  ) throws -> any OpenOrderHandling {
    switch try openOrder(entry).contents {
    case .transfer(let order):
      Handling(work: TransferWork(bank: self, order: order), entry: entry, lock: lock)
    case .goal(let order):
      Handling(work: GoalCreationWork(bank: self, order: order), entry: entry, lock: lock)
    case .deletion(let order):
      Handling(work: GoalDeletionWork(bank: self, order: order), entry: entry, lock: lock)
    }
  }
}

extension OrderEntry {
  /// Whether it may have been carried out, and no answer says so.
  var isOpen: Bool { state == .sent || state == .inDoubt }
}

/// What can be done with an open order, whatever it is.
private protocol OpenOrderHandling {
  func signs() async throws -> OrderSigns?
  func sendAgain() async throws -> OpenOrderEnd
}

private struct Handling<Work: BankOrderWork>: OpenOrderHandling {
  let work: Work
  let entry: OrderEntry
  let lock: OrderLock

  func signs() async throws -> OrderSigns? {
    try await work.bank.told(about: work.account) { desk in
      var run = try OrderRun(work, entry, in: desk.book, under: lock, desk.clock)
      switch try await run.look() {
      case .found: return .carriedOut
      case .oneAlike: return .one
      case .severalAlike: return .several
      case .none: return OrderSigns.none
      case .unreadable: return .unreadable
      }
    }
  }

  func sendAgain() async throws -> OpenOrderEnd {
    let end = try await work.bank.told(about: work.account) { desk in
      try await desk.run(work, entry, under: lock)
    }
    switch end {
    case .done: return .done
    case .refused: return .notDone
    case .open(.refusedAgain): return .refusedAgain
    case .open(let doubt):
      throw BankError.outcomeUnknown(cause: doubt.cause(about: work.account))
    }
  }
}
