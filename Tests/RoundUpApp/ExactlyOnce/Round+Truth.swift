import Bank
import EmbeddedBank
import Flowline
import FoundationEssentials
import Money
import SandboxKit
import Synchronization
import TestSupport
import Testing

/// What must be so, at every page, after every act and at the end of a round.
extension Rounds {
  /// What was moved in a round's week by flows.
  func movements() async throws -> [Payment] {
    let day = 86_400.0
    let byHand = byHand.ids
    return try await bank.books.payments(
      of: account.id, in: now.addingTimeInterval(-3 * day)..<now.addingTimeInterval(3 * day)
    ).filter { $0.source == .internalTransfer && !byHand.contains($0.id) }
  }

  /// The flows together have moved the week's round-up once at the most.
  func expectOnce() async throws {
    let movements = try await movements()
    let amounts = movements.map(\.amount.minorUnits)
    verify(amounts.isEmpty || amounts == [plan.total], "moved \(amounts)")
    verify(movements.allSatisfy { $0.direction == .outgoing }, "it came back")
  }

  /// Records what is not so, with the plan of the round.
  func verify(
    _ isSo: Bool, _ what: String = "", at location: SourceLocation = #_sourceLocation
  ) {
    guard !isSo else { return }
    isSound = false
    Issue.record("\(what), round \(done): \(plan)", sourceLocation: location)
  }

  // MARK: - What is said

  /// Whatever is shown is so.
  func expectTruth(of prompt: Prompt) async throws {
    try await expectOnce()
    try expectNoToken(in: try JSONEncoder().encode(prompt))
    let key = prompt.question.key ?? ""
    switch prompt.id {
    case "receipt": try await expect(moved: true, at: prompt.path.description)
    case "not-done", "shortage":
      if prompt.path.description.contains("round-up") {
        try await expectNotMoved(at: prompt.path.description)
      }
    case "settled":
      met.said[key, default: 0] += 1
      let what = prompt.page.first?.rows.first?.value
      let isTransfer = !(what?.text.hasPrefix("new goal") ?? false)
      switch key {
      case "open-order.done" where isTransfer: try await expect(moved: true, at: key)
      case "open-order.done":
        let goals = try await bank.books.goals(of: account.id)
        verify(goals.contains { what?.text.contains($0.name) ?? false }, "\(key)")
      case "open-order.not-done" where isTransfer: try await expectNotMoved(at: key)
      default: break
      }
    default: break
    }
  }

  /// What a session resulted in is so.
  func expectTruth(of end: Outcome<JSONValue>, _ errand: Errand) async throws {
    try await expectOnce()
    let word: String
    switch end {
    case .finished(let output):
      word = output["reason"]?.string ?? "finished"
      if errand.flow == "round-up" {
        switch word {
        case "finished", "already-moved", "moved-elsewhere":
          try await expect(moved: true, at: word)
        case "too-little-money": try await expectNotMoved(at: word)
        case "unanswered", "refused": break
        default: Issue.record("a round-up ended as \(word)")
        }
      }
      if errand.flow == "create-goal" {
        let goals = try await bank.books.goals(of: account.id)
        verify(goals.contains { $0.name == errand.goalName }, "no goal was made")
      }
    case .cancelled(let reason): word = "\(reason)"
    case .failed: word = "failed"
    }
    met.said["\(errand.flow) \(word)", default: 0] += 1
  }

  private func expect(moved: Bool, at place: String) async throws {
    let count = try await movements().count
    verify(count == (moved ? 1 : 0), "\(place)")
  }

  /// What is said not to be moved is not, nor will be by a request that is late.
  private func expectNotMoved(at place: String) async throws {
    guard !facts.hasLostSight else { return }
    try await expect(moved: false, at: place)
    try await bank.control("POST", "late")
    try await expect(moved: false, at: "\(place), later")
  }

  // MARK: - What is sent

  /// How often each transfer, and any goal, was ordered from the bank.
  func orders() async throws -> (transfers: [Substring: Int], goals: Int) {
    let log = try JSONDecoder().decode(
      [String: [RequestLog.Entry]].self,
      from: Data(try await bank.control("GET", "requests").utf8))
    var orders: (transfers: [Substring: Int], goals: Int) = ([:], 0)
    for entry in log["requests"] ?? [] where entry.method == "PUT" {
      let parts = entry.path.split(separator: "/")
      guard let last = parts.last else { continue }
      if parts.contains("add-money") { orders.transfers[last, default: 0] += 1 }
      if last == "savings-goals" { orders.goals += 1 }
    }
    return orders
  }

  /// Nothing is sent for the sake of another order, and the week's transfer has one id.
  func expectSends(
    of errand: Errand, since before: (transfers: [Substring: Int], goals: Int)
  ) async throws {
    let now = try await orders()
    verify(now.transfers.count <= 1, "one id a week")
    if !errand.mayMove { verify(now.transfers == before.transfers, "\(errand)") }
    if !errand.mayMakeGoals { verify(now.goals == before.goals, "\(errand)") }
  }

  // MARK: - The end of a round

  func check(_ told: Told) async throws {
    try await expectOnce()
    let movements = try await movements()
    if case .moved(let amount, let total, let goal) = told {
      verify(amount == plan.total && movements.count == 1, "told \(told)")
      verify(goal == "Trip" || facts.goalNames.contains(goal), "told \(told)")
      if byHand.ids.isEmpty {
        verify(total == saved[goal, default: 0] + plan.total, "told \(told), \(saved)")
      }
    }
    let goals = try await bank.books.goals(of: account.id)
    let moved = movements.map(\.counterparty.id)
    for goal in goals where moved.contains(goal.id.text) {
      saved[goal.name, default: 0] += plan.total
    }
    saved["Trip", default: 0] += Int64(byHand.ids.count) * plan.total
    // Each goal that was asked for is there once at the most.
    for name in facts.goalNames where goals.contains(where: { $0.name == name }) {
      saved[name, default: 0] += 0
    }
    let booked = goals.map { "\($0.name): \($0.totalSaved.minorUnits)" }.sorted()
    verify(booked == saved.map { "\($0.key): \($0.value)" }.sorted(), "\(booked), \(saved)")
    // So that there are not ever more of them.
    for goal in goals where goal.name != "Trip" {
      try bank.books.deleteGoal(goal.id)
      saved[goal.name] = nil
    }
    let differences = try await bank.differences()
    verify(differences == #"{"differences":[]}"#, differences)
    try expectNoToken(in: Data(home.record.withLock { $0 } ?? []))
  }

  private func expectNoToken(in data: Data) throws {
    for token in [ServedBank.token, ServedBank.otherToken] {
      verify(!data.holds(token), "a token is shown or kept")
    }
  }

  /// The token is in its own file and nowhere else.
  func expectSecrecy() throws {
    for home in [home, second].compactMap({ $0 }) {
      for name in try FileManager.default.contentsOfDirectory(atPath: home.folder)
      where name != "token" {
        let place = "\(home.folder.dropFirst(home.bank.folder.path.count + 1))/\(name)"
        for token in [ServedBank.token, ServedBank.otherToken] {
          let hasToken = try home.bank.folder.contains(token, in: place)
          verify(!hasToken, "a token is in \(name)")
        }
      }
    }
  }
}
