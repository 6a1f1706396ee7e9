import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// The general ledger: its balances, journals, and the types of capital assets.
struct AccountingTests {
  private func lines(
    _ test: TestBooks, _ request: FreeAgent.GetTrialBalance = .init()
  ) async throws -> [String: ExactDecimal] {
    let list = try await test.send(request).elements
    var lines: [String: ExactDecimal] = [:]
    for line in list {
      let code = try #require(line.nominalCode)
      lines[code] = line.total
    }
    #expect(lines.count == list.count)
    #expect(try ExactDecimal.sum(of: lines.values) == 0)
    // Foreign currencies balance by themselves: what is left is rounding.
    #expect((lines["391"] ?? 0).magnitude < 1)
    return lines
  }

  @Test(arguments: SampleCompany.Variant.allCases)
  func `the trial balance sums to zero, and the balance sheet balances`(
    variant: SampleCompany.Variant
  ) async throws {
    let test = try TestBooks(variant)
    for text in ["2026-03-31", "2026-07-15", "2026-09-20", "2027-03-31"] {
      let day = try day(text)
      let lines = try await lines(test, .init(to: day))
      let sheet = try await test.send(FreeAgent.GetBalanceSheet(at: day))
      #expect(sheet.asAtDate == day && sheet.currency == "GBP")
      let (total, equity) = (try #require(sheet.totalAssets), try #require(sheet.totalOwnersEquity))
      #expect(total == -equity, "\(text)")
      let assets = try ExactDecimal.sum(
        of: lines.filter {
          $0.key >= "600" && !["670", "901", "908", "968"].contains($0.key.prefix(3))
        }.values)
      // Of corporation tax, which is not posted, the sheet has the estimate.
      let liabilities = sheet.currentLiabilities?.accounts ?? []
      let tax = liabilities.first { $0.nominalCode == "820" }?.totalDebitValue ?? 0
      #expect(assets.rounded(fractionDigits: 0).description == "\(total - tax)")
      // What is retained is the exact sum, rounded once.
      let profit = try ExactDecimal.sum(
        of: lines.filter { $0.key < "600" || $0.key == "968" }.values)
      let retained = try profit.subtracting(ExactDecimal(Int64(tax)))
      #expect(
        sheet.ownersEquity?.retainedProfit.map { "\($0)" }
          == retained.rounded(fractionDigits: 0).description, "\(text)")
    }
    let custom = try await lines(
      test, .init(from: try day("2026-08-01"), to: try day("2026-08-31")))
    #expect(!custom.isEmpty)
  }

  @Test func `the ledger agrees with banks, documents, and profit and loss`() async throws {
    let test = try TestBooks()
    let lines = try await lines(test)
    for id in [1, 2] {
      let account = try await test.get(id, FreeAgent.BankAccount.self)
      #expect(lines["750-\(id)"] == account.currentBalance)
    }
    let bills: [FreeAgent.Bill] = try await test.all()
    let owed = try ExactDecimal.sum(of: bills.compactMap(\.dueValue)).negated
    #expect(lines["796"] == owed)
    let profit = try await test.send(FreeAgent.GetProfitAndLoss())
    let income = try ExactDecimal.sum(of: lines.filter { $0.key < "096" }.values).negated
    #expect(income.rounded(fractionDigits: 0) == profit.income?.value)
    // A computer of 2,400 with VAT, and a desk of 340 without.
    #expect(lines["602-4"] == 2340)
    let bank = try await test.send(FreeAgent.GetTrialBalance()).elements
      .first { $0.nominalCode == "750-1" }
    #expect(bank?.name == "Bank Account Current account")
    #expect(bank?.bankAccount == link(1) && bank?.category == link("750"))
  }

