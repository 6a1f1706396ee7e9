import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// The VAT of lines that name none.
struct SalesTaxTests {
  private func invoice(
    on day: String, for contact: FreeAgent.Contact
  ) -> FreeAgent.Create<FreeAgent.Invoice> {
    FreeAgent.Create(
      FreeAgent.Invoice {
        $0.contact = contact.url
        $0.datedOn = Day(day)
        $0.paymentTermsInDays = 30
        $0.invoiceItems = [
          .init {
            $0.description = "Advice"
            $0.quantity = 1
            $0.price = 100
          }
        ]
      })
  }

  private func makeContact(
    _ charging: FreeAgent.SalesTaxCharging?, in country: String?, of test: TestBooks
  ) async throws -> FreeAgent.Contact {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.Contact {
          $0.organisationName = "Quayside Sails"
          $0.chargeSalesTax = charging
          $0.country = country
        }))
  }

  /// The VAT of a line of 100.
  struct Line: Sendable {
    var charging: FreeAgent.SalesTaxCharging?
    var country: String?
    let day: String
    let tax: Int64
  }

  @Test(arguments: [
    Line(day: "2019-06-01", tax: 0), Line(day: "2020-03-31", tax: 0),
    Line(day: "2020-04-01", tax: 20), Line(day: "2026-09-20", tax: 20),
    Line(country: "Isle of Man", day: "2026-09-20", tax: 20),
    Line(country: "Jersey", day: "2026-09-20", tax: 0),
    Line(charging: .automatic, country: "France", day: "2026-09-20", tax: 0),
    Line(charging: .always, country: "France", day: "2026-09-20", tax: 20),
    Line(charging: .always, country: "France", day: "2019-06-01", tax: 0),
    Line(charging: .always, day: "2019-06-01", tax: 0),
    Line(charging: .never, day: "2026-09-20", tax: 0),
  ])
  func `a line has the VAT of its contact, on the day of its invoice`(line: Line) async throws {
    let test = try TestBooks()
    let contact = try await makeContact(line.charging, in: line.country, of: test)
    let made = try await test.send(invoice(on: line.day, for: contact))
    #expect(made.salesTaxValue == ExactDecimal(line.tax))
  }

  @Test(arguments: [SampleCompany.Variant.notRegistered, .landlord])
  func `a company that is not registered charges no VAT`(
    variant: SampleCompany.Variant
  ) async throws {
    let test = try TestBooks(variant)
    let invoices: [FreeAgent.Invoice] = try await test.all()
    #expect(invoices.allSatisfy { $0.salesTaxValue == 0 && $0.involvesSalesTax == false })
    let notes: [FreeAgent.CreditNote] = try await test.all()
    #expect(notes.allSatisfy { $0.salesTaxValue == 0 })
    let last = try await test.get(12, FreeAgent.Invoice.self)
    #expect(last.status == .partWrittenOff && last.totalValue == 200 && last.paidValue == 100)
    guard variant == .notRegistered else { return }
    let contact = try await makeContact(.always, in: nil, of: test)
    #expect(try await test.send(invoice(on: "2026-09-20", for: contact)).salesTaxValue == 0)
  }
}
