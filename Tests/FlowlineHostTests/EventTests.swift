import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineHost

/// Who delivers events to hosted sessions, and what becomes of those that come while a secret is asked again.
struct EventTests {
  /// Reserves under a secret, and waits until somebody has paid, or the time is over.
  private struct HireFlow: Flow {
    let id: FlowID = "hire"
    let title: Text = "Hire"
    let isSecret: Bool

    func run(_ context: FlowContext) async throws -> String {
      if isSecret { _ = try await context.run(SecretScreen("pin", "PIN?", length: 4...4)) }
      let note = try await context.run(TextScreen("note", "A note?"))
      let end = try await context.first(
        of: Wait("payment", for: String.self).map { "\(note), paid by \($0)" },
        Wait("word", for: String.self, from: .user).map { "\(note), said \($0)" })
      return "\(end) in \(context.sessionID == SessionKey.of("ada").session)"
    }
  }

  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  private func node(asking isSecret: Bool) -> SessionHost {
    SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(HireFlow(isSecret: isSecret))
      return HostedWorld(catalog)
    }
  }

  /// A host with a session that waits.
  private func waiting(asking isSecret: Bool) async throws -> SessionHost {
    let host = node(asking: isSecret)
    _ = try await host.start("hire", as: key, in: HostedBank.environment)
    if isSecret { _ = try await host.answer(key, .answer("1234")) }
    _ = try await host.answer(key, .answer("Zoe"))
    #expect(try await host.settled(key).word == "waiting")
    return host
  }

  @Test(arguments: [true, false])
  func `the user delivers only what the flow takes from a user, the program anything`(
    isPaid: Bool
  ) async throws {
    let host = try await waiting(asking: false)
    for name: StepID in ["payment", "misspelt"] {
      let forged = try await host.deliver(name, "nobody", key: "x", to: key, by: .user)
      #expect(forged.reception.refusal?.code == .eventNotAllowed, "\(name)")
      #expect(forged.isTaken == nil && forged.state.end == nil)
    }
    #expect(try await !host.journal(of: key).contains("nobody"))
    let (name, source): (StepID, EventSource) = isPaid ? ("payment", .program) : ("word", .user)
    let reply = try await host.deliver(name, "card", key: "p1", to: key, by: source)
    #expect(reply.reception == .accepted && reply.isTaken == true)
    let end = isPaid ? "Zoe, paid by card" : "Zoe, said card"
    #expect(try await host.settled(key).end?.standing == .finished(.string("\(end) in true")))
    // Of a session that has ended a user learns what they knew.
    let same = try await host.deliver(name, "card", key: "p1", to: key, by: .user)
    #expect(same.reception == .accepted)
    let other = try await host.deliver(name, "cash", key: "p1", to: key, by: .user)
    #expect(other.reception == .outdated(.notRunning))
  }

  @Test func `a payment that comes before the secret is typed again is kept, and taken after it`()
    async throws
  {
    try await waiting(asking: true).close()
    let host = node(asking: true)
    let asked = try await host.state(of: key)
    #expect(asked.question?.prompt.id == "pin" && asked.question?.isAskedAgain == true)
    for _ in 1...2 {
      let reply = try await host.deliver("payment", "card", key: "p1", to: key)
      #expect(reply.reception == .accepted && reply.isTaken == false)
      #expect(reply.state.question?.prompt.id == "pin")
      #expect(reply.state.question?.token == asked.question?.token)
    }
    #expect(
      try await host.deliver("payment", "cash", key: "p1", to: key).reception.refusal?.code
        == .otherEvent)
    #expect(
      try await host.deliver("payment", "card", key: "p2", to: key, by: .user).reception.refusal?
        .code
        == .eventNotAllowed)
    // Another node, and a restart, find it.
    await host.close()
    let other = node(asking: true)
    #expect(try await other.deliver("payment", "card", key: "p1", to: key).reception == .accepted)
    _ = try await other.answer(key, .answer("1234"))
    #expect(
      try await other.settled(key).end?.standing == .finished("Zoe, paid by card in true"))
    let lines = try await other.journal(of: key).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("event payment ") }.count == 1, "\(lines)")
  }

  @Test func `a secret that is asked for the first time is not asked again`() async throws {
    let host = node(asking: true)
    let begun = try await host.start("hire", as: key, in: HostedBank.environment)
    #expect(begun.question?.isAskedAgain == false)
    await host.close()
    let again = try await node(asking: true).state(of: key)
    #expect(again.question?.prompt.id == "pin" && again.question?.isAskedAgain == false)
  }
}

extension HostedReception {
  /// Why it was refused; nil if it was not.
  fileprivate var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
