import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Synchronization
import Testing

struct MileageClaimTests {
  private func drive(
    _ miles: String, _ day: String = "2026-09-19", user: Int = 1,
    _ build: (inout FreeAgent.Expense) -> Void = { _ in }
  ) -> FreeAgent.Expense {
    FreeAgent.Expense {
      $0.user = link(user)
      $0.category = .mileage
      $0.datedOn = Day(day)
      $0.description = "To Bristol"
      $0.mileage = ExactDecimal(miles)
      $0.vehicleType = .car
      $0.reclaimMileage = 1
      build(&$0)
    }
  }

  @Test func `a claim across the limit is paid with both rates`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(drive("120")))
    #expect(made.grossValue == -45)
    #expect(made.initialRateMileage == 50)
    #expect(made.engineType == .petrol)
    #expect(made.engineSize == "Up to 1400cc")
    let other = try await test.send(FreeAgent.Create(drive("120", user: 2)))
    #expect(other.grossValue == -66)
  }

  @Test func `an earlier claim moves the limit for later ones`() async throws {
    let test = try TestBooks()
    let late = try await test.send(FreeAgent.Create(drive("50", "2026-09-19")))
    #expect(late.grossValue == ExactDecimal("-27.5"))
    let early = try await test.send(FreeAgent.Create(drive("20", "2026-08-01")))
    let id = try late.number
    #expect(try await test.get(id, FreeAgent.Expense.self).grossValue == ExactDecimal("-21.5"))
    try await test.send(
      FreeAgent.Delete<FreeAgent.Expense>(FreeAgent.Identifier(try early.number)))
    #expect(try await test.get(id, FreeAgent.Expense.self).grossValue == ExactDecimal("-27.5"))
  }

  @Test func `VAT on fuel is a sixth of the advisory rate`() async throws {
    let test = try TestBooks()
    func tax(_ build: (inout FreeAgent.Expense) -> Void) async throws -> ExactDecimal? {
      try await test.send(
        FreeAgent.Create(
          drive("120", user: 2) {
            $0.engineSize = "1401-2000cc"
            $0.haveVATReceipt = true
            build(&$0)
          })
      ).salesTaxValue
    }
    #expect(try await tax { _ in } == ExactDecimal("-3.4"))
    #expect(try await tax { $0.haveVATReceipt = false } == 0)
    #expect(try await tax { $0.vehicleType = .bicycle } == 0)
    #expect(try await tax { $0.reclaimMileage = 0 } == 0)
  }

  @Test func `a company on the flat-rate scheme reclaims no VAT on fuel`() async throws {
    let test = try TestBooks(.flatRate)
    #expect(try await test.send(FreeAgent.GetCompany()).initiallyOnFRS == true)
    let made = try await test.send(
      FreeAgent.Create(
        drive("120", user: 2) {
          $0.engineSize = "1401-2000cc"
          $0.haveVATReceipt = true
        }))
    #expect(made.grossValue == -66 && made.salesTaxValue == 0)
    #expect(made.haveVATReceipt == true)
  }

  // MARK: - Miles from before

  @Test func `miles from before the books count as they are by now`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.User {
      $0.firstName = "Kit"
      $0.lastName = "Marlow"
      $0.email = "kit@thornbury.example"
      $0.role = .employee
      $0.openingMileage = 9_950
    }
    let user = try await test.send(FreeAgent.Create(new)).number
    let claim = try await test.send(FreeAgent.Create(drive("120", user: user))).number
    func gross(after miles: ExactDecimal) async throws -> ExactDecimal? {
      try await test.send(
        FreeAgent.Update(.init(user), FreeAgent.User { $0.openingMileage = miles }))
      return try await test.get(claim, FreeAgent.Expense.self).grossValue
    }
    #expect(try await test.get(claim, FreeAgent.Expense.self).grossValue == -45)
    #expect(try await gross(after: 0) == -66)
    #expect(try await gross(after: 10_000) == -30)
    #expect(try await gross(after: 9_950) == -45)
    let negative = FreeAgent.Update(.init(user), FreeAgent.User { $0.openingMileage = -1 })
    #expect(try await test.refusal(of: negative).status == 422)
  }

  // MARK: - What is locked

  private func gross(_ claim: FreeAgent.Expense, _ test: TestBooks) async throws -> ExactDecimal? {
    try await test.get(try claim.number, FreeAgent.Expense.self).grossValue
  }

  @Test func `a journey of a VAT return that was filed keeps its amount`() async throws {
    typealias Mark = FreeAgent.MarkFiling<FreeAgent.VATReturn>
    let test = try TestBooks()
    let filed = try await test.send(FreeAgent.Create(drive("100", "2026-03-20", user: 2)))
    #expect(filed.grossValue == -45)
    // Its miles at the first rate are off the limit, though it comes later.
    let late = try await test.send(FreeAgent.Create(drive("10000", "2026-03-01", user: 2)))
    #expect(late.grossValue == -4_480 && late.initialRateMileage == 9_900)
    #expect(try await gross(filed, test) == -45)
    let open = try await test.send(FreeAgent.Create(drive("10", "2026-04-02", user: 2)))
    #expect(open.grossValue == ExactDecimal("-2.5"))
    let march = try #require(FreeAgent.Identifier<FreeAgent.VATReturn>("2026-03-31"))
    try await test.send(Mark(march, .unfiled))
    #expect(try await gross(late, test) == -4_500)
    #expect(try await gross(filed, test) == -25)
    try await test.send(Mark(march, .filed))
    #expect(try await gross(late, test) == -4_500)
    #expect(try await gross(open, test) == ExactDecimal("-2.5"))
  }

  @Test func `a journey of locked accounts keeps its amount until they are open again`()
    async throws
  {
    let test = try TestBooks(.notRegistered)
    let early = try await test.send(FreeAgent.Create(drive("10000", "2026-09-01", user: 2)))
    let locked = try await test.send(FreeAgent.Create(drive("100", "2026-09-05", user: 2)))
    let open = try await test.send(FreeAgent.Create(drive("100", "2026-09-19", user: 2)))
    #expect(early.grossValue == -5_500)
    #expect(locked.grossValue == -25 && open.grossValue == -25)
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-02")))
    let shorter = drive("40", "2026-09-05", user: 2)
    try await test.send(FreeAgent.Update(.init(try locked.number), shorter))
    #expect(try await gross(locked, test) == -10)
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-10")))
    #expect(try await gross(locked, test) == -10)
    try await test.send(FreeAgent.RemoveAccountLock())
    try await test.send(
      FreeAgent.Delete<FreeAgent.Expense>(FreeAgent.Identifier(try early.number)))
    #expect(try await gross(locked, test) == -22)
    #expect(try await gross(open, test) == -55)
  }

  @Test(arguments: [
    ("engine_size", "1401-1600cc"), ("engine_type", "Electric"), ("engine_type", "Steam"),
    ("vehicle_type", "Horse"), ("mileage", "0"), ("mileage", "-1"), ("mileage", "far"),
  ])
  func `what was not to be had on the day is refused`(field: String, value: String) async throws {
    let test = try TestBooks()
    let failure = try await test.refusal(
      of: FreeAgent.Create(drive("12") { $0.members[field] = .text(value) }))
    #expect(failure.status == 422)
    #expect(failure.sentences.count == 1)
    #expect(failure.sentences.first?.hasPrefix(field) == true)
  }

  @Test func `sole traders cannot claim for bicycles`() async throws {
    let test = try TestBooks(.soleTrader)
    let ride = drive("12") { $0.vehicleType = .bicycle }
    #expect(try await test.refusal(of: FreeAgent.Create(ride)).status == 422)
    #expect(try await TestBooks().send(FreeAgent.Create(ride)).grossValue == ExactDecimal("-2.4"))
  }

  @Test func `rates are known once they were announced`() async throws {
    let before = try TestBooks(at: "2026-05-20T10:00:00Z")
    let claim = drive("10", "2026-05-19", user: 2)
    #expect(try await before.send(FreeAgent.Create(claim)).grossValue == ExactDecimal("-4.5"))
    let settings = try await before.send(FreeAgent.GetMileageSettings())
    #expect(settings.mileageRates?.count == 2)
    let after = try TestBooks()
    #expect(try await after.send(FreeAgent.Create(claim)).grossValue == ExactDecimal("-5.5"))
    let rates = try #require(
      try await after.send(FreeAgent.GetMileageSettings()).mileageRates?.last)
    #expect(rates.from == Day("2026-04-06"))
    #expect(rates.to == Day("2099-12-31"))
    #expect(rates.rates?.car?.basicRate == ExactDecimal("0.55"))
  }

  @Test func `a rate that is announced later changes nothing until somebody does`() async throws {
    let clock = Mutex(try #require(Timestamp("2026-05-20T10:00:00Z")))
    let books = try EmbeddedBooks.inMemory { clock.withLock { $0 } }
    try SampleCompany.seed(into: books)
    func send<E: FreeAgent.Endpoint>(_ endpoint: E) async throws -> E.Answer {
      let answer = try await books.send(endpoint, as: SampleCompany.owner).answer
      #expect(try books.audit() == [])
      return answer
    }
    let old = try await send(FreeAgent.Create(drive("10", "2026-05-19", user: 2)))
    clock.withLock { $0 = Timestamp("2026-06-01T10:00:00Z") ?? $0 }
    _ = try await send(FreeAgent.Create(drive("10", "2026-05-20", user: 2)))
    let id = FreeAgent.Identifier<FreeAgent.Expense>(try old.number)
    #expect(try await send(FreeAgent.Get(id)).grossValue == ExactDecimal("-4.5"))
    let changed = try await send(
      FreeAgent.Update(id, FreeAgent.Expense { $0.description = "By the new rate" }))
    #expect(changed?.grossValue == ExactDecimal("-5.5"))
  }
}
