import Bank
import ServiceBasics
import ServiceCalls
import ServiceOrders
import StarlingAPI

/// A kind of order at this bank: what has to be known before it is sent, the request, and what its
/// answers mean.
protocol BankOrderWork: BookedWork {
  /// What the bank says to an order that it has carried out.
  associatedtype Reply: Sendable

  var bank: HTTPBank { get }
  /// The account that the order is about.
  var account: Account.ID { get }
  /// What is left of the patience for this order.
  var budget: RetryBudget { get set }

  /// Takes an order.
  init(bank: HTTPBank, order: Order)

  /// Sends the request once.
  func request() async throws(CallFailure<Starling.Failure>) -> Reply

  /// What to tell the caller of an order that the bank has carried out.
  mutating func made(
    by reply: Reply, _ entry: OrderEntry, _ basis: Basis
  ) async throws -> OrderMade<Answer>

  /// What to tell the caller of an order that the bank has refused; nil if the reason is none that
  /// was to be expected.
  mutating func answer(to failure: Starling.Failure) async throws -> Answer?
}

extension BankOrderWork {
  /// Orders that move money exclude each other, and so do those that make goals.
  static func scope(of account: Account.ID) -> String {
    "\(account.text)-\(repetition == .doubles ? "goals" : "money")"
  }

  var scope: String { Self.scope(of: account) }

  mutating func send(_ entry: OrderEntry, _ basis: Basis) async -> OrderAttempt<Answer> {
    let reply: Reply
    do throws(CallFailure<Starling.Failure>) {
      reply = try await request()
    } catch {
      guard case .refused(let failure) = error else {
        return error.mayHaveBeenDone ? .none(error) : .notSent(error)
      }
      // The token is to blame, and the order has not been looked at.
      if failure.isInvalidToken || failure.missingScopes != nil { return .notSent(error) }
      // A success that says it is none.
      if (200..<300).contains(failure.status) { return .none(error) }
      return .refused(try? await answer(to: failure), error)
    }
    do { return .done(try await made(by: reply, entry, basis)) } catch { return .none(error) }
  }

  mutating func wait(
    after error: (any Error)?, attempt: Int, least: Duration
  ) async throws -> Bool {
    let underWay = CallFailure<Starling.Failure>.noAnswer(
      .stillUnderWay, mayStillHappen: true)
    guard let failure = error.map({ $0 as? CallFailure<Starling.Failure> }) ?? underWay else {
      return false
    }
    return try await budget.waitOut(failure, after: attempt, least: least)
  }
}
