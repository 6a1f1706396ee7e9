import BooksTestSupport
import Days
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

struct ExpenseTests {
  private func lunch(
    _ build: (inout FreeAgent.Expense) -> Void = { _ in }
  ) -> FreeAgent.Expense {
    FreeAgent.Expense {
      $0.user = link(4)
      $0.category = link("285")
      $0.datedOn = Day("2026-09-18")
      $0.description = "Lunch"
      $0.grossValue = ExactDecimal("-12.34")
      build(&$0)
    }
  }

  @Test func `an expense has the rate of its category`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let made = try await test.send(FreeAgent.Create(lunch()))
    #expect(made.salesTaxRate == .percentage(20))
    #expect(made.salesTaxValue == ExactDecimal("-2.06"))
    #expect(made.nativeGrossValue == ExactDecimal("-12.34"))
    let train = try await test.send(FreeAgent.Create(lunch { $0.category = link("365") }))
    #expect(train.salesTaxRate == .percentage(0))
    #expect(made.salesTaxStatus == .taxable)
    let unregistered = try TestBooks(.notRegistered)
    let same = try await unregistered.send(FreeAgent.Create(lunch()))
    #expect(same.salesTaxValue == made.salesTaxValue)
  }

  @Test func `an amount wins over a rate, and no rate is answered`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.salesTaxRate = .percentage(20)
          $0.manualSalesTaxAmount = 1
        }))
    #expect(made.salesTaxValue == -1)
    #expect(made.salesTaxRate == nil)
    let exempt = try await test.send(FreeAgent.Create(lunch { $0.salesTaxStatus = .exempt }))
    #expect(exempt.salesTaxValue == 0)
    let taxed = try #require(
      try await test.send(
        FreeAgent.Update(
          .init(try exempt.number), FreeAgent.Expense { $0.salesTaxRate = .percentage(20) })))
    #expect(taxed.salesTaxValue == ExactDecimal("-2.06"), "a rate says that there is VAT")
  }

  @Test func `foreign money is converted, and has no rate`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.currency = "EUR"
          $0.grossValue = -100
          $0.salesTaxRate = .percentage(20)
          $0.manualSalesTaxAmount = 5
        }))
    #expect(made.nativeGrossValue == -86)
    #expect(made.salesTaxRate == .percentage(0))
    #expect(made.nativeSalesTaxValue == -5)
    let unknown = try await test.refusal(of: FreeAgent.Create(lunch { $0.currency = "AUD" }))
    #expect(unknown.sentences == ["Exchange rates for this transaction are not known"])
  }

  @Test(arguments: ["EUR", "AUD"])
  func `what foreign money is worth stays as it was said until the money changes`(
    currency: String
  ) async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.currency = currency
          $0.grossValue = -100
          $0.nativeGrossValue = -90
          $0.manualSalesTaxAmount = 15
        }))
    #expect(made.nativeGrossValue == -90)
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    let same = try await test.send(
      FreeAgent.Update(
        id,
        FreeAgent.Expense {
          $0.description = "Dinner"
          $0.grossValue = -100
        }))
    #expect(same?.nativeGrossValue == -90 && same?.nativeSalesTaxValue == -15)
    let more = FreeAgent.Update(id, FreeAgent.Expense { $0.grossValue = -200 })
    if currency == "EUR" {
      #expect(try await test.send(more)?.nativeGrossValue == -172)
    } else {
      #expect(try await test.refusal(of: more).status == 422)
    }
  }

  @Test func `VAT in pounds is not more than what foreign money is worth`() async throws {
    let test = try TestBooks()
    func abroad(_ build: (inout FreeAgent.Expense) -> Void) -> FreeAgent.Create<FreeAgent.Expense> {
      FreeAgent.Create(
        lunch {
          $0.currency = "EUR"
          $0.grossValue = -10
          build(&$0)
        })
    }
    // €10 are £8.60.
    let most = abroad { $0.manualSalesTaxAmount = ExactDecimal("8.6") }
    #expect(try await test.send(most).nativeSalesTaxValue == ExactDecimal("-8.6"))
    let more = abroad { $0.manualSalesTaxAmount = ExactDecimal("8.61") }
    #expect(
      try await test.refusal(of: more).sentences
        == ["Manual sales tax amount must not be more than the gross value"])
    let exempt = abroad {
      $0.manualSalesTaxAmount = 1
      $0.salesTaxStatus = .exempt
    }
    #expect(try await test.send(exempt).nativeSalesTaxValue == 0)
  }

  @Test func `people below accounting see and make their own alone`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let own: [FreeAgent.Expense] = try await test.all()
    #expect(own.count == 2)
    #expect(own.allSatisfy { $0.user == link(4) })
    let refused = try await test.refusal(of: FreeAgent.Create(lunch { $0.user = link(1) }))
    #expect(refused.status == 403)
    let all: [FreeAgent.Expense] = try await test.asked(by: SampleCompany.owner).all()
    #expect(all.count == 8)
  }

  @Test func `what was billed to a customer is locked`() async throws {
    let test = try TestBooks()
    let all: [FreeAgent.Expense] = try await test.all()
    let billed = try #require(all.first { $0.rebilledOnInvoice != nil })
    #expect(billed.rebilledOnInvoice == link(7))
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try billed.number)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).status == 422)
    #expect(
      try await test.refusal(of: FreeAgent.Update(id, lunch())).status == 422)
    let invoice = try await test.get(7, FreeAgent.Invoice.self)
    #expect(invoice.invoiceItems?.last?.price == 30)
    try await test.send(FreeAgent.Delete<FreeAgent.Invoice>(.init(7)))
    try await test.send(FreeAgent.Delete(id))
  }

  @Test func `what is part of a VAT return that was filed is locked`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(lunch { $0.datedOn = Day("2026-03-31") }))
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    let reason = ["This is part of a VAT return that has been filed"]
    #expect(try await test.refusal(of: FreeAgent.Update(id, lunch())).sentences == reason)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).sentences == reason)
  }

  @Test func `a capital asset follows the category of its purchase`() async throws {
    let test = try TestBooks()
    func assets() async throws -> Int {
      let all: [FreeAgent.CapitalAsset] = try await test.all()
      return all.count
    }
    let before = try await assets()
    let made = try await test.send(FreeAgent.Create(lunch()))
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    let desk = try await test.send(
      FreeAgent.Update(id, FreeAgent.Expense { $0.category = link("602") }))
    let asset = try #require(desk?.capitalAsset)
    #expect(try await assets() == before + 1)
    let chair = try await test.send(
      FreeAgent.Update(id, FreeAgent.Expense { $0.description = "A chair" }))
    #expect(chair?.capitalAsset == asset)
    let number = try #require(asset.id.flatMap { Int($0.description) })
    #expect(try await test.get(number, FreeAgent.CapitalAsset.self).description == "A chair")
    let again = try await test.send(
      FreeAgent.Update(id, FreeAgent.Expense { $0.category = link("285") }))
    #expect(again?.capitalAsset == nil)
    #expect(try await assets() == before)
  }

  @Test func `several at once are all made, or none`() async throws {
    let test = try TestBooks()
    let before: [FreeAgent.Expense] = try await test.all()
    let made = try await test.send(FreeAgent.CreateExpenses([lunch(), lunch()]))
    #expect(made.elements.count == 2)
    let failure = try await test.refusal(
      of: FreeAgent.CreateExpenses([lunch(), lunch { $0.category = link("999") }]))
    #expect(failure.status == 422)
    let after: [FreeAgent.Expense] = try await test.all()
    #expect(after.count == before.count + 2)
  }

  @Test func `what is missing is named as the service names it`() async throws {
    let test = try TestBooks()
    let empty = try await test.refusal(of: FreeAgent.Create(FreeAgent.Expense()))
    #expect(
      empty.sentences == [
        "user can't be blank", "category can't be blank", "Dated on can't be blank",
        "Description can't be blank", "gross_value can't be blank",
      ])
    let miles = try await test.refusal(of: FreeAgent.Create(lunch { $0.category = .mileage }))
    #expect(miles.sentences == ["mileage is not a number", "vehicle_type is unrecognised"])
  }

  @Test func `a value that is no number is not called missing, and many miles not too few`()
    async throws
  {
    let test = try TestBooks()
    let value = try await test.refusal(
      of: FreeAgent.Create(lunch { $0.members["gross_value"] = .text("much") }))
    #expect(value.sentences == ["gross_value is not a number"])
    let miles = try await test.refusal(
      of: FreeAgent.Create(
        lunch {
          $0.category = .mileage
          $0.vehicleType = .bicycle
          $0.mileage = 100_001
        }))
    #expect(miles.sentences == ["mileage must be less than or equal to 100000"])
  }

  @Test func `a receipt is kept, shown for a while, and deleted by itself`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let bytes = Data([0x89, 0x50, 0x4E, 0x47])
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.attachment = FreeAgent.Attachment {
            $0.members["data"] = .text(bytes.base64EncodedString())
            $0.members["file_name"] = .text("receipt.png")
            $0.members["content_type"] = .text("image/x-png")
          }
        }))
    let attachment = try #require(made.attachment)
    #expect(attachment.contentType == "image/png")
    #expect(attachment.fileSize == 4)
    let source = try #require(attachment.contentSrc.flatMap { URL(string: $0) })
    let query = FormItem.items(in: source.query() ?? "")
    let path = source.path().split(separator: "/").map(String.init)
    #expect(try test.books.file(at: path, query: query)?.bytes == bytes)
    #expect(try test.books.file(at: path, query: [query[0]]) == nil)
    let id = FreeAgent.Identifier<FreeAgent.Attachment>(try attachment.number)
    let stranger = test.asked(by: FreeAgent.Identifier(3))
    #expect(try await stranger.refusal(of: FreeAgent.Get(id)).status == 403)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.get(try made.number, FreeAgent.Expense.self).attachment == nil)
  }

  @Test func `a receipt ends with its expense`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.attachment = FreeAgent.Attachment {
            $0.fileName = "receipt.png"
            $0.contentType = "image/png"
            $0.data = Data([1]).base64EncodedString()
          }
        }))
    let attachment = FreeAgent.Identifier<FreeAgent.Attachment>(
      try #require(made.attachment).number)
    try await test.send(FreeAgent.Delete(FreeAgent.Identifier<FreeAgent.Expense>(try made.number)))
    #expect(try await test.refusal(of: FreeAgent.Get(attachment)).status == 404)
  }

  @Test func `without a project nobody is billed`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        lunch {
          $0.project = link(2)
          $0.rebillType = .markup
          $0.rebillFactor = 15
        }))
    #expect(made.rebillToProject == link(2))
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    var change = FreeAgent.Expense()
    change.setNull(\.project)
    let changed = try await test.send(FreeAgent.Update(id, change))
    #expect(changed?.project == nil)
    #expect(changed?.rebillType == nil)
    #expect(changed?.rebillFactor == nil)
  }

  @Test func `a share more, a price, or what it cost is billed`() async throws {
    let test = try TestBooks()
    for (type, factor) in [
      (FreeAgent.RebillType.markup, Int64(15)), (.price, 99), (.cost, nil),
    ] as [(FreeAgent.RebillType, Int64?)] {
      try await test.send(
        FreeAgent.Create(
          lunch {
            $0.grossValue = -24
            $0.project = link(2)
            $0.rebillType = type
            $0.rebillFactor = factor.map { ExactDecimal($0) }
          }))
    }
    let invoice = FreeAgent.Invoice {
      $0.contact = link(3)
      $0.project = link(2)
      $0.datedOn = Day("2026-09-20")
      $0.paymentTermsInDays = 14
      $0.currency = "GBP"
      $0.includeExpenses = "billed_grouped_by_expense"
    }
    let made = try await test.send(FreeAgent.Create(invoice))
    #expect(made.invoiceItems?.map(\.price) == [23, 99, 20])
    #expect(made.invoiceItems?.map(\.itemType) == [.expenses, .expenses, .expenses])
    let again = try await test.send(FreeAgent.Create(invoice))
    #expect(again.invoiceItems == [])
  }
}
