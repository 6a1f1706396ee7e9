import BooksTestSupport
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import ServiceBasics
import Testing

/// Statements in the forms in which clients send them.
struct StatementUploadTests {
  private func upload(
    _ body: String, as type: String?, to test: TestBooks
  ) async -> BooksReply {
    await test.books.reply(
      to: BooksRequest(
        .post, ["v2", "bank_transactions", "statement"], query: [.init("bank_account", "1")],
        body: Data(body.utf8), contentType: type, user: test.user))
  }

  private func form(
    _ contents: String, _ disposition: String = "name=\"statement\"", file: String = "a.csv"
  ) -> String {
    """
    preamble\r\n--x\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--x\r\n\
    content-disposition: form-data; \(disposition); filename="\(file)"\r\n\
    Content-Type: text/csv\r\n\r\n\(contents)\r\n--x--\r\n
    """
  }

  private let csv = "19/09/2026,-3.20,Tea\n"

  @Test func `a file is taken as a part of a form, a field of one, and a text`() async throws {
    let test = try TestBooks()
    let encoded = FormItem.encoded([FormItem("statement", csv)])
    for (body, type) in [
      (form(csv), "multipart/form-data; boundary=x"),
      (form(csv, file: "a; name=b.csv"), "multipart/form-data; boundary=x"),
      (form(csv, file: #"a\"; name=b.csv"#), "multipart/form-data; boundary=x"),
      (form(csv, "name=statement"), "Multipart/Form-Data; charset=utf-8; boundary=\"x\""),
      (encoded, "application/x-www-form-urlencoded"),
      (#"{"statement":"19/09/2026,-3.20,Tea\n"}"#, "application/json; charset=utf-8"),
      // What a client sends that says nothing of its JSON.
      (#"{"statement":"19/09/2026,-3.20,Tea\n"}"#, "application/x-www-form-urlencoded"),
    ] {
      let reply = await upload(body, as: type, to: test)
      #expect(reply.status == 200, "\(type)")
      #expect(reply.body.isEmpty)
      #expect(reply.contentType?.hasPrefix("application/json") == true)
    }
    let teas: [FreeAgent.BankTransaction] = try await test.all(.init { $0.bankAccount = link(1) })
    #expect(teas.filter { $0.description == "Tea//OTHER/" }.count == 1)
    test.expectInOrder()
  }

  @Test(
    arguments: [
      (#"{"statement":[]}"#, nil, 406), ("{}", nil, 406), ("[", nil, 400), ("", nil, 400),
      (#"{"statement":""}"#, nil, 406), (#"{"statement":"x"}"#, nil, 406),
      (#"{"statement":[{"dated_on":"2026-02-30"}]}"#, nil, 400),
      (#"{"statement":[{"dated_on":"2026-09-19","amount":true}]}"#, nil, 400),
      (#"{"statement":[1]}"#, nil, 400), ("x=1", "application/x-www-form-urlencoded", 406),
      ("--x\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x", 406),
      ("--x--", "multipart/form-data", 406), ("19/09/2026,1,a", "text/csv", 400),
    ] as [(String, String?, Int)])
  func `what is no statement is refused`(body: String, type: String?, status: Int) async throws {
    let test = try TestBooks()
    let reply = await upload(body, as: type, to: test)
    #expect(reply.status == status)
    let failure = FreeAgent.Failure(status: reply.status, retryAfter: nil, body: reply.body)
    #expect(!failure.messages.isEmpty)
    test.expectInOrder()
  }

  @Test func `lines that are the same are as many as the largest statement has`() async throws {
    let test = try TestBooks()
    func count() async throws -> Int {
      let list: [FreeAgent.BankTransaction] = try await test.all(
        .init { $0.bankAccount = link(1) })
      return list.filter { $0.description == "Tea//OTHER/" }.count
    }
    for (file, expected) in [(csv + csv, 2), (csv, 2), (csv + csv, 2), (csv + csv + csv, 3)] {
      try await test.send(FreeAgent.UploadStatement(file: file, to: link(1)))
      #expect(try await count() == expected)
    }
  }

  @Test func `the bank's id tells a line whose text has changed`() async throws {
    let test = try TestBooks()
    func file(_ name: String, _ id: String) -> String {
      """
      <OFX><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260919<TRNAMT>-3.20<FITID>\(id)<NAME>\(name)</OFX>
      """
    }
    for (name, id, text) in [
      ("Tea", "1", "Tea"), ("TEA HOUSE BATH", "1", "Tea"), ("Milk", "2", "Milk"),
    ] {
      try await test.send(FreeAgent.UploadStatement(file: file(name, id), to: link(1)))
      #expect(try await test.transaction(text).transactionID == id)
    }
    let list: [FreeAgent.BankTransaction] = try await test.all(.init { $0.bankAccount = link(1) })
    #expect(!list.contains { $0.description?.hasPrefix("TEA") == true })
  }
}
