import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// What the company has and owes at the end of a day, in whole units of its currency.
  ///
  /// Each figure is its exact amount, rounded by itself: what accounts show may add up to a unit more or less
  /// than their sum, as in the example of the page “Balance Sheet”.
  ///
  /// The estimate of its corporation tax is off the retained profit, as it is in profit and loss, and owed as
  /// far as it has not been posted.
  ///
  /// A sum is left out if an account of it has a currency whose rate is not known, and so is the estimate.
  func balanceSheet(at day: Day) throws -> FreeAgent.BalanceSheet {
    let first = try yearStart(of: day)
    var sheet = try balanceSheet(
      of: balances(from: first, through: day), owing: unpostedTax(at: day))
    sheet.accountingPeriodStartDate = first
    sheet.asAtDate = day
    return sheet
  }

  /// What it had and owed when the books began.
  func openingBalanceSheet() throws -> FreeAgent.BalanceSheet {
    try balanceSheet(of: openingPostings(), owing: 0)
  }

  /// The sheet of some balances.
  ///
  /// - Parameters:
  ///   - postings: the balances.
  ///   - tax: the corporation tax that has not been posted; nil if it is not known.
  private func balanceSheet(
    of postings: Postings, owing tax: ExactDecimal?
  ) throws -> FreeAgent.BalanceSheet {
    let lines = try Self.lines(lines(of: postings), owing: tax)
    let capital = lines.filter { Side.of($0) == .capitalAssets }
    let current = lines.filter { Side.of($0) == .current }
    let equity = lines.filter { Side.of($0) == .equity }
    let profit = try Self.sum(
      Self.sum(lines.filter { Side.of($0) == .profit }), tax)
    let (netBook, netCurrent) = (try Self.sum(capital), try Self.sum(current))
    let total = try Self.sum(netBook, netCurrent)
    let owners = try Self.sum(Self.sum(equity), profit)
    return try FreeAgent.BalanceSheet {
      $0.currency = try companyFacts().currency.code
      $0.capitalAssets = try section(capital) { $0.netBookValue = netBook?.wholeNumber }
      $0.currentAssets = try section(current.filter { !$0.total.isNegative }) { _ in }
      $0.currentLiabilities = try section(current.filter { $0.total.isNegative }) { _ in }
      $0.netCurrentAssets = netCurrent?.wholeNumber
      $0.totalAssets = total?.wholeNumber
      $0.ownersEquity = try section(equity) { $0.retainedProfit = profit?.wholeNumber }
      $0.totalOwnersEquity = owners?.wholeNumber
    }
  }

  /// The accounts with corporation tax that is owed besides what they have of it; nil if that is not known.
  private static func lines(
    _ lines: [LedgerLine], owing tax: ExactDecimal?
  ) throws -> [LedgerLine] {
    let code = LedgerAccount.corporationTax
    let posted = lines.first { $0.code == code } ?? LedgerLine(code: code, total: 0)
    let owed = LedgerLine(
      code: code, total: try posted.total.subtracting(tax ?? 0),
      isWhole: posted.isWhole && tax != nil)
    return (lines.filter { $0.code != code } + [owed])
      .sorted { ($0.category, $0.id ?? 0) < ($1.category, $1.id ?? 0) }
  }

  /// The sum of accounts; nil if one of them is not known.
  private static func sum(_ lines: [LedgerLine]) throws -> ExactDecimal? {
    guard lines.allSatisfy(\.isWhole) else { return nil }
    return try ExactDecimal.sum(of: lines.map(\.total))
  }

  private static func sum(_ one: ExactDecimal?, _ other: ExactDecimal?) throws -> ExactDecimal? {
    guard let one, let other else { return nil }
    return try one.adding(other)
  }

  /// A part of the sheet; without accounts it has no list of them.
  private func section(
    _ lines: [LedgerLine], _ build: (inout FreeAgent.BalanceSheetSection) -> Void
  ) throws -> FreeAgent.BalanceSheetSection {
    let accounts = try lines.filter { !$0.isZero }.map { line in
      let name = try self.name(of: line)
      return FreeAgent.BalanceSheetAccount {
        $0.name = name
        $0.nominalCode = line.code
        $0.totalDebitValue = line.isWhole ? line.total.wholeNumber : nil
      }
    }
    return FreeAgent.BalanceSheetSection {
      if !accounts.isEmpty { $0.accounts = accounts }
      build(&$0)
    }
  }

  /// Where an account is on the sheet.
  ///
  /// What is current is an asset or a liability by its sign, as in the page’s examples.
  private enum Side {
    case capitalAssets, current, equity, profit

    static func of(_ line: LedgerLine) -> Side {
      switch line.category {
      case ..<"600", LedgerAccount.retainedProfit: .profit
      case "601"..."607", "630"..."633": .capitalAssets
      case "670", "901", "908", "921"..."960": .equity
      default: .current
      }
    }
  }
}

extension ExactDecimal {
  /// The number rounded to a whole one, a half away from zero.
  fileprivate var wholeNumber: Int? { Int(rounded(fractionDigits: 0).description) }
}
