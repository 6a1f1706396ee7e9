import Books
import FreeAgentAPI

/// The categories that a company of the United Kingdom begins with.
///
/// Source: answers of the service of August 2026 for codes, names, rates and the order of the first list.
/// Code 609, which answers show with a sub-account alone, is named as its page has it.
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
    case 601...607: .capitalAssetType
    case 609: .stockItem
    case 750: .bankAccount
    case 792, 793: .hirePurchase
    case 900...910: .user
    default: nil
    }
  }

  /// The categories that are answered as their sub-accounts alone: without any there is nothing to show.
  static let shownBySubAccounts: Set<String> = ["792", "793"]

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
    055 - Flat Rate Scheme Surplus
    056 - Refund of Other Tax Received
    057 - PAYE/NI Online Filing Incentive Claimed
    058 - Grant Income
    401 - Salaries
    402 - Employer NICs
    403 - Staff Pensions
    404 - Net Salary Expense
    405 - PAYE/NI Expense
    407 - Directors' Salaries
    408 - Directors' Employer NICs
    409 - Directors' Staff Pensions
    450 - Bad Debts Written Off
    460 - Depreciation Charge
    461 - Loss/Gain on Disposal of Capital Asset
    502 - Corporation Tax Expense
    503 - Deferred Corporation Tax Expense
    599 - Error
    601 - Capital Asset Brought Forward
    602 - Capital Asset Purchase
    604 - Disposal of Capital Asset
    605 - Capital Asset Depreciation Brought Forward
    606 - Capital Asset Depreciation in Year
    607 - Depreciation on Disposal of Capital Asset
    609 - Stock
    610 - Stock Adjustment
    620 - Prepayments
    630 - Investments Brought Forward
    631 - Investments Additions
    632 - Investments Revaluations
    633 - Investments Disposals
    650 - Provisions for Liabilities
    660 - Accruals
    670 - Share Premium
    681 - Trade Debtors
    682 - Other Debtors
    750 - Bank Account
    760 - Unpresented Items
    761 - Bank Transfers in Progress
    790 - Credit Note Reconciliations
    792 - HP Liabilities < 1 Year
    793 - HP Liabilities > 1 Year
    794 - Liabilities < 1 Year
    795 - Liabilities > 1 Year
    796 - Trade Creditors
    797 - Other Creditors
    798 - Non-Bill HP Liabilities < 1 Year
    799 - Non-Bill HP Liabilities > 1 Year
    813 - Pension Creditor
    814 - PAYE/NI
    815 - Other Payroll Deductions
    817 - VAT
    818 - VAT Reclaimed
    819 - VAT Charged
    820 - Corporation Tax
    823 - Deferred VAT
    824 - VAT Mini One Stop Shop
    825 - Deferred Corporation Tax
    900 - Smart User Payment
    901 - Capital Account
    902 - Salary and Bonuses
    904 - Benefit in Kind
    905 - Expense Account
    907 - Director Loan Account
    908 - Dividend
    910 - Unpaid Shares
    968 - Profit and Loss
    998 - Contra Account
    999 - Suspense Account
    """
}
