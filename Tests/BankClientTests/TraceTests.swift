import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import Money
import ServiceTestSupport
import Testing

/// Which item of the feed is taken for an order's own, and which goal.
@Suite struct TraceTests {
  private static let noScope = ScriptedServer.Reply.answer(
    403, #"{"error":"insufficient_scope","error_description":"requires scope [transaction:read]"}"#)

  /// A transfer is carried out, and its receipt names the item that is its own.
  private func expectOwn(
    _ client: HTTPBank, at location: SourceLocation = #_sourceLocation
  ) async throws {
    guard case .moved(let receipt) = try await client.move(TinyBank.transfer()) else {
      throw Unexpected()
    }
    #expect(receipt.payment.text == uuid(1, "b"), sourceLocation: location)
  }

  // MARK: - The feed

  @Test func `a move that somebody made before, and that shows late, is not taken for ours`()
    async throws
  {
    try await TinyBank.with { bank, request, _ in
      bank.move(
        1_58, id: uuid(2, "b"), at: bank.now.addingTimeInterval(-600), shownAt: bank.now)
      bank.move(1_58, id: uuid(1, "b"))
      return TinyBank.moved(request)
    } _: { _, client in
      try await expectOwn(client)
    }
  }

  @Test func `what differs in one respect is not taken for ours`() async throws {
    try await TinyBank.with { bank, request, _ in
      bank.move(1_59, id: uuid(2, "b"))
      bank.move(1_58, id: uuid(3, "b"), direction: "IN")
      bank.move(1_58, id: uuid(4, "b"), counterparty: uuid(2, "9"))
      bank.move(1_58, id: uuid(5, "b"), category: uuid(2, "c"))
      bank.move(1_58, id: uuid(1, "b"))
      return TinyBank.moved(request)
    } _: { _, client in
      try await expectOwn(client)
    }
  }

  @Test(arguments: [(.intoGoal, 1_58), (.outOfGoal, 0)] as [(TransferOrder.Direction, Int64)])
  func `what is in a goal that may not be read is at least what was moved`(
    direction: TransferOrder.Direction, least: Int64
  ) async throws {
    try await TinyBank.with { _, request, _ in
      TinyBank.moved(request)
    } _: { bank, client in
      bank.answer("/savings-goals/", with: Self.noScope)
      let order = TransferOrder(
        key: uuid(1), account: try TinyBank.accountID(), goal: try TinyBank.goalID(),
        amount: Money(minorUnits: 1_58, currency: try currency("GBP")), direction: direction)
      guard case .moved(let receipt) = try await client.move(order) else { throw Unexpected() }
      #expect(receipt.totalSaved.minorUnits == least)
    }
  }

  @Test(arguments: [("UNKNOWN_SAVINGS_GOAL", true), ("404", false), ("SOMETHING_ELSE", false)])
  func `only a code for it says that the goal is not there`(
    code: String, isExpected: Bool
  ) async throws {
    try await TinyBank.with { _, _, _ in
      code == "404" ? .answer(404, "{}") : TinyBank.refused(code)
    } _: { _, client in
      let order = try TinyBank.transfer()
      if isExpected {
        let result = try await client.move(order)
        #expect(result == .refused(.unknownGoal))
      } else {
        let error = await #expect(throws: BankError.self) { try await client.move(order) }
        #expect(error?.code == .refused)
      }
    }
  }

  /// What a refusal is looked into by: the goal, and the list of goals if that is not found.
  @Test(arguments: [
    ("UNKNOWN_SAVINGS_GOAL", true, true), ("404", false, true), ("404", true, false),
    ("SOMETHING_ELSE", false, false),
  ])
  func `a refused order is told by its goal, if there is none`(
    code: String, isListed: Bool, isGone: Bool
  ) async throws {
    try await TinyBank.with { bank, _, _ in
      TinyBank.refused("SOMETHING_ELSE")
    } _: { bank, client in
      if !isListed { bank.hideGoal() }
      bank.answer(
        "/savings-goals/", with: code == "404" ? .answer(404, "{}") : TinyBank.refused(code))
      let order = try TinyBank.transfer()
      if isGone {
        let result = try await client.move(order)
        #expect(result == .refused(.unknownGoal))
      } else {
        _ = await #expect(throws: BankError.self) { try await client.move(order) }
      }
    }
  }

  @Test(arguments: [-600.0, 600])
  func `a bank whose clock is wrong is asked by its own time`(lead: Double) async throws {
    try await TinyBank.with { bank, request, _ in
      let its = bank.now.addingTimeInterval(lead)
      guard request.method != "DELETE" else {
        bank.hideGoal()
        bank.move(1_58, id: uuid(3, "b"), at: its, shownAt: bank.now, direction: "IN")
        return .answer(204)
      }
      bank.move(1_58, id: uuid(1, "b"), at: its, shownAt: bank.now)
      return TinyBank.moved(request)
    } _: { bank, client in
      try await expectOwn(client)
      bank.move(
        20, id: uuid(2, "b"), at: bank.now.addingTimeInterval(lead), shownAt: bank.now)
      let returned = Money(minorUnits: 1_58, currency: try currency("GBP"))
      #expect(
        try await client.deleteGoal(TinyBank.deletion()) == .deleted(returned: returned))
    }
  }

