import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import Money
import ServiceTestSupport
import Testing

/// What the bank's lists say of a goal's deletion, and of the money that came back.
@Suite struct DeletionTests {
  /// The goal is deleted, and what was in it has come back.
  private func expectReturned(
    by client: HTTPBank, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let returned = Money(minorUnits: 1_58, currency: try currency("GBP"))
    let result = try await client.deleteGoal(TinyBank.deletion())
    #expect(result == .deleted(returned: returned), sourceLocation: location)
  }

  @Test(arguments: [false, true])
  func `a deletion without an answer is found by the goal that is gone`(
    isArchived: Bool
  ) async throws {
    try await TinyBank.with { bank, _, _ in
      // A bank may keep what is deleted in its archive.
      if isArchived { bank.archiveGoal() } else { bank.hideGoal() }
      bank.move(1_58, id: uuid(1, "b"), direction: "IN")
      return .close
    } _: { bank, client in
      try await expectReturned(by: client)
      #expect(bank.putCount == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a goal that is there as before is deleted again`(wasArchived: Bool) async throws {
    try await TinyBank.with { bank, _, before in
      guard before > 0 else { return .close }
      bank.hideGoal()
      bank.move(1_58, id: uuid(1, "b"), direction: "IN")
      return .answer(204)
    } _: { bank, client in
      if wasArchived { bank.archiveGoal() }
      try await expectReturned(by: client)
      #expect(bank.putCount == 2)
    }
  }

  @Test func `moves from before, and of other goals, are not what came back`() async throws {
    try await TinyBank.with { bank, _, _ in
      bank.hideGoal()
      bank.move(1_58, id: uuid(1, "b"), direction: "IN")
      bank.move(1_58, id: uuid(2, "b"), direction: "IN", counterparty: uuid(2, "9"))
      return .answer(204)
    } _: { bank, client in
      bank.move(20, id: uuid(3, "b"), at: bank.now.addingTimeInterval(-60))
      try await expectReturned(by: client)
    }
  }

  @Test func `a goal that is not there is refused by its code`() async throws {
    try await TinyBank.with { _, _, _ in
      TinyBank.refused("UNKNOWN_SAVINGS_GOAL")
    } _: { _, client in
      let result = try await client.deleteGoal(TinyBank.deletion())
      #expect(result == .refused(.unknownGoal))
    }
  }

  /// A wrong path has that status, too, and so has a server in between.
  @Test(arguments: [true, false])
  func `after a status of 404 alone the list says whether the goal is there`(
    isThere: Bool
  ) async throws {
    try await TinyBank.with { bank, _, _ in
      if !isThere { bank.hideGoal() }
      return .answer(404, "<h1>Not found</h1>")
    } _: { bank, client in
      bank.answer("/savings-goals/", with: .answer(404, "{}"))
      let deletion = try TinyBank.deletion()
      guard isThere else {
        #expect(try await client.deleteGoal(deletion) == .refused(.unknownGoal))
        return
      }
      let error = await #expect(throws: BankError.self) {
        try await client.deleteGoal(deletion)
      }
      #expect(error?.code == .refused && error?.causeCode == "not-found")
      #expect(try await client.openOrders().isEmpty)
    }
  }

  @Test func `a refusal for another reason does not say that the goal is not there`() async throws {
    try await TinyBank.with { _, _, _ in
      TinyBank.refused("SOMETHING_ELSE")
    } _: { _, client in
      let error = await #expect(throws: BankError.self) {
        try await client.deleteGoal(TinyBank.deletion())
      }
      #expect(error?.code == .refused)
    }
  }

  @Test func `an open deletion is listed with its goal's name, and given up once`() async throws {
    try await TinyBank.with { bank, _, _ in
      bank.answer("savings-goals$", with: .answer(200, "?"))
      return .close
    } _: { _, client in
      let deletion = try TinyBank.deletion()
      try await expectUnknown { _ = try await client.deleteGoal(deletion) }
      // The bank does not say whose token it is, so that all open orders are listed.
      let open = try await client.openOrders()
      #expect(open.map(\.id) == [deletion.key])
      #expect(open.map(\.goalName) == ["Trip"])
      #expect(try await client.giveUp(deletion.key))
      #expect(try await !client.giveUp(deletion.key))
      #expect(try await !client.giveUp(uuid(2, "d")))
      #expect(try await client.openOrders().isEmpty)
    }
  }
}
