import Bank
import EmbeddedBank
import Flowline
import FoundationEssentials
import Money
import Synchronization
import Testing

extension Rounds {
  /// Does something between two processes of the session.
  func perform(_ act: Act, _ deaths: inout [Death]) async throws {
    met.acts[act, default: 0] += 1
    if act.losesSight { facts.hasLostSight = true }
    switch act {
    case .resume: break
    case .newRoundUp:
      try await visit(roundUp(handling: [.look, .again]), at: home, &deaths)
    case .createGoal:
      let name = "Side \(done)-\(met.acts[act] ?? 0)"
      try await visit(
        Errand(flow: "create-goal", handling: [.leave], goalName: name), at: home, &deaths)
    case .forget: beginSession()
    case .look: try await settle([.look, .leave], at: home, &deaths)
    case .sendAgain: try await settle([.again], at: home, &deaths)
    case .giveUp:
      facts.hasGivenUp = true
      try await settle([.giveUp], at: home, &deaths)
    case .secondMachine:
      let machine = try second ?? AppHome(at: bank)
      second = machine
      try await visit(roundUp(handling: [.again]), at: machine, &deaths)
    case .loseFolder:
      home = try AppHome(at: bank)
      beginSession()
    case .otherCustomer:
      try home.write(token: ServedBank.otherToken)
      var none: [Death] = []
      try await visit(Errand(flow: "log-in", handling: [.leave]), at: home, &none)
      try await settle([.leave], at: home, &none)
      try await visit(roundUp(handling: [.leave]), at: home, &none)
      try home.write(token: ServedBank.token)
    case .moveByHand: try await byHand.move()
    case .late: try await bank.control("POST", "late")
    case .catchUp:
      try await bank.control("PUT", "clock", #"{"advanceSeconds":\#(plan.lag + 1)}"#)
      now += Double(plan.lag + 1)
    }
    try await expectOnce()
  }

  private func roundUp(handling: [Errand.Handling]) -> Errand {
    Errand(
      flow: "round-up", handling: handling, goalName: newGoal(), leaves: true)
  }

  private func visit(_ errand: Errand, at home: AppHome, _ deaths: inout [Death]) async throws {
    _ = try await walk(errand, at: home, &deaths)
  }

  private func settle(
    _ handling: [Errand.Handling], at home: AppHome, _ deaths: inout [Death]
  ) async throws {
    try await visit(Errand(flow: "orders", handling: handling, leaves: true), at: home, &deaths)
  }

  /// Once nothing goes wrong any more, every order can be settled.
  func settleAll() async throws {
    try await bank.control("DELETE", "faults")
    try await bank.control("POST", "late")
    try await bank.control("PUT", "feed", #"{"lagSeconds":0}"#)
    var none: [Death] = []
    for home in [home, second].compactMap({ $0 }) {
      let end = try await walk(Errand(flow: "orders"), at: home, &none)
      guard case .finished(let visit)? = end, visit["open"] == .integer(0) else {
        throw Astray("orders cannot be settled: \(String(describing: end))")
      }
    }
  }

  /// Moves this week's sum by hand.
  func transferByHand() -> @Sendable () async throws -> Payment.ID {
    let amount = Money(minorUnits: plan.total, currency: account.currency)
    let (books, account, goal) = (bank.books, account.id, goal)
    return {
      let order = TransferOrder(
        key: EmbeddedBank.randomID(), account: account, goal: goal, amount: amount)
      guard case .moved(let receipt) = try await books.move(order) else {
        throw Astray("it cannot be moved by hand")
      }
      return receipt.payment
    }
  }

  /// What happens when a client waits.
  var whileWaiting: @Sendable () async throws -> Void {
    let byHand = byHand
    return { try await byHand.moveOnce() }
  }
}

/// The moves of a round that no flow made.
final class MovesByHand: Sendable {
  private struct State {
    var ids: Set<Payment.ID> = []
    var move: (@Sendable () async throws -> Payment.ID)?
    var isDue = false
  }

  private let state = Mutex(State())

  var ids: Set<Payment.ID> { state.withLock { $0.ids } }

  func begin(_ move: @escaping @Sendable () async throws -> Payment.ID, whileWaiting: Bool) {
    state.withLock { $0 = State(ids: [], move: move, isDue: whileWaiting) }
  }

  /// Moves, if that is to be done when a client waits and was not done yet.
  func moveOnce() async throws {
    let isDue = state.withLock { state in
      defer { state.isDue = false }
      return state.isDue
    }
    if isDue { try await move() }
  }

  func move() async throws {
    guard let move = state.withLock({ $0.move }) else { return }
    let id = try await move()
    state.withLock { _ = $0.ids.insert(id) }
  }
}
