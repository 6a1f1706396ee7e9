import Bank
import StarlingAPI

/// A kind of order: what has to be known before it is sent, how it is sent, and how to find out
/// whether one whose answer was lost was carried out.
protocol OrderWork: Sendable {
  /// The order.
  associatedtype Order: Codable & Sendable
  /// What the caller is told.
  associatedtype Answer: Codable & Hashable & Sendable
  /// What was known before the order was sent, kept in the book beside it.
  associatedtype Known: Codable & Sendable
  /// What the bank says to an order that it has carried out.
  associatedtype Reply: Sendable

  /// The kind, as the book calls it.
  static var kind: BookedOrder.Kind { get }
  /// The answer where the key belongs to another order.
  static var keyReused: Answer { get }
  /// Whether the order, sent again, is carried out once all the same, whenever that is.
  static var maySendAgain: Bool { get }

  /// The bank.
  var bank: HTTPBank { get }
  /// The order in its canonical form, so that equal orders have equal JSON.
  var order: Order { get }
  /// The order's key.
  var key: String { get }
  /// The account that the order is about.
  var account: Account.ID { get }

  /// Takes an order.
  init(bank: HTTPBank, order: Order)

  /// Finds out what has to be known before the order is sent, or that it need not be sent.
  func prepare() async throws -> Preparation<Known, Answer>

  /// The answer where another order covers some of the payments.
  func refusal(covered payments: [Payment.ID]) async throws -> Answer

  /// Sends the order once.
  func send() async throws(Trouble) -> Reply

  /// Looks whether the order was carried out.
  func look(
    _ booked: BookedOrder, _ known: Known, _ tally: inout PatienceTally
  ) async throws -> Look<Answer>

  /// What to tell the caller of an order that the bank has carried out.
  func made(
    by reply: Reply, _ booked: BookedOrder, _ known: Known, _ tally: inout PatienceTally
  ) async throws -> Made<Answer>

  /// What to tell the caller of an order that the bank has refused; `nil` where the reason is none
  /// that was to be expected.
  func answer(to failure: Starling.Failure, _ tally: inout PatienceTally) async throws -> Answer?
}

/// What is to be done with a new order.
enum Preparation<Known, Answer> {
  /// It need not be sent: this is the answer.
  case answered(Answer)
  /// It is to be booked and sent.
  case ready(Known, covering: [CoveredPayment])
}

/// What can be seen of an order.
enum Look<Answer> {
  /// It was carried out.
  case found(Made<Answer>)
  /// Nothing speaks for it.
  case notThere
  /// What there is may be its doing or somebody else's, or nobody may look.
  case unclear
}

/// What an order has made.
struct Made<Answer> {
  /// What the caller is told.
  let answer: Answer
  /// The id of the feed item or the goal, where it is known.
  let id: String?
}

/// An order may have been carried out, and it could not be found out.
struct Unsettled: Error {
  /// Why not.
  let cause: String
  /// What the last request met with.
  let error: BankError?
}
