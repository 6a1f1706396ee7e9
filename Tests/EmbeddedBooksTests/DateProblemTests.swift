import EmbeddedBooks
import FreeAgentAPI
import ServiceBasics
import Testing

/// What is said of a day or a time that cannot be read.
struct DateProblemTests {
  private func sentences(of reply: BooksReply) -> [String] {
    FreeAgent.Failure(status: reply.status, retryAfter: nil, body: reply.body).sentences
  }

  /// Members of JSON that are no days, and how they are quoted.
  static let days: [(String, String)] = [
    (#""2026-9-1T10:00""#, "2026-9-1T10:00"), (#""2026-02-30""#, "2026-02-30"),
    (#""01/09/2026""#, "01/09/2026"), ("20260901", "20260901"),
    (#""\#(String(repeating: "9", count: 60))""#, String(repeating: "9", count: 40) + "…"),
  ]

  @Test(arguments: days)
  func `a day of a body is refused with the form and with what came`(
    member: String, quoted: String
  ) async throws {
    let test = try TestBooks()
    let words = "must be a date such as 2026-09-20, not “\(quoted)”"
    let lunch = #""user":"1","category":"285","description":"Lunch","gross_value":"-1""#
    let requests: [(FreeAgent.Method, String, String)] = [
      (.put, "/v2/invoices/1", #"{"invoice":{"dated_on":\#(member)}}"#),
      (.put, "/v2/bills/1", #"{"bill":{"dated_on":\#(member)}}"#),
      (.post, "/v2/expenses", #"{"expense":{\#(lunch),"dated_on":\#(member)}}"#),
    ]
    for (method, path, body) in requests {
      let reply = await test.reply(method, path, body: body)
      #expect(reply.status == 422 && sentences(of: reply) == ["Dated on \(words)"], "\(path)")
    }
    let line = await test.reply(
      .post, "/v2/bank_transactions/statement", query: [.init("bank_account", "1")],
      body: #"{"statement":[{"dated_on":\#(member),"amount":1}]}"#)
    #expect(line.status == 400 && sentences(of: line) == ["Line 1: dated_on \(words)"])
  }

  @Test(arguments: [
    ("/v2/expenses", "from_date"), ("/v2/invoices", "updated_since"), ("/v2/cashflow", "to_date"),
    ("/v2/accounting/trial_balance/summary", "to_date"),
    ("/v2/accounting/balance_sheet", "as_at_date"),
  ])
  func `a day of a query is refused so as well`(path: String, name: String) async throws {
    let test = try TestBooks()
    let form =
      name == "updated_since" ? "a time such as 2026-09-20T09:00:00Z" : "a date such as 2026-09-20"
    let reply = await test.reply(.get, path, query: [.init(name, "yesterday")])
    #expect(reply.status == 400)
    #expect(sentences(of: reply) == ["\(name) must be \(form), not “yesterday”"])
    #expect(await test.reply(.get, path, query: [.init(name, "")]).isSuccess)
  }

  @Test func `a cash flow of one day alone lacks the other`() async throws {
    let test = try TestBooks()
    let reply = await test.reply(.get, "/v2/cashflow", query: [.init("from_date", "2026-09-01")])
    #expect(reply.status == 400 && sentences(of: reply) == ["to_date is missing"])
  }
}