  @Test(arguments: [0.0, -600])
  func `if the feed is too long, its latest part is read`(lead: Double) async throws {
    try await TinyBank.with { bank, request, before in
      bank.move(
        1_58, id: uuid(before == 0 ? 3 : 1, "b"), at: bank.now.addingTimeInterval(lead))
      return TinyBank.moved(request)
    } _: { bank, client in
      // The first transfer tells how late the bank's clock is.
      _ = try await client.move(TinyBank.transfer(key: uuid(2)))
      bank.limitFeed(to: 86_400)
      // Somebody has just made the same move.
      bank.move(1_58, id: uuid(2, "b"), at: bank.now.addingTimeInterval(lead - 60))
      try await expectOwn(client)
    }
  }

  @Test(arguments: [
    (400, "UNKNOWN_FEED_ITEM", true), (404, "UNKNOWN_FEED_ITEM", true), (404, "?", true),
    (400, "?", false), (400, "SOMETHING_ELSE", false), (404, "SOMETHING_ELSE", false),
    (500, "UNKNOWN_FEED_ITEM", false),
  ])
  func `a code for it says that a payment is not there, or the feed does`(
    status: Int, code: String, isUnknown: Bool
  ) async throws {
    try await TinyBank.with { _, request, _ in
      TinyBank.moved(request)
    } _: { bank, client in
      bank.answer(
        "\(uuid(7))$",
        with: code == "?" ? .answer(status, "{}") : TinyBank.refused(code, status: status))
      let payment = try #require(Payment.ID(uuid(7)))
      let order = TransferOrder(
        key: uuid(1), account: try TinyBank.accountID(), goal: try TinyBank.goalID(),
        amount: Money(minorUnits: 1_58, currency: try currency("GBP")), covering: [payment])
      if isUnknown {
        let result = try await client.move(order)
        #expect(result == .refused(.unknownPayments(payments: [payment])))
      } else {
        _ = await #expect(throws: BankError.self) { try await client.move(order) }
      }
      #expect(bank.putCount == 0)
    }
  }

