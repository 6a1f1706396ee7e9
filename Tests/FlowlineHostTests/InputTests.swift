import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineHost

/// What programs send, and what a host refuses of it.
struct InputTests {
  /// Asks for a page, and waits for somebody else's word.
  private struct PaymentFlow: Flow {
    let id: FlowID = "payment"
    let title: Text = "Payment"

    private static let form = Form<String>("payee", "Whom do you pay?") { page in
      let name = page.ask(TextScreen("name", "Name?"))
      let amount = page.ask(NumberScreen("amount", "How much?", in: 1...9, default: 5))
      guard let name, let amount else { return nil }
      return "\(name) \(amount)"
    }

    func run(_ context: FlowContext) async throws -> String {
      let payee = try await context.run(Self.form)
      let approver = try await context.wait("approval", for: String.self)
      return "\(payee) by \(approver)"
    }
  }

  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  /// A node that offers the payment.
  private func node(
    _ limits: HostLimits = HostLimits(), over store: (any JournalStore)? = nil
  ) -> SessionHost {
    SessionHost(keeping: store ?? bank.store, limits: limits, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(PaymentFlow())
      return HostedWorld(catalog)
    }
  }

  /// A host in which the payment has been started.
  private func paying(
    _ limits: HostLimits = HostLimits(), over store: (any JournalStore)? = nil
  ) async throws -> SessionHost {
    let host = node(limits, over: store)
    _ = try await host.start("payment", as: key, in: HostedBank.environment)
    return host
  }

  @Test func `a name that no field has is refused of a program, and passed over of a page`()
    async throws
  {
    let host = try await paying()
    let sent: [StepID: Answer] = ["name": "Ann", "amuont": "7"]
    let reply = try await host.answer(key, .fields(sent))
    guard case .refused(let refusal) = reply.reception else {
      Issue.record("\(reply.reception)")
      return
    }
    #expect(refusal.code == .wrongFields)
    #expect(refusal.fields.mapValues(\.code) == ["amuont": .noSuchField])
    #expect(reply.state.answers == 0)
    #expect(try await host.answer(key, .page(sent)).reception == .accepted)
  }

  @Test func `a session keeps only so many events that nobody waits for, and none of any size`()
    async throws
  {
    var limits = HostLimits()
    (limits.eventBytes, limits.eventsWaiting) = (30, 2)
    let host = try await paying(limits)
    for (value, eventKey) in [(1, "a"), (1, "a"), (2, nil)] as [(JSONValue, String?)] {
      let reply = try await host.deliver("other", value, key: eventKey, to: key)
      #expect(reply.reception == .accepted)
    }
    let long = try await host.deliver(
      "approval", .string(String(repeating: "x", count: 30)), to: key)
    #expect(long.reception.code == .eventTooLarge)
    #expect(try await host.deliver("other", 3, to: key).reception.code == .tooManyEvents)
    #expect(try await host.deliver("other", 1, key: "a", to: key).reception == .accepted)
    // What a step waits for is taken whatever else there is.
    _ = try await host.answer(key, .fields(["name": "Ann"]))
    _ = try await host.settled(key)
    #expect(try await host.deliver("approval", "Bob", to: key).reception == .accepted)
    #expect(try await host.settled(key).end?.standing == .finished("Ann 5 by Bob"))
  }

