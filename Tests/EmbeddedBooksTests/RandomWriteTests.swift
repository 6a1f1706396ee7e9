import Foundation
import FreeAgentAPI
import GRDB
import ServiceBasics
import TestSupport
import Testing

@testable import EmbeddedBooks

/// Whatever is sent, the books add up and the answer has one of the API's shapes.
struct RandomWriteTests {
  private static let seeds: [UInt64] = [1, 20_260_920, 0xB00C]
  private static let variants: [SampleCompany.Variant] = [
    .limited, .notRegistered, .soleTrader, .landlord, .kilometres,
  ]

  private func send(
    _ count: Int, _ requests: inout RandomRequests, to test: TestBooks
  ) async throws -> (made: [String: Int], refused: Int) {
    var made: [String: Int] = [:]
    var refused = 0
    for step in 0..<count {
      requests.unexplained = try test.books.read { ledger in
        try ledger.rows("SELECT id, unexplained FROM bankTransaction WHERE unexplained <> 0")
          .map { ($0["id"], $0["unexplained"]) }
      }
      let request = requests.next()
      let reply = await test.books.reply(
        to: BooksRequest(
          request.method, request.path, query: request.query, body: request.body,
          user: test.user))
      let what = """
        step \(step): \(request.method.rawValue) \(request.path.joined(separator: "/"))
        \(String(decoding: request.body.prefix(2000), as: UTF8.self))
        """
      if reply.isSuccess {
        let path = request.path.filter { Int($0) == nil }.dropFirst().prefix(2)
        made["\(request.method.rawValue) \(path.joined(separator: "/"))", default: 0] += 1
      } else {
        refused += 1
        let failure = FreeAgent.Failure(
          status: reply.status, retryAfter: nil, body: reply.body)
        try #require([400, 403, 404, 406, 409, 422].contains(reply.status), "\(what)")
        try #require(!failure.messages.isEmpty && failure.snippet == nil, "\(what)")
      }
      let differences = try test.books.audit()
      try #require(differences == [], "\(what) \(differences)")
    }
    try await readAll(of: test)
    return (made, refused)
  }

  /// Whatever was written can be read.
  private func readAll(of test: TestBooks) async throws {
    for operation in Operations.all where operation.method == .get {
      for id in operation.route.contains("{") ? 1...25 : 1...1 {
        let path = operation.route.split(separator: "/").map {
          $0.first == "{" ? String(id) : String($0)
        }
        var query = [
          FormItem("bank_account", String(id)), .init("country", "Austria"),
          .init("per_page", "100"),
        ]
        // Notes alone are listed by what they are about.
        if operation.route == "/v2/notes" { query.append(FormItem("contact", "1")) }
        let reply = await test.reply(.get, path.joined(separator: "/"), query: query)
        #expect([200, 404].contains(reply.status), "\(path) \(reply.status)")
      }
    }
  }

  @Test(arguments: seeds)
  func `plausible requests at random keep the books in order`(seed: UInt64) async throws {
    let variant = Self.variants[Int(seed % UInt64(Self.variants.count))]
    let test = try TestBooks(variant)
    var requests = RandomRequests(seed: seed)
    requests.needsProperties = variant == .landlord
    let (made, refused) = try await send(runsLongTests ? 5000 : 300, &requests, to: test)
    // Else they would try little.
    var kinds = ["bank_transaction_explanations", "invoices", "credit_notes"]
    if variant != .landlord { kinds.append("expenses") }
    for kind in kinds { #expect(made["POST \(kind)", default: 0] > 0, "\(made)") }
    #expect(refused > 0)
  }

  @Test(arguments: seeds)
  func `strange requests are refused in the API's shapes`(seed: UInt64) async throws {
    let test = try TestBooks()
    var requests = RandomRequests(seed: seed, strangeness: 0.15)
    let (_, refused) = try await send(runsLongTests ? 5000 : 300, &requests, to: test)
    #expect(refused > 0)
  }

  @Test(arguments: [
    ("page", "-1"), ("page", "9223372036854775807"), ("page", "x"), ("per_page", "0"),
    ("per_page", "1000"), ("view", "strange"), ("view", "last_99999999999_months"),
    ("view", "last_-5_months"), ("sort", "--name"), ("sort", "name; DROP TABLE user"),
    ("from_date", "9999-12-31"), ("to_date", "0001-01-01"), ("from_date", "x"),
    ("updated_since", "9999-12-31T23:59:59Z"), ("updated_since", "x"), ("contact", "x"),
    ("project", "https://api.freeagent.com/v2/projects/1"), ("bank_account", "x"),
    ("accounting_period", "x"), ("last_uploaded", "True"), ("nested_invoice_items", "maybe"),
    ("sub_accounts", "\u{0}"), ("country", "\u{0}"),
  ])
  func `a query that is strange is refused or passed over`(name: String, value: String) async throws
  {
    let test = try TestBooks()
    for operation in Operations.all where operation.method == .get {
      let path = operation.route.split(separator: "/").map {
        $0.first == "{" ? "1" : String($0)
      }
      let usual = [FormItem("bank_account", "1")]
      let reply = await test.reply(
        .get, path.joined(separator: "/"), query: usual + [.init(name, value)])
      #expect([200, 400, 404].contains(reply.status), "\(path)")
    }
  }

  @Test(arguments: [
    (#"{"expense":{"gross_value":1e400}}"#, 400), ("[", 400), ("{}", 400), ("", 400),
    (#"{"expense":[]}"#, 400), (#"{"expense":{}}"#, 422), (#"{"expenses":[1]}"#, 400),
    (#"{"expense":"#, 400),
  ])
  func `bodies that are none are refused`(body: String, status: Int) async throws {
    let test = try TestBooks()
    let reply = await test.reply(.post, "/v2/expenses", body: body)
    #expect(reply.status == status)
    let deep = String(repeating: #"{"expense":"#, count: 100_000)
    #expect(await test.reply(.post, "/v2/expenses", body: deep).status == 400)
    test.expectInOrder()
  }
}