  /// A round-up of a payment, which the bank shows in the feed alone.
  private func roundUp(_ bank: TinyBank) throws -> TransferOrder {
    bank.answer("\(uuid(7))$", with: .answer(404, "{}"))
    return TransferOrder(
      key: uuid(1), transfer: uuid(1, "a"), account: try TinyBank.accountID(),
      goal: try TinyBank.goalID(),
      amount: Money(minorUnits: 1_58, currency: try currency("GBP")),
      covering: [try #require(Payment.ID(uuid(7)))])
  }

  @Test func `a payment that the bank shows in the feed alone is there`() async throws {
    try await TinyBank.with { bank, request, _ in
      bank.move(1_58, id: uuid(1, "b"))
      return TinyBank.moved(request)
    } _: { bank, client in
      bank.move(3_00, id: uuid(7), at: bank.now.addingTimeInterval(-600))
      guard case .moved(let receipt) = try await client.move(roundUp(bank)) else {
        throw Unexpected()
      }
      #expect(receipt.payment.text == uuid(1, "b"))
    }
  }

  @Test(arguments: [true, false])
  func `a feed that cannot be read in full does not say that a payment is not there`(
    isCut: Bool
  ) async throws {
    try await TinyBank.with { _, request, _ in
      TinyBank.moved(request)
    } _: { bank, client in
      if isCut {
        bank.list(TinyBank.unread(uuid(2, "b")))
      } else {
        bank.answer("/category/\(TinyBank.category)$", with: .answer(404, "{}"))
      }
      let error = await #expect(throws: BankError.self) { try await client.move(roundUp(bank)) }
      #expect(error?.code == .refused && error?.causeCode == "not-found")
      #expect(bank.putCount == 0)
    }
  }

  /// When the moves were that the feed had before, in seconds; the payment was made at -600.
  @Test(
    arguments: [([-300], true), ([-3_600], false), ([-300, -200], false), ([], false)]
      as [([Double], Bool)])
  func `a move from before a payment that it would round up is not this transfer`(
    times: [Double], isEarlier: Bool
  ) async throws {
    try await TinyBank.with { _, request, _ in
      TinyBank.moved(request)
    } _: { bank, client in
      bank.move(3_00, id: uuid(7), at: bank.now.addingTimeInterval(-600))
      for (number, time) in times.enumerated() {
        bank.move(1_58, id: uuid(number + 2, "b"), at: bank.now.addingTimeInterval(time))
      }
      guard case .moved(let receipt) = try await client.move(roundUp(bank)) else {
        throw Unexpected()
      }
      #expect(receipt.wasMovedBefore == isEarlier)
      #expect(receipt.payment.text == (isEarlier ? uuid(2, "b") : uuid(1, "a")))
    }
  }

  @Test func `a token that may not read the feed leaves no sign, and does not hinder`() async throws
  {
    try await TinyBank.with { bank, _, _ in
      bank.answer("/feed/", with: Self.noScope)
      return .close
    } _: { bank, client in
      let order = try TinyBank.transfer()
      try await expectUnknown { _ = try await client.move(order) }
      #expect(try await client.signs(of: order.key) == .unreadable)
      bank.answer("/feed/", with: .answer(200, "{}"))
      #expect(try await client.signs(of: order.key) == OrderSigns.none)
    }
  }

  @Test func `a token of which nobody says whose it is may order`() async throws {
    try await TinyBank.with { bank, request, _ in
      bank.move(1_58, id: uuid(1, "b"))
      return TinyBank.moved(request)
    } _: { bank, client in
      bank.answer("/identity/", with: Self.noScope)
      try await expectOwn(client)
    }
  }

  /// 401 is about the token, 409 is not.
  @Test(arguments: [(401, true), (409, false)])
  func `that a token has ended is told with an order that is in doubt because of it`(
    status: Int, isTold: Bool
  ) async throws {
    try await TinyBank.with { _, _, before in
      before == 0 ? .close : .answer(status, #"{"error":"invalid_token"}"#)
    } _: { _, client in
      let error = await #expect(throws: BankError.self) {
        try await client.move(TinyBank.transfer())
      }
      #expect(error?.code == .outcomeUnknown)
      let cause = try #require(error?.cause)
      #expect(cause.contains("a valid access token") == isTold, "\(cause)")
    }
  }

  @Test func `only a code for it says that the account is not there`() async throws {
    try await TinyBank.with { _, _, _ in
      .close
    } _: { bank, client in
      let account = try TinyBank.accountID()
      func error(of reply: ScriptedServer.Reply) async -> BankError? {
        bank.answer("/feed/", with: reply)
        return await #expect(throws: BankError.self) {
          try await client.payments(of: account, in: .distantPast ..< .distantFuture)
        }
      }
      for text in ["<h1>Not found</h1>", "", "{}"] {
        let bare = await error(of: .answer(404, text))
        #expect(bare?.code == .refused && bare?.causeCode == "not-found", "\(text)")
      }
      let named = await error(of: TinyBank.refused("UNKNOWN_ACCOUNT", status: 404))
      #expect(named?.code == .unknownAccount)
    }
  }

  // MARK: - Goals

  @Test func `a target of 0 means no target`() async throws {
    try await TinyBank.with { _, _, _ in
      .close
    } _: { bank, client in
      bank.makeGoal("Car", id: uuid(2, "9"), at: bank.now, target: 0)
      let goals = try await client.goals(of: TinyBank.accountID())
      #expect(goals.map(\.name) == ["Trip", "Car"])
      #expect(goals.allSatisfy { $0.target == nil })
    }
  }

  /// Another name, another target.
  @Test(arguments: [("Bike", nil), ("Car", 50_00)] as [(String, Int64?)])
  func `a goal of another name or target is not the one that was ordered`(
    name: String, target: Int64?
  ) async throws {
    try await TinyBank.with { bank, _, before in
      guard before > 0 else {
        bank.makeGoal(name, id: uuid(2, "9"), at: bank.now, target: target)
        return .close
      }
      return .answer(200, #"{"savingsGoalUid":"\#(uuid(3, "9"))","success":true}"#)
    } _: { bank, client in
      let order = GoalOrder(
        key: uuid(1), account: try TinyBank.accountID(), name: "Car", target: nil)
      guard case .created(let goal) = try await client.createGoal(order) else {
        throw Unexpected()
      }
      #expect(goal.id.text == uuid(3, "9"))
      #expect(bank.putCount == 2)
    }
  }

  @Test(arguments: [("SOMETHING_ELSE", false), ("CURRENCY_MISMATCH", true)])
  func `only a code for it is taken for a wrong currency`(
    code: String, isExpected: Bool
  ) async throws {
    try await TinyBank.with { _, _, _ in
      TinyBank.refused(code)
    } _: { _, client in
      let order = GoalOrder(
        key: uuid(1), account: try TinyBank.accountID(), name: "Car", target: nil)
      let mismatch = GoalCreation.refused(.currencyMismatch(expected: try currency("GBP")))
      if isExpected {
        #expect(try await client.createGoal(order) == mismatch)
      } else {
        let error = await #expect(throws: BankError.self) { try await client.createGoal(order) }
        #expect(error?.code == .refused)
      }
    }
  }
}
