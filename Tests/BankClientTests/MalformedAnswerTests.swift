import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import ServiceCalls
import ServiceOrders
import ServiceTestSupport
import TestSupport
import Testing

/// Answers in which something is malformed.
struct MalformedAnswerTests {
  private static let account = """
    {"accountUid":"\(uuid(1, "a"))","defaultCategory":"\(uuid(2, "a"))","currency":"GBP",\
    "name":"Mine"}
    """

  private static func item(_ number: Int, time: String) -> String {
    """
    {"feedItemUid":"\(uuid(number))","amount":{"currency":"GBP","minorUnits":\(number)},\
    "direction":"OUT","status":"SETTLED","source":"MASTER_CARD","transactionTime":\(time)}
    """
  }

  @Test func `one malformed payment does not hide the others, and is told`() async throws {
    let folder = try TemporaryFolder()
    let good = #""2026-11-20T11:00:00Z""#
    let items = [
      Self.item(1, time: good), Self.item(2, time: #""half past""#),
      Self.item(3, time: good).replacing(":3}", with: #":"3"}"#), Self.item(4, time: "7"),
      "[]", String(Self.item(5, time: good).dropLast()) + #","updatedAt":"now"}"#,
    ]
    try await ScriptedServer.with([
      .answer(200, #"{"accounts":[\#(Self.account),7]}"#),
      .answer(200, #"{"feedItems":[\#(items.joined(separator: ","))]}"#),
    ]) { server, address in
      let events = Notes<HTTPBank.Event>()
      let client = try makeClient(address, in: folder, events: { events.add($0) })
      let account = try #require(try await client.accounts().first)
      let payments = try await client.payments(
        of: account.id, in: try date("2026-11-16T00:00:00Z")..<(try date(noon)))
      #expect(payments.map(\.id.text) == [uuid(1), uuid(5)])
      await client.close()
      let passedOver = events.all.filter { event in
        if case .passedOver = event { true } else { false }
      }
      #expect(
        passedOver == [
          .passedOver(what: "account", id: nil),
          .passedOver(what: "feed item", id: uuid(2)),
          .passedOver(what: "feed item", id: uuid(3)),
          .passedOver(what: "feed item", id: uuid(4)),
          .passedOver(what: "feed item", id: nil),
        ])
    }
  }

  @Test(arguments: ["[", #"{"accounts":"#, #"{"accounts":[{"name":"#])
  func `JSON that is nested too deep is an unreadable answer`(part: String) async throws {
    let folder = try TemporaryFolder()
    try await ScriptedServer.with([
      .answer(200, String(repeating: part, count: 100_000))
    ]) { _, address in
      let client = try makeClient(address, in: folder)
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .unreadableAnswer)
      await client.close()
    }
  }

  @Test func `a user agent that would be a header of its own is not sent`() async throws {
    let folder = try TemporaryFolder()
    try await ScriptedServer.with([.answer(200, #"{"accounts":[]}"#)]) { server, address in
      var configuration = HTTPBank.Configuration(address: try BankAddress(address))
      configuration.userAgent = "Flowline\r\nEvil: 1"
      let client = HTTPBank(
        configuration, token: .text(try AccessToken(secret)),
        orders: try OrderBook(folder: folder.path))
      let error = await #expect(throws: BankError.self) { try await client.accounts() }
      #expect(error?.code == .invalidRecord)
      #expect(server.requests.isEmpty)
      await client.close()
    }
  }

  @Test func `a write that was not sent is not in doubt`() async throws {
    let folder = try TemporaryFolder()
    let time = TestTime(try date(noon))
    // Nobody listens at the one; at the other nobody ever answers the greeting of TLS.
    let ports = [try ClosedPort(), try ClosedPort(listens: true)]
    let addresses = ["http://127.0.0.1:\(ports[0].number)", "https://127.0.0.1:\(ports[1].number)"]
    for address in addresses {
      let client = try makeClient(
        address, in: folder, patience: .none, timing: time.timing(expire: { _ in }))
      let error = await #expect(throws: BankError.self) {
        try await client.deleteNativeRoundUp(of: try #require(Account.ID(uuid(1, "a"))))
      }
      #expect(error?.code == .unavailable)
    }
  }
}
