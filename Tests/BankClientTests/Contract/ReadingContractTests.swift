import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

/// What every bank promises of what it tells.
@Suite struct ReadingContractTests {
  @Test(arguments: World.Kind.allCases)
  func `accounts come in their order, with handles that differ`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      try world.books.open(
        NewAccount(handle: "euro-trips", name: "Euro & Trips", currency: try currency("EUR")))
      try world.books.open(
        NewAccount(handle: "personal-2", name: "Personal", currency: try currency("JPY")))
      let accounts = try await world.bank.accounts()
      #expect(accounts == (try await world.books.accounts()))
      #expect(accounts.map(\.handle) == ["personal", "euro-trips", "personal-2"])
      #expect(try await world.bank.accounts() == accounts)
    }
  }

  @Test(arguments: World.Kind.allCases, ["GBP", "JPY", "BHD"])
  func `a balance is what settled, and what is left of it`(
    _ kind: World.Kind, _ code: String
  ) async throws {
    try await World.with(kind, code: code) { world in
      try world.books.post(world.payment(30_00))
      try world.books.post(world.payment(5_50, status: .pending))
      try world.books.post(world.payment(99_00, status: .declined))
      try world.books.post(world.payment(7_00, direction: .incoming, status: .pending))
      let balance = try await world.bank.balance(of: world.account.id)
      #expect(balance.cleared == world.money(70_00))
      #expect(balance.effective == world.money(64_50))
      #expect(balance.effective.currency.code == code)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `an account may be overdrawn by the world`(_ kind: World.Kind) async throws {
    try await World.with(kind, balance: 1_00) { world in
      try world.books.post(world.payment(3_00))
      #expect(try await world.bank.balance(of: world.account.id).effective == world.money(-2_00))
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `a feed has every status, newest first, with all that is known`(
    _ kind: World.Kind
  ) async throws {
    try await World.with(kind) { world in
      let merchant = uuid(7, "d")
      for (number, status) in (PaymentStatus.known + [.unknown("NEW")]).enumerated() {
        var new = try world.payment(
          Int64(100 + number), status: status, source: .fasterPaymentOut,
          at: "2026-11-18T10:00:0\(number).123Z")
        new.counterparty = Counterparty(kind: .payee, name: "№ \(number)", id: merchant)
        new.reference = "Reference \(number) – \"quoted\""
        new.isRoundedUpByBank = number == 0
        new.sourceAmount = Money(minorUnits: 2_39, currency: try currency("EUR"))
        if status == .settled { new.settlementTime = try date("2026-11-19T00:00:00.999Z") }
        try world.books.post(new)
      }
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(1_00, goal.id))
      let feed = try await world.feed()
      #expect(feed.count == 12)
      #expect(
        feed
          == (try await world.books.payments(
            of: world.account.id, in: .distantPast ..< .distantFuture)))
      #expect(feed.map(\.transactionTime) == feed.map(\.transactionTime).sorted(by: >))
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `payments of one millisecond keep the bank's order`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      for number in 1...20 { try world.books.post(world.payment(Int64(number))) }
      let amounts = try await world.feed().filter { $0.direction == .outgoing }
        .map(\.amount.minorUnits)
      #expect(amounts == (1...20).reversed())
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `an interval has its begin in it and not its end`(_ kind: World.Kind) async throws {
    try await World.with(kind, balance: 0) { world in
      let instants = [
        "2026-11-15T23:59:59.999Z", "2026-11-16T00:00:00.000Z", "2026-11-22T23:59:59.999Z",
        "2026-11-23T00:00:00.000Z",
      ]
      for instant in instants { try world.books.post(world.payment(1_00, at: instant)) }
      let week = (try date(instants[1]))..<(try date(instants[3]))
      let found = try await world.bank.payments(of: world.account.id, in: week)
      #expect(found.map(\.transactionTime) == [try date(instants[2]), try date(instants[1])])
      let between = week.lowerBound.addingTimeInterval(0.0004)..<week.upperBound
      let later = try await world.bank.payments(of: world.account.id, in: between)
      #expect(later.map(\.transactionTime) == [try date(instants[2])])
      let nothing = week.lowerBound..<week.lowerBound
      #expect(try await world.bank.payments(of: world.account.id, in: nothing).isEmpty)
    }
  }

  @Test func `the sample world reads the same at every bank`() async throws {
    try await World.with(.client, isSample: true) { world in
      let accounts = try await world.bank.accounts()
      #expect(accounts == (try await world.books.accounts()))
      for account in accounts {
        let all: Range<Date> = .distantPast ..< .distantFuture
        #expect(
          try await world.bank.payments(of: account.id, in: all)
            == (try await world.books.payments(of: account.id, in: all)))
        #expect(
          try await world.bank.goals(of: account.id)
            == (try await world.books.goals(of: account.id)))
        #expect(
          try await world.bank.balance(of: account.id)
            == (try await world.books.balance(of: account.id)))
      }
    }
  }
}
