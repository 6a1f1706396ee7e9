import Bank
import BankClient
import BankSandbox
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import SandboxTestSupport
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

let noon = "2026-11-20T12:00:00.000Z"

/// A bank to be tested, and the embedded one behind it, in which the world is made and the books are
/// looked at.
struct World: AccountWorld, Sendable {
  /// What is tested.
  let bank: any Bank
  /// Whose books are meant.
  let books: EmbeddedBank
  let account: Account
  var testedBank: any Bank { bank }
  /// Where the sandbox listens; nil if there is none.
  let address: String?
  let folder: TemporaryFolder
  let time: TestTime

  /// The client, where there is one.
  var client: HTTPBank? { bank as? HTTPBank }

  /// How a bank is reached.
  enum Kind: String, Sendable, CaseIterable {
    /// In this process.
    case embedded
    /// By the client, at the sandbox, over a socket.
    case client
  }

  /// Makes a world with one account of £100, and audits its books when the test has done.
  static func with(
    _ kind: Kind, balance pence: Int64 = 100_00, code: String = "GBP",
    patience: Patience = Patience(), settlingTime: Duration = .seconds(60),
    isSample: Bool = false,
    at location: SourceLocation = #_sourceLocation,
    _ test: (World) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let time = TestTime(try date(noon))
    switch kind {
    case .embedded:
      let books = try EmbeddedBank(path: "\(folder.path)/bank.sqlite", now: { time.now })
      try await run(
        test, bank: books, books: books, address: nil, folder: folder, time: time,
        account: try open(books, pence, code, isSample, time), at: location)
    case .client:
      var configuration = SandboxConfiguration(folder: "\(folder.path)/sandbox")
      configuration.tokens = [
        SandboxToken(secret), SandboxToken(otherSecret, holder: "somebody else"),
      ]
      configuration.now = time.now
      try await Sandbox.serving(configuration, at: location) { sandbox, address in
        let client = try makeClient(
          address, in: folder, patience: patience, timing: time.timing(),
          settlingTime: settlingTime)
        do {
          try await run(
            test, bank: client, books: sandbox.bank, address: address, folder: folder, time: time,
            account: try open(sandbox.bank, pence, code, isSample, time), at: location)
        } catch {
          await client.close()
          throw error
        }
        await client.close()
      }
    }
  }

  private static func open(
    _ books: EmbeddedBank, _ pence: Int64, _ code: String, _ isSample: Bool, _ time: TestTime
  ) throws -> Account {
    guard !isSample else {
      try SampleData.seed(
        into: books, now: time.now, locale: Locale(identifier: "en_GB"),
        timeZone: try #require(TimeZone(identifier: "Europe/London")))
      return try #require(try books.read { try $0.accounts() }.first)
    }
    let account = try books.open(
      NewAccount(handle: "personal", name: "Personal", currency: try currency(code)))
    if pence > 0 {
      try books.post(
        NewPayment(
          account: account.id, amount: Money(minorUnits: pence, currency: account.currency),
          direction: .incoming, source: .fasterPaymentIn,
          counterparty: Counterparty(kind: .sender, name: "Somebody"),
          transactionTime: try date("2026-11-19T10:00:00Z")))
    }
    return account
  }

  private static func run(
    _ test: (World) async throws -> Void, bank: any Bank, books: EmbeddedBank, address: String?,
    folder: TemporaryFolder, time: TestTime, account: Account, at location: SourceLocation
  ) async throws {
    try await test(
      World(
        bank: bank, books: books, account: account, address: address, folder: folder, time: time))
    #expect(try books.auditDifferences() == [], sourceLocation: location)
  }

  /// The moves between the main category and goals, as the books have them.
  func moves() async throws -> [Payment] {
    try await books.payments(of: account.id, in: .distantPast ..< .distantFuture)
      .filter { $0.source == .internalTransfer }
  }

  func available() async throws -> Int64 {
    try await books.balance(of: account.id).effective.minorUnits
  }

  /// Asks the sandbox's controls.
  func control(_ method: String, _ path: String, _ body: String) async throws {
    let address = try #require(address)
    try await Control.send(method, "\(address)/control/\(path)", body)
  }

  func fault(_ json: String) async throws { try await control("POST", "faults", json) }
}
