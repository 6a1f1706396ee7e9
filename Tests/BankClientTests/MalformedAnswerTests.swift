import Bank
import BankClient
import FoundationEssentials
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
}