  @Test func `books begin with the balances of their bank accounts`() async throws {
    let test = try TestBooks()
    let lines = try await test.send(FreeAgent.GetOpeningTrialBalance()).elements
    #expect(
      lines.map { "\($0.nominalCode ?? "") \($0.total?.description ?? "")" } == [
        "750-1 8400", "750-2 0", "750-3 1032", "750-4 0", "999 -9432",
      ])
    let sheet = try await test.send(FreeAgent.GetOpeningBalanceSheet())
    #expect(sheet.asAtDate == nil && sheet.totalAssets == 0 && sheet.totalOwnersEquity == 0)
    #expect(sheet.currentAssets?.accounts?.map(\.totalDebitValue) == [8400, 1032])
    #expect(sheet.currentLiabilities?.accounts?.map(\.totalDebitValue) == [-9432])
    let set = try await test.send(FreeAgent.GetOpeningJournalSet())
    #expect(set.datedOn == nil)
    #expect(set.bankAccounts?.map(\.debitValue) == [-8400, -1032])
    #expect(set.journalEntries?.map(\.debitValue) == [-9432])
  }

  @Test func `days that make no period are refused`() async throws {
    let test = try TestBooks()
    let turned = FreeAgent.GetTrialBalance(from: try day("2026-09-01"), to: try day("2026-08-01"))
    #expect(try await test.refusal(of: turned).status == 400)
    let path = "/v2/accounting/balance_sheet"
    #expect(await test.reply(.get, path, query: [.init("as_at_date", "soon")]).status == 400)
    let bookkeeper = test.asked(by: SampleCompany.bookkeeper)
    #expect(try await bookkeeper.refusal(of: FreeAgent.GetBalanceSheet()).status == 403)
  }

  // MARK: - Journals

  private func set(_ entries: [(String, ExactDecimal)]) -> FreeAgent.JournalSet {
    FreeAgent.JournalSet {
      $0.datedOn = .init("2026-09-10")
      $0.description = "A correction"
      $0.tag = "TEST"
      $0.journalEntries = entries.map { category, value in
        FreeAgent.JournalEntry {
          $0.category = link(category)
          $0.debitValue = value
        }
      }
    }
  }

  @Test func `journals balance, and count in the ledger until they are deleted`() async throws {
    let test = try TestBooks()
    let before = try await lines(test)
    let costs = try #require(try await test.send(FreeAgent.GetProfitAndLoss()).expenses?.value)
    let wrong = FreeAgent.Create(set([("285", 100), ("001", -99)]))
    #expect(try await test.refusal(of: wrong).sentences == ["Journal entries must balance"])
    let made = try await test.send(FreeAgent.Create(set([("285", 100), ("681", -100)])))
    #expect(made.journalEntries?.map(\.debitValue) == [100, -100])
    let address = try #require(made.journalEntries?.first?.url?.url)
    #expect(address.contains("/v2/journal_sets/\(try made.number)/journal_entries/"))
    let after = try await lines(test)
    let debtors = try #require(before["681"]).subtracting(100)
    #expect(after["681"] == debtors)
    let more = try await test.send(FreeAgent.GetProfitAndLoss()).expenses?.value
    #expect(more == (try costs.adding(100)))
    let tagged: [FreeAgent.JournalSet] = try await test.all(.init { $0.tag = "TEST" })
    #expect(tagged == [made])
    let earlier: [FreeAgent.JournalSet] = try await test.all(
      .init { $0.toDate = .init("2026-09-09") })
    #expect(earlier.isEmpty)
    let id = FreeAgent.Identifier<FreeAgent.JournalSet>(try made.number)
    let body = """
      {"journal_set":{"journal_entries":[{"url":"\(address)","_destroy":true},
      {"category":"https://api.freeagent.com/v2/categories/277","debit_value":"60.0"},
      {"category":"365","debit_value":40}]}}
      """
    #expect(await test.reply(.put, "/v2/journal_sets/\(id)", body: body).status == 200)
    let changed = try await test.send(FreeAgent.Get(id))
    #expect(changed.journalEntries?.map(\.debitValue) == [-100, 60, 40])
    try await test.send(FreeAgent.Delete(id))
    #expect(try await lines(test) == before)
  }

  @Test(arguments: [
    ("907", "User can't be blank"), ("602", "Capital asset type can't be blank"),
    ("609", "Stock item can't be blank"), ("750", "Category can't be used for journals"),
    ("123", "Category can't be blank"),
    ("792", "Category must be the account of a hire purchase"),
    ("793", "Category must be the account of a hire purchase"),
  ])
  func `an entry says what its account is of`(category: String, words: String) async throws {
    let test = try TestBooks()
    let refusal = try await test.refusal(
      of: FreeAgent.Create(set([(category, 10), ("001", -10)])))
    #expect(refusal.sentences == [words])
  }

  @Test func `opening balances are completed by themselves, and stay`() async throws {
    let test = try TestBooks()
    let opening = try await test.send(FreeAgent.GetOpeningJournalSet())
    let id = FreeAgent.Identifier<FreeAgent.JournalSet>(try opening.number)
    let changes = FreeAgent.JournalSet {
      $0.journalEntries = [
        FreeAgent.JournalEntry {
          $0.category = link("681")
          $0.debitValue = 250
        }
      ]
    }
    let changed = try await test.send(FreeAgent.Update(id, changes))
    #expect(changed?.journalEntries?.map(\.debitValue) == [250, -9682])
    let balancing = try #require(changed?.journalEntries?.last)
    #expect(balancing.url?.url.hasSuffix("/journal_sets/\(id)/journal_entries/0") == true)
    // A client that sends back what it has read changes nothing.
    let same = FreeAgent.JournalSet { $0.journalEntries = changed?.journalEntries }
    let again = try await test.send(FreeAgent.Update(id, same))
    #expect(again?.journalEntries == changed?.journalEntries)
    _ = try await lines(test)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).status == 422)
  }

  // MARK: - Capital assets

  @Test func `an asset is of the type that its category has`() async throws {
    let test = try TestBooks()
    let types: [FreeAgent.CapitalAssetType] = try await test.all()
    #expect(
      types.map(\.name) == [
        "Computer Equipment", "Fixtures and Fittings", "Motor Vehicles", "Other Capital Asset",
      ])
    #expect(types.allSatisfy { $0.systemDefault == true })
    let made = try await test.send(
      FreeAgent.Create(FreeAgent.CapitalAssetType { $0.name = "Spaceships" }))
    let id = FreeAgent.Identifier<FreeAgent.CapitalAssetType>(try made.number)
    let expense = try await test.send(
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = link(1)
          $0.category = link("602-\(id)")
          $0.datedOn = .init("2026-09-19")
          $0.description = "A small one"
          $0.grossValue = -1200
        }))
    #expect(expense.category == link("602-\(id)"))
    let asset = try #require(expense.capitalAsset?.id.flatMap { Int($0.description) })
    let name = try await test.get(asset, FreeAgent.CapitalAsset.self).assetType
    #expect(name == "Spaceships Purchase")
    let rename = FreeAgent.Update(id, FreeAgent.CapitalAssetType { $0.name = "Spacetrains" })
    #expect(try await test.refusal(of: rename).status == 422)
    try await test.send(FreeAgent.Delete<FreeAgent.Expense>(.init(try expense.number)))
    #expect(try await test.send(rename)?.name == "Spacetrains")
    let path = "/v2/capital_asset_types/\(id)"
    let body = #"{"capital_asset_type":{"name":"Boats","created_at":null}}"#
    #expect(await test.reply(.put, path, body: body).status == 400)
    #expect(await test.reply(.delete, path).status == 200)
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
    let system = FreeAgent.Delete<FreeAgent.CapitalAssetType>(.init(1))
    #expect(try await test.refusal(of: system).status == 422)
  }
}
