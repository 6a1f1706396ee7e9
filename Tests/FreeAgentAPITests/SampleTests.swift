import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// Bodies as the service has them.
struct SampleTests {
  @Test(arguments: Sample.all + Sample.office)
  func `a body is read and written again as it came`(_ sample: Sample) throws {
    let written = try CanonicalJSON.text(sample.roundTrip(Data(sample.body.utf8)))
    #expect(try written == canonical(sample.body))
  }

  @Test func `a company is read`() throws {
    let company = try FreeAgent.GetCompany.answer(from: Data(Sample.company.body.utf8))
    #expect(company.id == "68210")
    #expect(company.type == .ukLimitedCompany)
    #expect(company.mileageUnits == .miles)
    #expect(company.salesTaxRates == [20, 5, 0])
    #expect(company.annualAccountingPeriods?.first?.endsOn == (try day("2026-04-30")))
    #expect(company.salesTaxRegistrationStatus == .registered)
    #expect(company.lockedAttributes == ["currency"])
    #expect(company.createdAt == Timestamp("2026-08-16T12:40:00Z"))
    #expect(company.url?.isOf(.production) == true)
    #expect(Set(company.furtherMembers.keys) == ["newest_member"])
  }

  @Test func `a transaction is read with its explanations`() throws {
    let body = Data(Sample.transaction.body.utf8)
    let transaction = try FreeAgent.Get<FreeAgent.BankTransaction>.answer(from: body)
    #expect(transaction.amount == (try decimal("-279.78")))
    #expect(transaction.unexplainedAmount == (try decimal("-237.28")))
    #expect(transaction.url?.id == FreeAgent.Identifier(8))
    #expect(transaction.datedOn == (try day("2026-09-14")))
    let explanation = try #require(transaction.explanations?.first)
    #expect(explanation.grossValue == (try decimal("-42.5")))
    #expect(explanation.salesTaxValue == (try decimal("-7.08")))
    #expect(explanation.category?.id?.description == "285")
    #expect(explanation.type == .payment)
    #expect(explanation.description == nil)
  }

  @Test func `an invoice is read with its lines`() throws {
    let body = Data(Sample.invoice.body.utf8)
    let invoice = try FreeAgent.Get<FreeAgent.Invoice>.answer(from: body)
    #expect(invoice.status == .open)
    #expect(invoice.dueValue == 251)
    #expect(invoice.contact == link(7))
    #expect(invoice.paymentMethods?.stripe == true)
    let item = try #require(invoice.invoiceItems?.first)
    #expect(item.price == (try decimal("125.5")))
    #expect(item.quantity == 2)
    #expect(item.itemType == .hours)
    #expect(item.category?.id?.description == "001")
  }

  @Test func `expenses and mileage are read`() throws {
    let expense = try FreeAgent.Get<FreeAgent.Expense>.answer(from: Data(Sample.expense.body.utf8))
    #expect(expense.salesTaxRate == .percentage(20))
    #expect(expense.attachment?.fileSize == 7673)
    #expect(expense.attachment?.expiresAt == Timestamp("2026-08-16T12:44:16Z"))
    let claims = try FreeAgent.List<FreeAgent.Expense>.answer(from: Data(Sample.mileage.body.utf8))
    let claim = try #require(claims.elements.first)
    #expect(claim.mileage == 120)
    #expect(claim.vehicleType == .car)
    #expect(claim.engineType == .petrol)
    #expect(claim.reclaimMileage == 1)
    #expect(claim.reclaimMileageRate == (try decimal("0.55")))
    #expect(claim.haveVATReceipt == true)
  }

  @Test func `senders, business categories and texts are bare`() throws {
    let senders = try FreeAgent.GetEmailAddresses.answer(
      from: Data(#"{"email_addresses":["Ada Example <ada@example.com>"]}"#.utf8))
    #expect(senders == ["Ada Example <ada@example.com>"])
    let kinds = try FreeAgent.GetBusinessCategories.answer(
      from: Data(#"{"business_categories":["Builder"]}"#.utf8))
    #expect(kinds == ["Builder"])
    typealias DefaultText = FreeAgent.GetDefaultText<FreeAgent.Invoice>
    #expect(
      try DefaultText.answer(from: Data(#"{"default_additional_text":"Thanks"}"#.utf8)) == "Thanks")
    #expect(try DefaultText.answer(from: Data(#"{"default_additional_text":null}"#.utf8)) == nil)
  }

  @Test func `a PDF file is base 64, with line breaks or without`() throws {
    typealias PDF = FreeAgent.GetPDF<FreeAgent.Invoice>
    let file = Data((0..<200).map { UInt8($0) })
    let answer = try CanonicalJSON.data(PDF.body(of: file))
    #expect(try PDF.answer(from: answer) == file)
    let lines = #"{"pdf":{"content":"JVBE\r\nRi0x\nLjQ="}}"#
    #expect(try PDF.answer(from: Data(lines.utf8)) == Data("%PDF-1.4".utf8))
    for body in [#"{"pdf":{"content":"%%"}}"#, #"{"pdf":{}}"#, "{}", "<html>"] {
      #expect(throws: DecodingError.self) { try PDF.answer(from: Data(body.utf8)) }
    }
  }

  @Test func `a category comes under the name of its list`() throws {
    let body = #"{"cost_of_sales_categories":{"nominal_code":"150","allowable_for_tax":"true"}}"#
    let answer = try FreeAgent.GetCategory.answer(from: Data(body.utf8))
    #expect(answer.group == .costOfSales)
    #expect(answer.category.nominalCode == "150")
    #expect(answer.category.allowableForTax == true)
    #expect(throws: DecodingError.self) { try FreeAgent.GetCategory.answer(from: Data("{}".utf8)) }
    #expect(try FreeAgent.UpdateCategory.answer(from: Data(" \n".utf8)) == nil)
  }

  @Test func `the settings of mileage are read`() throws {
    let sample = try #require(Sample.all.first { $0.name == "mileage_settings" })
    let settings = try FreeAgent.GetMileageSettings.answer(from: Data(sample.body.utf8))
    let rates = try #require(settings.mileageRates?.first)
    #expect(rates.from == (try day("2011-04-06")))
    #expect(rates.rates?.car?.basicRate == (try decimal("0.45")))
    #expect(rates.rates?.bicycle?.additionalRate == (try decimal("0.2")))
    #expect(rates.rates?.basicRateLimit?.value == 10_000)
    let engines = try #require(settings.engineTypeAndSizeOptions?.first)
    #expect(engines.sizes?.sizes[.electricHome] == ["All"])
    #expect(engines.sizes?.sizes[.petrol]?.first == "Up to 1400cc")
  }
}
