import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import Money
import ServiceCalls
import ServiceTestSupport
import Testing

/// Lists of a bank in which something cannot be read: nothing follows from what they do not have.
@Suite struct UnreadListTests {
  private static let another = TinyBank.unread(uuid(9, "b"))
  private let another = Self.another

  @Test(arguments: [another, TinyBank.nameless])
  func `a goal that may be among what cannot be read is not made again`(
    another: String
  ) async throws {
    try await TinyBank.with { bank, _, _ in
      bank.list(another)
      return .close
    } _: { bank, client in
      let order = GoalOrder(
        key: uuid(1), account: try TinyBank.accountID(), name: "Car", target: nil)
      try await expectUnknown { _ = try await client.createGoal(order) }
      #expect(bank.putCount == 1)
      #expect(try await client.signs(of: order.key) == .unreadable)
    }
  }

  @Test func `one goal that looks alike is no proof if another cannot be read`() async throws {
    let another = another
    try await TinyBank.with { bank, _, _ in
      bank.makeGoal("Car", id: uuid(2, "9"), at: bank.now)
      bank.list(another)
      return .close
    } _: { bank, client in
      let order = GoalOrder(
        key: uuid(1), account: try TinyBank.accountID(), name: "Car", target: nil)
      try await expectUnknown { _ = try await client.createGoal(order) }
      #expect(bank.putCount == 1)
      let signs = try await client.signs(of: order.key)
      #expect(signs == .one)
    }
  }

  @Test func `a goal that could not be read before is not new when it can be`() async throws {
    try await TinyBank.with { bank, _, before in
      // By now what could not be read is a goal of the same name.
      bank.unlist()
      if before == 0 { bank.makeGoal("Car", id: uuid(9, "b"), at: bank.now) }
      return before == 0
        ? .close : .answer(200, #"{"savingsGoalUid":"\#(uuid(1, "9"))","success":true}"#)
    } _: { bank, client in
      bank.list(another)
      let order = GoalOrder(
        key: uuid(1), account: try TinyBank.accountID(), name: "Car", target: nil)
      guard case .created = try await client.createGoal(order) else { throw Unexpected() }
      #expect(bank.putCount == 2)
    }
  }

  @Test func `a goal is not taken for deleted if it may be what cannot be read`() async throws {
    try await TinyBank.with { bank, _, _ in
      bank.hideGoal()
      bank.list(TinyBank.unread(TinyBank.goal))
      return .close
    } _: { bank, client in
      let order = try TinyBank.deletion()
      try await expectUnknown { _ = try await client.deleteGoal(order) }
      #expect(try await client.signs(of: order.key) == .unreadable)
    }
  }

  @Test func `a goal that may be what cannot be read is not said to be gone`() async throws {
    try await TinyBank.with { _, _, _ in
      .answer(404, "{}")
    } _: { bank, client in
      bank.hideGoal()
      bank.list(TinyBank.unread(TinyBank.goal))
      bank.answer("/savings-goals/", with: .answer(404, "{}"))
      let moved = await #expect(throws: BankError.self) {
        try await client.move(TinyBank.transfer())
      }
      #expect(moved?.code == .refused)
      let deleted = await #expect(throws: BankError.self) {
        try await client.deleteGoal(TinyBank.deletion())
      }
      #expect(deleted?.code == .unreadableAnswer)
      #expect(bank.putCount == 1)
    }
  }

  @Test func `what a deletion returned is not known if a move cannot be read`() async throws {
    for isComplete in [true, false] {
      try await TinyBank.with { bank, _, _ in
        bank.hideGoal()
        bank.move(1_58, id: uuid(1, "b"), direction: "IN")
        if !isComplete { bank.list(TinyBank.unread(uuid(9, "b"))) }
        return .answer(204)
      } _: { bank, client in
        let order = try TinyBank.deletion()
        let returned = Money(minorUnits: 1_58, currency: try currency("GBP"))
        #expect(
          try await client.deleteGoal(order) == .deleted(returned: isComplete ? returned : nil))
      }
    }
  }

  @Test(arguments: [another, TinyBank.nameless])
  func `a transfer that may be among what cannot be read leaves no sign of its absence`(
    another: String
  ) async throws {
    try await TinyBank.with { _, _, _ in
      .close
    } _: { bank, client in
      try await expectUnknown { _ = try await client.move(try TinyBank.transfer()) }
      try await expect(OrderSigns.none, from: client)
      bank.list(another)
      try await expect(.unreadable, from: client)
      bank.move(1_58, id: uuid(1, "b"))
      try await expect(.one, from: client)
    }
  }

  private func expect(_ signs: OrderSigns, from client: HTTPBank) async throws {
    #expect(try await client.signs(of: uuid(1)) == signs)
  }

  @Test func `a receipt names no item that may be one of two`() async throws {
    let another = another
    for isComplete in [true, false] {
      try await TinyBank.with { bank, request, _ in
        bank.move(1_58, id: uuid(1, "b"))
        if !isComplete { bank.list(another) }
        return TinyBank.moved(request)
      } _: { bank, client in
        guard case .moved(let receipt) = try await client.move(try TinyBank.transfer()) else {
          throw Unexpected()
        }
        #expect(receipt.payment.text == (isComplete ? uuid(1, "b") : uuid(1)))
      }
    }
  }
}
