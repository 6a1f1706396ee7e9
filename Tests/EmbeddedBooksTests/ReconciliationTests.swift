import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// Credit notes that settle invoices.
///
/// The sample’s invoice 3 is of £1,440, and its credit note 13 of £60, for the same contact.
struct ReconciliationTests {
  private func reconciliation(
    _ value: ExactDecimal, invoice: Int = 3, note: Int = 13
  ) -> FreeAgent.CreditNoteReconciliation {
    FreeAgent.CreditNoteReconciliation {
      $0.invoice = link(invoice)
      $0.creditNote = link(note)
      $0.grossValue = value
      $0.datedOn = .init("2026-09-19")
    }
  }

  private func due(_ test: TestBooks) async throws -> [ExactDecimal?] {
    [
      try await test.get(3, FreeAgent.Invoice.self).dueValue,
      try await test.get(13, FreeAgent.CreditNote.self).dueValue,
    ]
  }

  @Test func `less is due of both until the reconciliation is deleted`() async throws {
    let test = try TestBooks()
    #expect(try await due(test) == [1440, -60])
    let balance = try await test.get(1, FreeAgent.Contact.self).accountBalance
    let made = try await test.send(FreeAgent.Create(reconciliation(60)))
    #expect(made.currency == "GBP" && made.exchangeRate == 1 && made.grossValue == 60)
    #expect(try await due(test) == [1380, 0])
    #expect(try await test.get(3, FreeAgent.Invoice.self).paidValue == 60)
    let note = try await test.get(13, FreeAgent.CreditNote.self)
    #expect(note.status == .refunded && note.refundedOn == made.datedOn)
    // The contact owes what it owed.
    #expect(try await test.get(1, FreeAgent.Contact.self).accountBalance == balance)
    let id = FreeAgent.Identifier<FreeAgent.CreditNoteReconciliation>(try made.number)
    let less = FreeAgent.CreditNoteReconciliation { $0.grossValue = 25 }
    let changed = try await test.send(FreeAgent.Update(id, less))
    #expect(changed?.url == made.url && changed?.datedOn == made.datedOn)
    #expect(changed?.createdAt == made.createdAt && changed?.invoice == made.invoice)
    #expect(try await due(test) == [1415, -35])
    try await test.send(FreeAgent.Delete(id))
    #expect(try await due(test) == [1440, -60])
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `no more is reconciled than is due of either`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(reconciliation(40)))
    let rest = FreeAgent.Create(reconciliation(ExactDecimal("20.01") ?? 0))
    #expect(try await test.refusal(of: rest).messages(about: "gross_value").count == 1)
    #expect(try await due(test) == [1400, -20])
    // What it settled itself is free for a change of it.
    let id = FreeAgent.Identifier<FreeAgent.CreditNoteReconciliation>(try made.number)
    let all = FreeAgent.CreditNoteReconciliation { $0.grossValue = 60 }
    #expect(try await test.send(FreeAgent.Update(id, all))?.grossValue == 60)
    let more = FreeAgent.CreditNoteReconciliation { $0.grossValue = 61 }
    #expect(try await test.refusal(of: FreeAgent.Update(id, more)).status == 422)
    #expect(try await due(test) == [1380, 0])
  }

  @Test(arguments: [
    (0, 3, 13, "gross_value"), (-5, 3, 13, "gross_value"), (5, 99, 13, "invoice"),
    (5, 13, 13, "invoice"), (5, 3, 3, "credit_note"),
  ])
  func `a reconciliation that is none is refused`(
    value: Int, invoice: Int, note: Int, name: String
  ) async throws {
    let test = try TestBooks()
    let new = reconciliation(ExactDecimal(Int64(value)), invoice: invoice, note: note)
    let refusal = try await test.refusal(of: FreeAgent.Create(new))
    #expect(refusal.status == 422 && refusal.messages(about: name).count == 1)
  }

  @Test(arguments: [
    (6, 13, "Invoice is not open"), (3, 14, "Credit note is not open"),
    (5, 13, "Credit note and invoice have different currencies"),
    (4, 13, "Credit note and invoice are for different contacts"),
  ])
  func `documents that do not belong together are refused`(
    invoice: Int, note: Int, sentence: String
  ) async throws {
    let test = try TestBooks()
    let new = reconciliation(5, invoice: invoice, note: note)
    #expect(try await test.refusal(of: FreeAgent.Create(new)).sentences == [sentence])
  }

  @Test func `what is reconciled stays as it is`() async throws {
    let test = try TestBooks()
    try await test.send(FreeAgent.Create(reconciliation(10)))
    #expect(
      try await test.refusal(of: FreeAgent.Delete<FreeAgent.Invoice>(.init(3))).sentences
        == ["Invoice has payments"])
    #expect(
      try await test.refusal(of: FreeAgent.Delete<FreeAgent.CreditNote>(.init(13))).sentences
        == ["Credit note has payments"])
    let draft = FreeAgent.ChangeStatus<FreeAgent.CreditNote>(.init(13), .markAsDraft)
    #expect(try await test.refusal(of: draft).status == 422)
    let other = FreeAgent.Update(.init(3), FreeAgent.Invoice { $0.contact = link(2) })
    #expect(try await test.refusal(of: other).messages(about: "contact").count == 1)
  }

  @Test func `reconciliations are found by their days`() async throws {
    let test = try TestBooks()
    var undated = reconciliation(10)
    undated.datedOn = nil
    let made = try await test.send(FreeAgent.Create(undated))
    #expect(made.datedOn == (try day("2026-09-20")))
    try await test.send(FreeAgent.Create(reconciliation(20)))
    func days(_ items: FormItem...) async throws -> [String] {
      let reply = await test.reply(.get, "/v2/credit_note_reconciliations", query: items)
      return try FreeAgent.Batch<FreeAgent.CreditNoteReconciliation>(
        from: reply.body, key: "credit_note_reconciliations"
      ).elements.compactMap { $0.datedOn?.description }
    }
    #expect(try await days() == ["2026-09-20", "2026-09-19"])
    #expect(try await days(.init("from_date", "2026-09-20")) == ["2026-09-20"])
    #expect(try await days(.init("to_date", "2026-09-19")) == ["2026-09-19"])
    #expect(try await days(.init("updated_since", "2026-09-20T10:00:01Z")) == [])
    let assistant = test.asked(by: SampleCompany.assistant)
    #expect(try await assistant.all(.init(), FreeAgent.CreditNoteReconciliation.self).count == 2)
    let employee = test.asked(by: SampleCompany.employee)
    let denied = FreeAgent.List<FreeAgent.CreditNoteReconciliation>()
    #expect(try await employee.refusal(of: denied).status == 403)
  }
}
