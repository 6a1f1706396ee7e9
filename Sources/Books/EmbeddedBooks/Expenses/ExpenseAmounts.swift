import Books
import FreeAgentAPI
import Money

/// What an expense comes to, in its own currency and in the company's; negative if it is owed to somebody.
struct ExpenseAmounts {
  var gross: Money
  var nativeGross: Money
  var tax: Money
  var nativeTax: Money
  /// The rate of VAT in per cent; nil if the VAT is an amount, or there is none.
  var rate: ExactDecimal?
}

extension Ledger {
  /// The amounts of an expense that is no mileage.
  ///
  /// Source: FreeAgent API documentation, “Sales Tax” and “Expenses”.
  func amounts(of input: ExpenseInput) throws -> ExpenseAmounts {
    let record = input.record
    let gross = try amount(record.grossValue ?? 0, in: input.currency, of: "gross_value")
    guard input.currency != input.native else {
      let (tax, rate) = try tax(of: input, gross)
      return ExpenseAmounts(
        gross: gross, nativeGross: gross, tax: tax, nativeTax: tax, rate: rate)
    }
    // Of a foreign currency no rate is taken, only what can be reclaimed in one's own.
    let worth = try nativeGross(of: input, gross)
    let tax = try namedTax(of: record, in: worth)
    return ExpenseAmounts(
      gross: gross, nativeGross: worth, tax: .zero(input.currency),
      nativeTax: tax ?? .zero(input.native), rate: 0)
  }

  /// The VAT that an expense names as an amount in the company's currency; nil if it names none, or has none.
  ///
  /// - Parameter gross: what the expense is worth in that currency.
  /// - Throws: 422 if the VAT is more than that.
  private func namedTax(of record: FreeAgent.Expense, in gross: Money) throws -> Money? {
    guard ![.exempt, .outOfScope].contains(record.salesTaxStatus),
      let value = record.manualSalesTaxAmount
    else { return nil }
    let name = "manual_sales_tax_amount"
    let tax = try amount(value.signed(like: gross), in: gross.currency, of: name)
    guard tax.minorUnits.magnitude <= gross.minorUnits.magnitude else {
      throw FreeAgent.Failure.invalid(name, "must not be more than the gross value")
    }
    return tax
  }

  private func nativeGross(of input: ExpenseInput, _ gross: Money) throws -> Money {
    if let value = input.record.nativeGrossValue {
      return try amount(value.signed(like: gross), in: input.native, of: "native_gross_value")
    }
    do {
      guard let native = try ExchangeRates.converted(gross, to: input.native) else {
        throw FreeAgent.Failure.unknownExchangeRate
      }
      return native
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The amount is too large")
    }
  }

  private func tax(
    of input: ExpenseInput, _ gross: Money
  ) throws -> (tax: Money, rate: ExactDecimal?) {
    let record = input.record
    let none = Money.zero(gross.currency)
    guard ![.exempt, .outOfScope].contains(record.salesTaxStatus) else { return (none, nil) }
    if let tax = try namedTax(of: record, in: gross) { return (tax, nil) }
    let rate: VATRate?
    switch record.salesTaxRate {
    case .percentage(let percent): rate = percent <= 100 ? VATRate(percent: percent) : nil
    case nil, .automatic:
      // The service takes it whether or not the company is registered.
      rate = input.category.treatment?.rate(on: input.day) ?? VATRate.zero
    case .word: rate = nil
    }
    let supply = try supplyVAT(of: record.ecStatus, input.category, on: input.day)
    guard let rate, let amounts = try? supply.amounts(paid: gross, at: rate) else {
      throw FreeAgent.Failure.unprocessable("sales_tax_rate is not valid")
    }
    return (amounts.vat, rate.percent)
  }
}

extension ExactDecimal {
  /// The number with the sign of an amount.
  func signed(like amount: Money) -> ExactDecimal {
    isNegative == amount.isNegative ? self : negated
  }
}
