import BooksTestSupport
import EmbeddedBooks
import FreeAgentAPI
import Testing

/// What a body refers to is there, and a document's project is its contact's.
struct ReferenceTests {
  private static let document =
    #""contact":"1","reference":"R-1","dated_on":"2026-09-20","payment_terms_in_days":30"#
    + #","status":"Draft","estimate_type":"Quote","currency":"GBP""#
  private static let bill =
    #""contact":"6","reference":"R-1","dated_on":"2026-09-20","due_on":"2026-10-20""#
    + #","bill_items":[{"category":"285","total_value":"1"}]"#
  private static let expense =
    #""user":"1","category":"285","dated_on":"2026-09-19","description":"A","gross_value":"-1""#
  private static let explanation =
    #""bank_account":"1","category":"285","dated_on":"2026-09-19","description":"A""#
    + #","gross_value":"-1""#

  @Test(
    arguments: [
      ("invoice", document, #""project":"99""#, "Project not found"),
      (
        "invoice", document, #""project":"https://api.freeagent.com/v2/contacts/1""#,
        "Project not found"
      ),
      ("invoice", document, #""project":"2""#, "Project must belong to the contact"),
      (
        "invoice", document, #""project":"2","include_timeslips":"billed_grouped_by_timeslip""#,
        "Project must belong to the contact"
      ),
      ("invoice", document, #""bank_account":"99""#, "Bank account not found"),
      ("credit_note", document, #""project":"99""#, "Project not found"),
      ("credit_note", document, #""project":"3""#, "Project must belong to the contact"),
      ("credit_note", document, #""bank_account":"x""#, "Bank account not found"),
      ("estimate", document, #""project":"99""#, "Project not found"),
      ("estimate", document, #""project":"3""#, "Project must belong to the contact"),
      ("bill", bill, #""project":"99""#, "Project not found"),
      ("expense", expense, #""project":"99""#, "Project not found"),
      ("expense", expense, #""stock_item":"99""#, "Stock item not found"),
      ("bank_transaction_explanation", explanation, #""project":"99""#, "Project not found"),
      ("bank_transaction_explanation", explanation, #""paid_user":"99""#, "Paid user not found"),
      ("bank_transaction_explanation", explanation, #""paid_bill":"99""#, "Paid bill not found"),
    ] as [(String, String, String, String)])
  func `what leads nowhere, or to another's, is refused`(
    key: String, usual: String, member: String, words: String
  ) async throws {
    let test = try TestBooks()
    let body = "{\"\(key)\":{\(usual),\(member)}}"
    let reply = await test.reply(.post, "/v2/\(key)s", body: body)
    #expect(reply.status == 422)
    let failure = FreeAgent.Failure(status: 422, retryAfter: nil, body: reply.body)
    #expect(failure.sentences == [words])
    test.expectInOrder()
    // Without the member nothing is wrong.
    let without = await test.reply(.post, "/v2/\(key)s", body: "{\"\(key)\":{\(usual)}}")
    #expect(without.status == 201)
  }

  @Test(arguments: [
    ("invoice", document, "project", 1), ("estimate", document, "project", 1),
    ("bill", bill, "project", 1), ("expense", expense, "project", 1),
    ("bank_transaction_explanation", explanation, "project", 1),
  ])
  func `a number alone is an id, as a text of digits is`(
    key: String, usual: String, member: String, number: Int
  ) async throws {
    let test = try TestBooks()
    // All that are texts of digits become numbers, those of lines too.
    let numbers = ["contact", "category", "user", "bank_account"].reduce(usual) { text, name in
      ["1", "6", "285"].reduce(text) { text, digits in
        text.replacing("\"\(name)\":\"\(digits)\"", with: "\"\(name)\":\(digits)")
      }
    }
    #expect(numbers != usual)
    let made = await test.reply(
      .post, "/v2/\(key)s", body: "{\"\(key)\":{\(numbers),\"\(member)\":\(number)}}")
    #expect(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
    let text = String(decoding: made.body, as: UTF8.self)
    #expect(text.contains("/v2/\(member)s/\(number)\""))
    test.expectInOrder()
    let unknown = await test.reply(
      .post, "/v2/\(key)s", body: "{\"\(key)\":{\(usual),\"\(member)\":99}}")
    #expect(unknown.status == 422)
  }

  @Test func `contact and project of a document change together`() async throws {
    let test = try TestBooks()
    func change(_ build: (inout FreeAgent.Invoice) -> Void) -> FreeAgent.Update<FreeAgent.Invoice> {
      FreeAgent.Update(.init(6), FreeAgent.Invoice(build))
    }
    let refused = ["Project must belong to the contact"]
    #expect(try await test.refusal(of: change { $0.project = link(1) }).sentences == refused)
    let both = try await test.send(
      change {
        $0.contact = link(1)
        $0.project = link(1)
      })
    #expect(both?.project == link(1) && both?.contact == link(1))
    #expect(try await test.refusal(of: change { $0.contact = link(4) }).sentences == refused)
    let neither = try await test.send(
      change {
        $0.contact = link(4)
        $0.setNull(\.project)
      })
    #expect(neither?.project == nil && neither?.contact == link(4))
  }

  @Test func `a duplicate has its project for itself, and not for each line`() async throws {
    let test = try TestBooks()
    let copy = try await test.send(FreeAgent.Duplicate<FreeAgent.Invoice>(.init(3)))
    #expect(copy.project == link(1))
    let moved = try await test.send(
      FreeAgent.Update(
        .init(try copy.number),
        FreeAgent.Invoice {
          $0.contact = link(4)
          $0.setNull(\.project)
        }))
    #expect(moved?.project == nil && moved?.contact == link(4))
  }
}
