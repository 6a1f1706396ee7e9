import FreeAgentAPI
import GRDB
import Testing

@testable import EmbeddedBooks

/// Books of the versions that kept a document's rate among its details.
struct ExchangeRateMigrationTests {
  private struct Kept: Equatable {
    let rate: String?
    let details: String
  }

  /// Currencies, the rates that documents in them had, and those that they have now.
  static let rates: [(String, String, String?)] = [
    ("EUR", #""0.5""#, "0.5"), ("AUD", #""0.9""#, "0.9"), ("AUD", "0.25", "0.25"),
    // The usual rate, and what never counted.
    ("EUR", #""0.86""#, nil), ("GBP", #""2.0""#, nil),
    // What can be none, and what has more decimals than a rate has now.
    ("AUD", #""0.0""#, nil), ("AUD", #""-1""#, nil), ("AUD", #""99999999999999999999""#, nil),
    ("AUD", #""0.12345678901234567890""#, "0.123456789"),
  ]

  @Test(arguments: rates)
  func `a document keeps its rate if that can be one`(
    currency: String, member: String, rate: String?
  ) throws {
    let queue = try DatabaseQueue()
    try BooksSchema.migrator.migrate(queue, upTo: "posting lists")
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO company (details, createdAt, updatedAt) VALUES ('{"currency":"GBP"}', 0, 0);
          INSERT INTO contact (name, isHidden, details, createdAt, updatedAt)
          VALUES ('Harbour Prints', 0, '{}', 0, 0);
          """)
      for (reference, details) in [
        ("001", #"{"comments":"Thanks","exchange_rate":\#(member)}"#), ("002", "{}"),
      ] {
        try db.execute(
          sql: """
            INSERT INTO document (kind, state, contact, reference, day, dueDay, currency, net, tax,
              total, details, createdAt, updatedAt)
            VALUES ('invoice', 'sent', 1, ?, '2026-09-01', '2026-09-15', ?, 100, 20, 120, ?, 0, 0)
            """, arguments: [reference, currency, details])
      }
    }
    try BooksSchema.migrator.migrate(queue)
    let kept = try queue.read { db in
      try Row.fetchAll(db, sql: "SELECT exchangeRate, details FROM document ORDER BY id")
        .map { Kept(rate: $0["exchangeRate"], details: $0["details"]) }
    }
    let first = Kept(rate: rate, details: #"{"comments":"Thanks"}"#)
    #expect(kept == [first, Kept(rate: nil, details: "{}")])
  }

  @Test func `books without a company get the column`() throws {
    let queue = try DatabaseQueue()
    try BooksSchema.migrator.migrate(queue)
    let names = try queue.read { try $0.columns(in: "document").map(\.name) }
    #expect(names.contains("exchangeRate"))
  }
}
