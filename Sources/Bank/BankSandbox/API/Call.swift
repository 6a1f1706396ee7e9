import Bank
import EmbeddedBank
import FoundationEssentials
import SandboxKit
import ServiceBasics
import StarlingAPI

/// A request that may be answered: who sent it, and what with.
struct Call: Sendable {
  let grant: AccessGrant

  /// When it came, by the bank's clock.
  let time: Timestamp

  /// How far lists are behind.
  let lag: FeedLag

  private let target: RequestTarget
  private let values: [Substring: String]
  private let data: Data

  init(
    grant: AccessGrant, time: Timestamp, lag: FeedLag, target: RequestTarget,
    values: [Substring: String], data: Data
  ) {
    self.grant = grant
    self.time = time
    self.lag = lag
    self.target = target
    self.values = values
    self.data = data
  }

  /// The id in the path under a name.
  func id<Owner>(_ name: Substring) throws -> Identifier<Owner> {
    guard let text = values[name], let id = Identifier<Owner>(text) else {
      throw RequestProblem.notFound
    }
    return id
  }

  /// The account that the path names.
  func account(_ ledger: Ledger) throws -> Account {
    try ledger.account(try id("accountUid"))
  }

  /// The goal that the path names, of the account that it names.
  func goal(_ ledger: Ledger) throws -> (goal: SavingsGoal, account: Account) {
    let account = try account(ledger)
    guard let goal = try ledger.goal(try id("savingsGoalUid"), of: account) else {
      throw RequestProblem.refused(.unknownSavingsGoal, status: 404)
    }
    return (goal, account)
  }

  /// The goals that are listed by now.
  func listed(_ goals: [LedgerGoal]) -> [LedgerGoal] {
    goals.filter { !lag.hides($0.id.text, at: time) }
  }

  /// The body, read as what it must be.
  func body<Body: Decodable>(_ type: Body.Type) throws(RequestProblem) -> Body {
    guard !data.isEmpty else { throw .refused("The request body must not be null") }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      switch error {
      case DecodingError.keyNotFound(let key, _): throw .missing(key.stringValue)
      case DecodingError.valueNotFound(_, let context):
        // A place in a list has no name; its list has one.
        guard let key = context.codingPath.last(where: { $0.intValue == nil }) else {
          throw .unreadableBody
        }
        throw .missing(key.stringValue)
      default: throw .unreadableBody
      }
    }
  }

  /// A parameter of the query that must be there.
  func parameter(_ name: String) throws(RequestProblem) -> String {
    guard let text = target.parameter(name), !text.isEmpty else { throw .missing(name) }
    return text
  }

  /// A moment in the query.
  func time(_ name: String) throws(RequestProblem) -> Timestamp {
    guard let time = Timestamp(query: try parameter(name)) else {
      throw .invalid(name, "must be a valid date-time")
    }
    return time
  }

  /// Both ends of an interval in the query; all that is missing is told at once.
  func interval() throws(RequestProblem) -> (start: Timestamp, end: Timestamp) {
    let names = ["maxTransactionTimestamp", "minTransactionTimestamp"]
    let missing = names.filter { target.parameter($0)?.isEmpty ?? true }
    guard missing.isEmpty else {
      throw .refused(missing.map { .invalid(field: $0, "must not be null") })
    }
    return (try time(names[1]), try time(names[0]))
  }
}
