import EmbeddedBooks
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// What happens to the books from outside, and what went out of them.
struct ControlTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func json(_ text: String) -> CallRequest.Body {
    CallRequest.Body(Data(text.utf8), contentType: "application/json")
  }

  /// How many transactions the first account has.
  private func count(_ books: TestBooks, _ token: String) async throws -> String? {
    try await books.send(
      .get, "v2/bank_transactions", query: [.init("bank_account", "1")], token: token
    ).header("X-Total-Count")
  }

  @Test func `a statement becomes transactions when its time has come`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      let first = try await count(books, token)
      let before = try #require(first.flatMap { Int($0) })
      try await books.control(.put, "statements", #"{"delaySeconds":30}"#)
      let taken = try await books.send(
        .post, "v2/bank_transactions/statement", query: [.init("bank_account", "1")], token: token,
        body: json(
          #"{"statement":[{"dated_on":"2026-09-19","amount":-12.5,"description":"Late line"}]}"#))
      #expect(taken.status == 200, "\(taken.text)")
      #expect(try await count(books, token) == String(before))
      try await books.control(.put, "clock", #"{"advanceSeconds":29}"#)
      #expect(try await count(books, token) == String(before))
      try await books.control(.put, "clock", #"{"advanceSeconds":1}"#)
      #expect(try await count(books, token) == String(before + 1))
      for delay in ["-1", "86401"] {
        let refused = try await books.send(
          .put, "control/statements", body: json(#"{"delaySeconds":\#(delay)}"#))
        #expect(refused.status == 400)
        #expect(refused.text.hasPrefix(#"{"errors":[{"message":"delaySeconds is "#))
      }
    }
  }

  @Test func `what was sent by e-mail is in the outbox`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      struct List: Decodable {
        struct Invoice: Decodable { var url: String }
        var invoices: [Invoice]
      }
      let list = try await books.send(
        .get, "v2/invoices", query: [.init("view", "draft")], token: token)
      let invoices = try JSONDecoder().decode(List.self, from: list.body).invoices
      let url = try #require(invoices.first?.url)
      let path = url.dropFirst(books.address.text.utf8.count)
      #expect(try await books.control(.get, "outbox").text == #"{"emails":[]}"#)
      let sent = try await books.send(
        .post, "\(path)/send_email", token: token,
        body: json(
          """
          {"invoice":{"email":{"to":"Zoe <zoe@example.com>","from":"ada@thornbury.example",\
          "subject":"Your invoice","body":"Here it is."}}}
          """))
      #expect(sent.status == 200, "\(sent.text)")
      let outbox = try await books.control(.get, "outbox").text
      for part in [
        #""document":"\#(path)""#, #""subject":"Your invoice""#, "zoe@example.com",
        #""sentAt":"\#(TestBooks.noon)""#,
      ] {
        #expect(outbox.contains(part), "\(outbox)")
      }
    }
  }

  @Test func `an address is verified by a control`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      func senders() async throws -> String {
        try await books.send(.get, "v2/email_addresses", token: token).text
      }
      for isVerified in [false, true] {
        try await books.control(.put, "senders", #"{"user":"1","isVerified":\#(isVerified)}"#)
        #expect(try await senders().contains("ada@") == isVerified)
      }
      let nobody = try await books.send(
        .put, "control/senders", body: json(#"{"user":"99","isVerified":true}"#))
      #expect(nobody.status == 400)
    }
  }

  @Test func `a file is at an address without a token, and not for long`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      let made = try await books.send(
        .post, "v2/expenses", token: token,
        body: json(
          #"""
          {"expense":{"user":"\#(books.address)/v2/users/1","dated_on":"2026-09-01",
          "category":"\#(books.address)/v2/categories/285","gross_value":"-12.34",
          "description":"Lunch","attachment":{"data":"aGVsbG8=","file_name":"a \"b\".png",
          "content_type":"image/png"}}}
          """#))
      #expect(made.status == 201, "\(made.text)")
      let start = try #require(made.text.firstRange(of: #""content_src":""#)).upperBound
      let source = String(made.text[start...].prefix { $0 != "\"" })
      #expect(source.hasPrefix("\(books.address)/v2/attachments/"))
      let parts = source.dropFirst(books.address.text.utf8.count).split(separator: "?")
      let query = FormItem.items(in: parts[1]).map { CallRequest.Field($0.name, $0.value) }
      let file = try await books.send(.get, String(parts[0]), query: query, agent: nil)
      #expect(file.status == 200)
      #expect(file.text == "hello")
      #expect(file.contentType == "image/png")
      #expect(
        file.header("Content-Disposition") == "attachment; filename*=UTF-8''a%20%22b%22.png")
      try await books.control(.put, "clock", #"{"advanceSeconds":3600}"#)
      let late = try await books.send(.get, String(parts[0]), query: query)
      #expect(late.status == 401)
    }
  }

  @Test func `web pages turn no control, and what is not there is not found`() async throws {
    try await TestBooks.with(folder) { books in
      for path in ["outbox", "tokens", "clock"] {
        let page = try await books.send(
          .get, "control/\(path)", headers: [.init("Origin", "http://evil.example")])
        #expect(page.status == 403)
      }
      #expect(try await books.send(.get, "control/nothing").status == 404)
      #expect(try await books.send(.post, "control/outbox").status == 404)
    }
  }
}
