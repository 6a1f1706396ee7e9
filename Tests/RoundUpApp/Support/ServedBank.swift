import AsyncHTTPClient
import Bank
import BankClient
import BankSandbox
import EmbeddedBank
import FoundationEssentials
import Money
import NIOCore
import NIOHTTP1
import SandboxKit
import SandboxTestSupport
import ServiceBasics
import TestSupport
import Testing

/// A sandbox in this process, reached over sockets, its clock standing still.
final class ServedBank: Sendable {
  static let token = "eyJ0eXAiOiJKV1QifQ.secret-of-the-proof"
  /// Another customer's.
  static let otherToken = "eyJ0eXAiOiJKV1QifQ.another-secret-of-the-proof"

  let sandbox: Sandbox
  let address: BankAddress
  /// Where the sandbox has its data, and those who use it have theirs.
  let folder: TemporaryFolder
  /// When its slow requests have taken too long.
  let lateAnswers: LateAnswers

  /// The books themselves, for arranging a world and for looking at what became of it.
  var books: EmbeddedBank { sandbox.bank }

  private init(
    _ sandbox: Sandbox, at address: String, _ folder: TemporaryFolder, _ lateAnswers: LateAnswers
  ) throws {
    (self.sandbox, self.folder, self.lateAnswers) = (sandbox, folder, lateAnswers)
    self.address = try BankAddress(address)
  }

  /// Runs something over a new sandbox, and looks through its books at the end.
  ///
  /// It lets in the tokens, by default one that may do everything.
  static func with<Value>(
    now: Date, tokens: [SandboxToken] = [SandboxToken(token)],
    seed: (EmbeddedBank) throws -> Void = { _ in },
    _ body: (ServedBank) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    var configuration = SandboxConfiguration(folder: "\(folder.path)/bank")
    configuration.tokens = tokens
    configuration.now = now
    let lateAnswers = LateAnswers()
    configuration.server.sleep = { _ in await lateAnswers.hold() }
    return try await Sandbox.serving(configuration, seed: seed) { sandbox, address in
      // What is held yet comes to its end before the sandbox does.
      defer { lateAnswers.end() }
      let bank = try ServedBank(sandbox, at: address, folder, lateAnswers)
      let value = try await body(bank)
      lateAnswers.end()
      #expect(try await bank.differences() == #"{"differences":[]}"#)
      return value
    }
  }

  // MARK: - Controls

  /// Turns one of the controls and returns what it says.
  @discardableResult
  func control(_ method: String, _ path: String, _ body: String? = nil) async throws -> String {
    var request = HTTPClientRequest(url: "\(address)/control/\(path)")
    request.method = HTTPMethod(rawValue: method)
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
    let bytes = try await response.body.collect(upTo: 1 << 24)
    let text = String(buffer: bytes)
    guard response.status == .ok else { throw Unturned(path: path, said: text) }
    return text
  }

  struct Unturned: Error {
    let path: String
    let said: String
  }

  /// What does not add up in the books, as JSON.
  func differences() async throws -> String { try await control("GET", "audit") }

  func stand(at now: Date) async throws {
    try await control("PUT", "clock", #"{"now":"\#(Timestamp(now))"}"#)
  }
}

extension EmbeddedBank {
  /// Records a payment to a shop, or one that comes in.
  @discardableResult
  func pay(
    _ minorUnits: Int64, from account: Account, at time: Date,
    _ direction: PaymentDirection = .outgoing, _ status: PaymentStatus = .settled,
    by source: PaymentSource = .card
  ) throws -> Payment {
    try post(
      NewPayment(
        account: account.id, amount: Money(minorUnits: minorUnits, currency: account.currency),
        direction: direction, status: status, source: source,
        counterparty: Counterparty(
          kind: direction == .outgoing ? .merchant : .sender, name: "Somebody"),
        transactionTime: time))
  }

  /// Opens an account, gives it money long ago and makes a goal in it.
  func openAccount(
    in code: String, holding minorUnits: Int64, at time: Date, goal: String? = "Trip"
  ) async throws -> (Account, SavingsGoal.ID?) {
    let currency = try #require(Currency(code: code))
    let account = try open(NewAccount(handle: "main", name: "Main", currency: currency))
    if minorUnits > 0 { try pay(minorUnits, from: account, at: time, .incoming) }
    guard let goal else { return (account, nil) }
    let order = GoalOrder(
      key: EmbeddedBank.randomID(), account: account.id, name: goal, target: nil)
    guard case .created(let made) = try await createGoal(order) else {
      throw NoGoal(name: goal)
    }
    return (account, made.id)
  }

  struct NoGoal: Error {
    let name: String
  }
}
