import Books
import Money
import Testing

/// The example of Books, as it is printed.
struct BooksExamples {
  @Test func `VAT is taken out of an amount as the article says`() throws {
    let hotel = try VATAmounts(gross: Money(minorUnits: -27_978, currency: .gbp), rate: .standard)
    let vat = hotel.vat.decimalString  // "-46.63"
    #expect(vat == "-46.63")
  }
}
