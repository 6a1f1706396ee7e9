import Bank
import FoundationEssentials
import Synchronization

/// A bank with orders that it never answered.
///
/// What becomes of them is what the test says.
final class DoubtfulBank: ForwardingBank, OpenOrders {
  fileprivate struct State {
    var open: [OpenOrder]
    var givenUp: [OpenOrder] = []
    var looks: [OrderSigns?]
    var ends: [Result<OpenOrderEnd, BankError>]
    var listsNothing = false
    var asked: [String] = []
  }

  private let bank: any Bank
  private let state: Mutex<State>

  /// Makes a bank in front of another.
  ///
  /// - Parameters:
  ///   - bank: the bank behind.
  ///   - open: the open orders, oldest first.
  ///   - looks: what the looks at one show, the last again and again.
  ///   - ends: what comes of sending one again, likewise.
  init(
    _ bank: any Bank, open: [OpenOrder], looks: [OrderSigns?] = [],
    ends: [Result<OpenOrderEnd, BankError>] = []
  ) {
    self.bank = bank
    state = Mutex(State(open: open, looks: looks, ends: ends))
  }

  /// What was done with open orders: `look`, `again` and `give-up`, each with the order's last digit.
  var asked: [String] { state.withLock { $0.asked } }

  /// Leaves the orders open, and lists none of them: they are another customer's.
  func listNothing() { state.withLock { $0.listsNothing = true } }

  /// Has another process settle all open orders.
  func settleElsewhere() { state.withLock { $0.open = [] } }

  func base() throws -> any Bank { bank }

  // MARK: - Open orders

  func openOrders() async throws -> [OpenOrder] {
    state.withLock { $0.listsNothing ? [] : $0.open }
  }

  func signs(of key: String) async throws -> OrderSigns? {
    state.withLock { state in
      guard state.take("look", key) else { return nil }
      let signs = state.looks.next ?? .some(.none)
      if signs == .carriedOut { state.close(key) }
      return signs
    }
  }

  func sendAgain(_ key: String) async throws -> OpenOrderEnd {
    try state.withLock { state in
      guard state.take("again", key) else { return .notOpen }
      guard let end = try state.ends.next?.get() else {
        throw BankError.outcomeUnknown(cause: "no answer")
      }
      if end == .done || end == .notDone { state.close(key) }
      return end
    }
  }

  func giveUp(_ key: String) async throws -> Bool {
    state.withLock { state in
      guard state.take("give-up", key) else { return false }
      state.givenUp += state.open.filter { $0.id == key }
      state.close(key)
      return true
    }
  }

  // MARK: - What open orders keep waiting

  func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    let (open, givenUp) = state.withLock { ($0.open, $0.givenUp) }
    let earlier = try await bank.roundUps(of: account, in: interval)
    return RoundUpHistory(
      earlier.transfers + open.compactMap { $0.roundUp(.unanswered) }
        + givenUp.compactMap { $0.roundUp(.givenUp) },
      otherMoves: earlier.otherMoves)
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try refuseWhileOpen(order.account)
    return try await bank.createGoal(order)
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try refuseWhileOpen(order.account)
    return try await bank.move(order)
  }

  private func refuseWhileOpen(_ account: Account.ID) throws {
    guard let first = state.withLock({ $0.open.first { $0.account == account } }) else { return }
    throw BankError.earlierOrder(first.id, of: account)
  }
}

extension Array {
  /// The first, which is taken out unless it is the last; nil if there is none.
  fileprivate var next: Element? {
    mutating get { count > 1 ? removeFirst() : first }
  }
}

extension DoubtfulBank.State {
  /// Notes that something is done with an order.
  ///
  /// Returns whether it is open.
  fileprivate mutating func take(_ what: String, _ key: String) -> Bool {
    asked.append("\(what) \(key.suffix(1))")
    return open.contains { $0.id == key }
  }

  fileprivate mutating func close(_ key: String) { open.removeAll { $0.id == key } }
}

extension OpenOrder {
  /// The transfer of a round-up that it is; nil if it is something else.
  fileprivate func roundUp(_ state: RoundUpHistory.State) -> RoundUpHistory.Transfer? {
    guard case .transfer(let order) = contents, !order.covering.isEmpty else { return nil }
    return RoundUpHistory.Transfer(
      id: id, amount: order.amount, goal: order.goal, payments: order.covering, state: state)
  }
}
