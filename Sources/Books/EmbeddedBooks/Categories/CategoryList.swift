import Books
import FreeAgentAPI

/// The categories that a company of the United Kingdom begins with.
///
/// Source: answers of the service of August 2026 for codes, names, rates and the order of the first list.
/// Names of general categories that no answer shows follow the product's words.
enum CategoryList {
  /// What a code may be of a category of one's own.
  static let ownRanges:
    [(
      group: FreeAgent.CategoryGroup, codes: ClosedRange<Int>, list: FreeAgent.Categories.Group
    )] = [
      (.income, 1...49, .income), (.costOfSales, 96...199, .costOfSales),
      (.adminExpenses, 200...399, .adminExpenses), (.currentAssets, 671...720, .general),
      (.liabilities, 731...780, .general), (.equity, 921...960, .general),
    ]

  /// What the sub-accounts of a category are of; nil if it has none.
  static func subAccountTable(of code: NominalCode) -> Table? {
    switch code.number {
    case 609: .stockItem
    case 750: .bankAccount
    case 900...910: .user
    default: nil
    }
  }

  /// Every list with its categories, in the order in which they are answered.
  static var all: [(list: FreeAgent.Categories.Group, entries: [Entry])] {
    let lists: [(FreeAgent.Categories.Group, String)] = [
      (.adminExpenses, adminExpenses), (.costOfSales, costOfSales), (.income, income),
      (.general, general),
    ]
    return lists.map { list, text in
      (list, text.split(separator: "\n").compactMap { Entry($0, in: list) })
    }
  }

  /// A line of the lists: code, what is special about it, name.
  struct Entry {
    let code: String
    let category: FreeAgent.Category

    init?(_ line: Substring, in list: FreeAgent.Categories.Group) {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, NominalCode(parts[0]) != nil else { return nil }
      let marks = parts[1]
      code = parts[0]
      category = FreeAgent.Category { category in
        category.description = parts[2]
        category.allowableForTax = !marks.contains("n")
        category.taxReportingName = parts[2]
        guard list != .general else { return }
        category.autoSalesTaxRate =
          marks.contains("Z") ? .zero : marks.contains("O") ? .outsideTheScope : .standard
      }
    }
  }

  /// A group in words, as answers have it.
  static func description(
    of list: FreeAgent.Categories.Group, with rate: FreeAgent.AutomaticSalesTaxRate?
  ) -> String? {
    guard list != .general else { return nil }
    return "\(name(of: list)) (normally \(rate == .standard ? "VATable" : "Zero-VAT"))"
  }

  static func name(of list: FreeAgent.Categories.Group) -> String {
    switch list {
    case .adminExpenses: "Admin expenses"
    case .costOfSales: "Cost of sales"
    case .income: "Income"
    case .general: "General"
    }
  }

  // S standard rate, Z zero rate, O outside the scope; n not allowable for tax.
  private static let adminExpenses = """
    285 S Accommodation and Meals
    292 S Accountancy Fees
    288 S Advertising and Promotion
    363 Z Bank/Finance Charges
    359 Z Books and Journals
    335 Sn Business Entertaining
    360 O Charitable Donations
    278 S Childcare Vouchers
    270 S Computer Hardware
    269 S Computer Software
    293 S Consultancy Fees
    372 On Corporation Tax Penalty
    294 Zn Formation Costs
    364 Z Insurance
    362 Z Interest Payable
    273 S Internet & Telephone
    291 S Leasing Payments
    290 S Legal and Professional Fees
    249 S Mileage
    274 S Mobile Phone
    283 S Motor Expenses
    250 S Office Costs
    271 S Office Equipment
    272 S Other Computer Costs
    373 On PAYE/NI Penalty
    351 O Pension (Annuity)
    350 O Pension (Personal/Stakeholder)
    358 Z Postage
    276 S Printing
    390 Z Realized Currency Exchange Gain/Loss
    251 S Rent
    289 S Staff Entertaining
    282 S Staff Training
    277 S Stationery
    361 Z Subscriptions
    280 S Sundries
    365 Z Travel
    391 Z Unrealized Currency Exchange Gain/Loss
    366 Z Use Of Home
    371 On VAT Penalty
    268 S Web Hosting
    """

  private static let costOfSales = """
    102 S Commission Paid
    101 S Cost of Sales
    104 S Equipment Hire
    103 S Materials
    150 S Subcontractor Costs
    """

  private static let income = "001 S Sales"

  private static let general = """
    051 - Interest Received
    055 - Dividends Received
    056 - Other Income
    057 - Grants Received
    058 - Rental Income
    401 - Net Wages
    402 - Employer NICs
    403 - Employer Pension
    404 - Directors’ Salaries
    405 - Directors’ Employer NICs
    406 - Directors’ Pension
    407 - Statutory Payments
    408 - Apprenticeship Levy
    409 - Employment Allowance
    450 - Depreciation
    460 - Bad Debts
    461 - Bad Debts Recovered
    502 - Corporation Tax
    503 - Deferred Tax
    599 - Dividends
    601 - Computer Equipment Purchase
    602 - Fixtures and Fittings Purchase
    603 - Motor Vehicles Purchase
    604 - Plant and Machinery Purchase
    605 - Land and Buildings Purchase
    606 - Intangible Assets Purchase
    607 - Other Capital Asset Purchase
    609 - Stock
    610 - Stock Adjustment
    620 - Work in Progress
    630 - Capital Asset Depreciation
    631 - Capital Asset Disposal
    632 - Capital Asset Revaluation
    633 - Capital Asset Brought Forward
    650 - Accrued Income
    660 - Deposits Paid
    670 - Prepayments
    681 - Trade Debtors
    682 - Other Debtors
    750 - Bank Account
    760 - Deposits Received
    761 - Deferred Income
    790 - Loan Account
    794 - Director’s Loan Interest
    795 - Other Loan
    796 - Trade Creditors
    797 - Other Creditors
    798 - Accruals
    799 - Pension Holding
    813 - Pension Creditor
    814 - PAYE/NI
    815 - Student Loan Deductions
    817 - VAT
    818 - VAT Reverse Charge
    819 - EC VAT MOSS
    820 - Corporation Tax Creditor
    823 - Construction Industry Scheme
    824 - CIS Deductions Suffered
    825 - Attachment of Earnings
    900 - Smart User Payment
    901 - Capital Account
    902 - Salary and Bonuses
    904 - Benefit in Kind
    905 - Expense Account
    907 - Director Loan Account
    908 - Dividend
    910 - Unpaid Shares
    968 - Opening Balances
    998 - Rounding
    999 - Suspense
    """
}
