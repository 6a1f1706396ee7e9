import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// How assets are depreciated, as their purchases say it.
struct CapitalAssetTests {
  private func asset(_ profile: FreeAgent.JSON?) -> FreeAgent.Expense {
    FreeAgent.Expense {
      $0.user = link(1)
      $0.category = link("602-1")
      $0.datedOn = .init("2026-09-19")
      $0.description = "A screen"
      $0.grossValue = -1200
      if let profile {
        $0.members["capital_asset"] = .object(["depreciation_profile": profile])
      }
    }
  }

  private func profile(
    _ method: String, _ members: [String: FreeAgent.JSON] = [:]
  ) -> FreeAgent.JSON {
    .object(members.merging(["method": .text(method)]) { $1 })
  }

  @Test func `an asset has the depreciation that its purchase says, and keeps it`() async throws {
    let test = try TestBooks()
    func kept(_ link: FreeAgent.Link<FreeAgent.CapitalAsset>?) async throws
      -> FreeAgent.CapitalAsset
    {
      let number = try #require(link?.id.flatMap { Int($0.description) })
      return try await test.get(number)
    }
    let straight = profile("straight_line", ["asset_life_years": .number(10)])
    let whole = profile(
      "straight_line", ["asset_life_years": .number(10), "frequency": .text("monthly")])
    let made = try await test.send(FreeAgent.Create(asset(straight)))
    #expect(try await kept(made.capitalAsset).depreciationProfile == whole)
    #expect(try await kept(made.capitalAsset).assetLifeYears == 10)
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    let renamed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Expense { $0.description = "A large screen" }))
    #expect(try await kept(renamed?.capitalAsset).depreciationProfile == whole)
    let years = FreeAgent.Update(id, FreeAgent.Expense { $0.depreciationSchedule = "4" })
    #expect(
      try await test.refusal(of: years).sentences
        == ["`depreciation_schedule` is deprecated, use `depreciation_profile` instead"])
    let silent = try await test.send(FreeAgent.Create(asset(nil)))
    #expect(try await kept(silent.capitalAsset).depreciationProfile == profile("no_depreciation"))
    #expect(try await kept(silent.capitalAsset).assetLifeYears == 0)
  }

  @Test func `a bank entry and a bill tell of their assets too`() async throws {
    let test = try TestBooks()
    let reducing = profile(
      "reducing_balance",
      ["annual_depreciation_percentage": .number(25), "frequency": .text("annually")])
    func told(_ members: inout [String: FreeAgent.JSON]) {
      members["capital_asset"] = .object(["depreciation_profile": reducing])
    }
    var entry = FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -1200,
      .capitalAssetPurchase(link("602-1"), years: nil, description: "A screen"))
    told(&entry.members)
    let bought = try await test.send(FreeAgent.Create(entry))
    let changed = try await test.send(
      FreeAgent.Update(
        .init(try bought.number),
        FreeAgent.BankTransactionExplanation { $0.description = "A large screen" }))
    #expect(changed?.description == "A large screen")
    try await test.send(
      FreeAgent.Create(
        FreeAgent.Bill {
          $0.contact = link(6)
          $0.reference = "SCREEN-1"
          $0.datedOn = .init("2026-09-19")
          $0.dueOn = .init("2026-09-19")
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = link("602-1")
              $0.description = "A small screen"
              $0.totalValue = 600
              told(&$0.members)
            }
          ]
        }))
    let assets: [FreeAgent.CapitalAsset] = try await test.all()
    #expect(assets.suffix(2).map(\.description) == ["A large screen", "A small screen"])
    #expect(assets.suffix(2).map(\.depreciationProfile) == [reducing, reducing])
  }

  @Test func `an asset has a history for those who ask`() async throws {
    let test = try TestBooks()
    var screen = asset(nil)
    screen.salesTaxRate = .percentage(20)
    let bought = try await test.send(FreeAgent.Create(screen))
    let url = try #require(bought.capitalAsset)
    let sold = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(1)), on: try day("2026-09-20"), value: 300,
          .capitalAssetDisposal(url, description: "Sold"))))
    let listed: [FreeAgent.CapitalAsset] = try await test.all(.init { $0.includeHistory = true })
    let owned = try #require(listed.first { $0.url == url })
    let history = try #require(owned.capitalAssetHistory)
    #expect(history.map(\.type) == ["purchase", "disposal"])
    #expect(history.map(\.value) == [1000, -300])
    #expect(history.map(\.date) == [Day("2026-09-19"), Day("2026-09-20")])
    #expect(history.map(\.link) == [bought.url?.url, sold.url?.url])
    let path = "/v2/capital_assets/\(try owned.number)"
    for (text, isThere) in [("true", true), ("1", true), ("false", false)] {
      let reply = await test.reply(.get, path, query: [.init("include_history", text)])
      let one = try FreeAgent.Get<FreeAgent.CapitalAsset>.answer(from: reply.body)
      #expect((one.capitalAssetHistory != nil) == isThere)
    }
    let odd = await test.reply(.get, path, query: [.init("include_history", "maybe")])
    #expect(odd.status == 400)
    let usual: [FreeAgent.CapitalAsset] = try await test.all()
    #expect(usual.allSatisfy { $0.capitalAssetHistory == nil })
  }

  @Test(arguments: ["1", "26", "50", "1000", "-1", "ten"])
  func `years that no profile can have are refused however they are told`(
    years: String
  ) async throws {
    let test = try TestBooks()
    var told = asset(nil)
    told.depreciationSchedule = years
    #expect(
      try await test.refusal(of: FreeAgent.Create(told)).sentences
        == ["Depreciation schedule must be from 2 to 25"])
    var entry = FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -1200,
      .capitalAssetPurchase(link("602-1"), years: nil, description: "A screen"))
    entry.assetLifeYears = years
    #expect(
      try await test.refusal(of: FreeAgent.Create(entry)).sentences
        == ["Asset life years must be from 2 to 25"])
  }

  @Test(arguments: [0, 2, 25])
  func `the profile that years become can be sent back`(years: Int) async throws {
    let test = try TestBooks()
    var told = asset(nil)
    told.depreciationSchedule = String(years)
    let made = try await test.send(FreeAgent.Create(told))
    let number = try #require(made.capitalAsset?.id.flatMap { Int($0.description) })
    let kept = try await test.get(number, FreeAgent.CapitalAsset.self)
    #expect(kept.assetLifeYears == years)
    let profile = try #require(kept.depreciationProfile)
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try made.number)
    try await test.send(
      FreeAgent.Update(
        id,
        FreeAgent.Expense {
          $0.members["capital_asset"] = .object(["depreciation_profile": profile])
        }))
    let after = try await test.get(number, FreeAgent.CapitalAsset.self)
    #expect(after.depreciationProfile == profile)
  }

  @Test(
    arguments: [
      ("magic", [:], "method is not included in the list"),
      ("straight_line", [:], "asset life years must be from 2 to 25"),
      ("straight_line", ["asset_life_years": .number(26)], "asset life years must be from 2 to 25"),
      (
        "straight_line", ["asset_life_years": .number(3), "frequency": .text("daily")],
        "frequency is not included in the list"
      ),
      (
        "reducing_balance", ["annual_depreciation_percentage": .number(100)],
        "annual depreciation percentage must be from 1 to 99"
      ),
    ] as [(String, [String: FreeAgent.JSON], String)])
  func `a depreciation that there is not is refused`(
    method: String, members: [String: FreeAgent.JSON], words: String
  ) async throws {
    let test = try TestBooks()
    let refusal = try await test.refusal(
      of: FreeAgent.Create(asset(profile(method, members))))
    #expect(refusal.sentences == ["Depreciation profile \(words)"])
  }
}
