import BooksTestSupport
import Days
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import Money
import Testing

struct DocumentTests {
  @Test func `there is an invoice of every status that the service has words for`() async throws {
    let test = try TestBooks(as: SampleCompany.assistant, includingPast: true)
    let invoices: [FreeAgent.Invoice] = try await test.all()
    #expect(
      Set(invoices.compactMap(\.status)) == [
        .paid, .overdue, .open, .draft, .scheduledToEmail, .zeroValue, .writtenOff, .overpaid,
        .partWrittenOff, .refunded,
      ])
    for invoice in invoices {
      let (paid, due) = (try #require(invoice.paidValue), try #require(invoice.dueValue))
      #expect(invoice.totalValue == (try paid.adding(due)))
    }
  }

  @Test func `an invoice that was sent is paid by a receipt`() async throws {
    let test = try TestBooks()
    let open = try await test.get(3, FreeAgent.Invoice.self)
    #expect(open.status == .open)
    #expect(open.totalValue == 1440)
    #expect(open.longStatus == "Open – due in 10 days")
    let receipt = try await test.transaction("BRIGHTWATER STUDIOS LTD")
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .transaction(try #require(receipt.url)), on: try #require(receipt.datedOn),
          value: 1440, .document(FreeAgent.Link(try #require(open.url))))))
    #expect(made.type == .invoiceReceipt)
    let paid = try await test.get(3, FreeAgent.Invoice.self)
    #expect(paid.status == .paid)
    #expect(paid.dueValue == 0)
    #expect(paid.paidOn == receipt.datedOn)
    let draft = try await test.refusal(
      of: FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(3), .markAsDraft))
    #expect(draft.status == 422)
    let delete = try await test.refusal(of: FreeAgent.Delete<FreeAgent.Invoice>(.init(3)))
    #expect(delete.status == 422)
  }

  @Test func `euros pay an invoice in euros, pounds say what they are worth`() async throws {
    let test = try TestBooks()
    let euros = try await test.transaction("LUMIERE FILMS SARL", account: 3)
    var explanation = FreeAgent.BankTransactionExplanation(
      of: .transaction(try #require(euros.url)), on: try #require(euros.datedOn), value: 900,
      .document(link("5")))
    try await test.send(FreeAgent.Create(explanation))
    #expect(try await test.get(5, FreeAgent.Invoice.self).status == .paid)
    let pounds = try await test.transaction("ZOE MARCHETTI")
    explanation = FreeAgent.BankTransactionExplanation(
      of: .transaction(try #require(pounds.url)), on: try #require(pounds.datedOn), value: 251,
      .document(link("5")))
    let failure = try await test.refusal(of: FreeAgent.Create(explanation))
    #expect(failure.messages(about: "foreign_currency_value") == ["can't be blank"])
  }

  @Test func `invoices and credit notes are numbered in one sequence`() async throws {
    let test = try TestBooks()
    var references: [String] = []
    for key in ["credit_note", "invoice", "credit_note"] {
      let reply = await test.reply(
        .post, "/v2/\(key)s",
        body: #"{"\#(key)":{"contact":1,"dated_on":"2026-09-20","payment_terms_in_days":30}}"#)
      let made = try FreeAgent.Invoice(from: reply.body, key: key)
      references.append(try #require(made.reference))
    }
    #expect(references == ["013", "014", "015"])
  }

  @Test func `lines are added, changed and taken away, and the document adds up`() async throws {
    let test = try TestBooks()
    var invoice = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = Day("2026-09-20")
      $0.paymentTermsInDays = 14
      $0.invoiceItems = [
        .init {
          $0.description = "Drawing"
          $0.quantity = 3
          $0.price = ExactDecimal("33.33")
        }
      ]
    }
    let made = try await test.send(FreeAgent.Create(invoice))
    #expect(made.status == .draft)
    #expect(made.reference == "013")
    #expect(made.dueOn == Day("2026-10-04"))
    #expect(made.netValue == ExactDecimal("99.99"))
    #expect(made.salesTaxValue == 20)
    let item = try #require(made.invoiceItems?.first?.url?.id.flatMap { Int($0.description) })
    invoice = FreeAgent.Invoice {
      $0.discountPercent = 10
      $0.invoiceItems = [
        .init {
          $0.id = item
          $0.quantity = 1
        },
        .init {
          $0.description = "Books, zero-rated"
          $0.quantity = 2
          $0.price = 10
          $0.salesTaxRate = 0
        },
      ]
    }
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    let changed = try await test.send(FreeAgent.Update(id, invoice))
    #expect(changed?.totalValue == 54)
    #expect(changed?.invoiceItems?.map { $0.position?.value } == [1, 2])
    let removed = try await test.send(
      FreeAgent.Update(
        id,
        FreeAgent.Invoice {
          $0.invoiceItems = [
            .init {
              $0.id = item
              $0.isDestroyed = .number(1)
            }
          ]
        }))
    #expect(removed?.totalValue == 18)
  }

  @Test func `a reference is used once, and a contact must be there`() async throws {
    let test = try TestBooks()
    let invoice = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = Day("2026-09-20")
      $0.paymentTermsInDays = 14
      $0.reference = "003"
    }
    #expect(
      try await test.refusal(of: FreeAgent.Create(invoice)).sentences
        == ["Reference has already been taken"])
    var other = invoice
    other.contact = link(99)
    #expect(
      try await test.refusal(of: FreeAgent.Create(other)).sentences == ["Contact not found"])
    let empty = try await test.refusal(of: FreeAgent.Create(FreeAgent.Invoice()))
    #expect(
      empty.sentences == [
        "Contact can't be blank", "Dated on can't be blank",
        "Payment terms in days can't be blank",
      ])
    let estimate = try await test.refusal(of: FreeAgent.Create(FreeAgent.Estimate()))
    #expect(estimate.sentences == ["status is not valid"])
    let guess = FreeAgent.Update(.init(15), FreeAgent.Estimate { $0.estimateType = "Guess" })
    #expect(try await test.refusal(of: guess).messages(about: "estimate_type").count == 1)
  }

  @Test(arguments: ["EUR", "AUD"])
  func `a document keeps its rate if its own currency is named again`(code: String) async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 14
          $0.currency = code
          $0.exchangeRate = ExactDecimal("0.9")
        }))
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    func rate(in code: String) async throws -> ExactDecimal? {
      let changes = FreeAgent.Invoice { $0.currency = code }
      return try await test.send(FreeAgent.Update(id, changes))?.exchangeRate
    }
    #expect(try await rate(in: code) == ExactDecimal("0.9"))
    #expect(try await rate(in: "USD") == ExactDecimal("0.74"))
  }

  @Test func `transitions go where they may`() async throws {
    let test = try TestBooks()
    typealias Change = FreeAgent.ChangeStatus<FreeAgent.Invoice>
    #expect(try await test.send(Change(.init(6), .markAsScheduled))?.status == .scheduledToEmail)
    #expect(try await test.send(Change(.init(6), .markAsSent))?.status == .open)
    #expect(try await test.refusal(of: Change(.init(6), .markAsCancelled)).status == 422)
    #expect(try await test.send(Change(.init(6), .markAsDraft))?.status == .draft)
    #expect(try await test.send(Change(.init(2), .markAsCancelled))?.status == .writtenOff)
    #expect(try await test.send(Change(.init(2), .markAsSent))?.status == .overdue)
    #expect(try await test.refusal(of: Change(.init(2), .markAsApproved)).status == 404)
  }

  @Test func `what was paid in part is no draft again, and says why`() async throws {
    let test = try TestBooks()
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankAccount = link(1)
          $0.datedOn = Day("2026-09-19")
          $0.grossValue = 100
          $0.paidInvoice = link("3")
        }))
    #expect(try await test.get(3, FreeAgent.Invoice.self).status == .open)
    let refusal = try await test.refusal(
      of: FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(3), .markAsDraft))
    #expect(refusal.sentences == ["Invoice has payments"])
    // Without its VAT it would have been overpaid.
    let untaxed = FreeAgent.Update(
      .init(3), FreeAgent.Invoice { $0.ecStatus = .reverseCharge })
    #expect(
      try await test.refusal(of: untaxed).sentences
        == ["Ec status can't be changed once there are payments"])
  }

  @Test func `an estimate becomes an invoice, once`() async throws {
    let test = try TestBooks()
    let estimates: [FreeAgent.Estimate] = try await test.all()
    let approved = try #require(estimates.first { $0.status == .approved })
    let id = FreeAgent.Identifier<FreeAgent.Estimate>(try approved.number)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).status == 409)
    let invoice = try #require(try await test.send(FreeAgent.ConvertToInvoice(id)))
    #expect(invoice.status == .draft)
    #expect(invoice.totalValue == approved.totalValue)
    let after = try await test.get(try approved.number, FreeAgent.Estimate.self)
    #expect(after.status == .invoiced)
    #expect(after.invoice == invoice.url)
    #expect(try await test.refusal(of: FreeAgent.ConvertToInvoice(id)).status == 422)
  }

  @Test func `a draft with a negative total becomes a credit note`() async throws {
    let test = try TestBooks()
    let draft = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 14
          $0.invoiceItems = [
            .init {
              $0.description = "Returned"
              $0.quantity = -1
              $0.price = 25
            }
          ]
        }))
    #expect(draft.totalValue == -30)
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try draft.number)
    let note = try #require(try await test.send(FreeAgent.ConvertToCreditNote(id)))
    #expect(note.totalValue == -30)
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `lines that are too large by themselves are refused, whatever they add up to`()
    async throws
  {
    let test = try TestBooks()
    let largest = "92233720368547758.0"
    let refusal = try await test.refusal(
      of: FreeAgent.Create(
        FreeAgent.CreditNote {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 14
          $0.creditNoteItems = ["-\(largest)8", "\(largest)7", "2"].map { price in
            .init {
              $0.description = "Returned"
              $0.quantity = 1
              $0.price = ExactDecimal(price)
              $0.salesTaxStatus = .outOfScope
            }
          }
        }))
    #expect(refusal.status == 422)
    #expect(refusal.sentences == ["The total is too large"])
  }

  @Test func `a document is a PDF file`() async throws {
    let test = try TestBooks()
    let file = try await test.send(FreeAgent.GetPDF<FreeAgent.Invoice>(.init(4)))
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.4\n"))
    #expect(text.hasSuffix("%%EOF\n"))
    #expect(text.contains("(Invoice 004) Tj"))
    #expect(text.contains("Wedding invitations"))
    // The cross-reference table leads to where the objects are.
    let start = try #require(
      text.split(separator: "startxref\n").last?.split(separator: "\n").first)
    let offset = try #require(Int(start))
    #expect(file.dropFirst(offset).starts(with: Data("xref\n".utf8)))
    let entries = String(decoding: file.dropFirst(offset), as: UTF8.self).split(separator: "\n")
    for (number, entry) in entries.dropFirst(3).filter({ $0.hasSuffix("n ") }).enumerated() {
      let place = try #require(Int(entry.prefix(10)))
      #expect(file.dropFirst(place).starts(with: Data("\(number + 1) 0 obj".utf8)))
    }
  }
}