  @Test(arguments: [true, false])
  func `an event is taken whatever another node has changed since, and is kept once`(
    storeTells: Bool
  ) async throws {
    // A store that does not tell of others' changes refuses what is written behind them.
    let store: any JournalStore =
      storeTells ? bank.store : CountedStore(base: bank.store, Readings())
    let (one, other) = (try await paying(over: store), node(over: store))
    _ = try await other.answer(key, .fields(["name": "Ann"]))
    for _ in 1...2 {
      #expect(try await one.deliver("other", 1, key: "k1", to: key).reception == .accepted)
    }
    #expect(try await one.deliver("other", 2, key: "k1", to: key).reception.code == .otherEvent)
    // By now it is the other node whose copy is old.
    #expect(try await other.deliver("approval", "Bob", to: key).reception == .accepted)
    #expect(try await other.settled(key).end?.standing == .finished("Ann 5 by Bob"))
    let lines = try await node(over: store).journal(of: key).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("event other ") }.count == 1, "\(lines)")
    // One that has ended takes no event, wherever it did.
    let late = try await one.deliver("approval", "Eve", to: key)
    #expect(late.reception == .outdated(.notRunning))
  }

  @Test func `an event that ended the session is accepted when it is delivered again`() async throws
  {
    let host = try await paying()
    _ = try await host.answer(key, .fields(["name": "Ann"]))
    _ = try await host.settled(key)
    #expect(try await host.deliver("approval", "Bob", key: "k1", to: key).reception == .accepted)
    #expect(try await host.settled(key).end != nil)
    for host in [host, node()] {
      let again = try await host.deliver("approval", "Bob", key: "k1", to: key)
      #expect(again.reception == .accepted && again.state.end != nil)
      #expect(
        try await host.deliver("approval", "Eve", key: "k1", to: key).reception.code == .otherEvent)
      #expect(
        try await host.deliver("approval", "Bob", key: "k2", to: key).reception
          == .outdated(.notRunning))
    }
  }

  @Test func `a reply to an event says whether a step takes it`() async throws {
    let host = try await paying()
    #expect(try await host.deliver("aproval", 1, to: key).isTaken == false)
    let answered = try await host.answer(key, .fields(["name": "Ann"]))
    #expect(answered.isTaken == nil)
    _ = try await host.settled(key)
    #expect(try await host.deliver("approval", "Bob", key: "k1", to: key).isTaken == true)
    #expect(try await host.settled(key).end != nil)
    for host in [host, node()] {
      #expect(try await host.deliver("approval", "Bob", key: "k1", to: key).isTaken == true)
      #expect(try await host.deliver("aproval", 1, to: key).isTaken == nil)
    }
  }

  @Test func `a language is chosen whatever another node has changed since`() async throws {
    let store = CountedStore(base: bank.store, Readings())
    let (one, other) = (try await paying(over: store), node(over: store))
    _ = try await other.deliver("other", 1, to: key)
    #expect(try await one.speak("ru", in: key).reception == .accepted)
    #expect(try await other.speak("en", in: key).reception == .accepted)
    #expect(try await one.answer(key, .fields(["name": "Ann"])).reception == .outdated(.stale))
  }

  @Test func `going back to a step, closing and stopping are for the question that was shown`()
    async throws
  {
    let host = bank.host()
    let first = try await bank.start(host, as: key).question?.token
    _ = try await host.answer(key, .answer("Ann"), to: first)
    let asked = try await host.settled(key).question?.token
    #expect(try await host.back(key, toStep: ["name"], from: first).reception.code == .stale)
    #expect(try await host.close(key, placeOf: first).reception.code == .stale)
    #expect(try await host.stopWaiting(key, at: first).reception.code == .stale)
    #expect(try await host.state(of: key).question?.prompt.id == "amount")
    // There is nothing to close, whatever question is named.
    for token in [asked, nil] {
      #expect(try await host.close(key, placeOf: token).reception == .refused(.noPlace))
    }
    #expect(try await host.stopWaiting(key, at: asked).reception.code == .nothingUnderWay)
    let back = try await host.back(key, toStep: ["name"], from: asked)
    #expect(back.reception == .accepted)
    #expect(back.state.question?.prompt.id == "name")
  }

  @Test func `the same start gives a rebuilt session what was not asked yet`() async throws {
    let given = [
      GivenAnswer("name", answer: "Bob"), GivenAnswer("amount", answer: "20"),
    ]
    _ = try await bank.start(bank.host(), as: key)
    // Somebody looks before the start comes again.
    let host = bank.host()
    #expect(try await host.state(of: key).question?.prompt.id == "name")
    for _ in 1...2 {
      let state = try await host.start("transfer", as: key, given: given)
      #expect(state.question?.prompt.id == "name", "it is asked already")
    }
    _ = try await host.answer(key, .answer("Ann"))
    #expect(try await host.settled(key).question?.prompt.question.text == "Send 20 to Ann?")
    // It was given once: who goes back is asked.
    #expect(try await host.back(key).state.question?.prompt.id == "amount")
  }
}

extension HostedReception {
  /// Why it was not taken; nil if it was.
  fileprivate var code: Refusal.Code? {
    switch self {
    case .accepted, .revised: nil
    case .refused(let refusal): refusal.code
    case .outdated(let code): code
    }
  }
}
