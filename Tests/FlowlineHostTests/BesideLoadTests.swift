import Flowline
import TestSupport
import Testing

@testable import FlowlineHost

/// Pages of questions that were shown while a load beside them was under way, and are sent after it has brought
/// something newer.
struct BesideLoadTests {
  /// What a question shows.
  struct Shown: Codable, Sendable {
    var question = "Which account?"
    var label = "Personal"
    var detail = "£2 available"
    var other = "Business"
    var remark: String?
    var value: String?
    var isAnswered = false

    var page: [Section] {
      let remarks = remark.map { [Row(Text(verbatim: $0))] } ?? []
      let values = value.map { [Row("Amount", $0)] } ?? []
      return remarks.isEmpty && values.isEmpty ? [] : [Section(rows: remarks + values)]
    }
  }

  /// What was shown, and what is shown once something newer is known.
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let isTaken: Bool
    var first = Shown()
    var newer = Shown()
    var testDescription: String { name }

    init(_ name: String, isTaken: Bool, _ change: (inout Change) -> Void) {
      self.name = name
      self.isTaken = isTaken
      change(&self)
    }
  }

  /// Asks for an account, and once more as soon as something newer is known.
  private struct AccountFlow: Flow {
    let id: FlowID = "account"
    let first: Shown
    let newer: Gate<Shown>
    var asksName = false

    func run(_ context: FlowContext) async throws -> String {
      let newer = newer
      if asksName { _ = try await context.run(TextScreen("name", "Whose?")) }
      var shown: Shown = try await context.first(
        of: asking(about: first), Load("change") { await newer.wait() })
      if !shown.isAnswered { shown = try await context.run(asking(about: shown)) }
      let note = try await context.run(TextScreen("note", "A note?"))
      return "\(shown.label): \(note)"
    }

    private func asking(about shown: Shown) -> ChoiceScreen<Shown> {
      var answered = shown
      answered.isAnswered = true
      return ChoiceScreen(
        "account", Text(verbatim: shown.question),
        options: [
          Flowline.Option(
            "personal", answered, label: Text(verbatim: shown.label),
            detail: Text(verbatim: shown.detail)),
          Flowline.Option("business", answered, label: Text(verbatim: shown.other)),
        ], page: shown.page)
    }
  }

  /// Has something confirmed, and once more as soon as something newer is known.
  private struct ConfirmFlow: Flow {
    let id: FlowID = "account"
    let first: Shown
    let newer: Gate<Shown>

    func run(_ context: FlowContext) async throws -> Bool {
      let newer = newer
      let shown: Shown = try await context.first(
        of: ConfirmScreen("sure", "Move it?", page: first.page).map { _ in Shown(isAnswered: true)
        },
        Load("change") { await newer.wait() })
      guard !shown.isAnswered else { return true }
      return try await context.run(ConfirmScreen("sure", "Move it?", page: shown.page))
    }
  }

  private let bank = HostedBank()
  private let key = SessionKey.of("ada")
  private let newer = Gate<Shown>()

  private func begun(_ flow: some Flow) async throws -> SessionHost {
    let host = SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(flow)
      return HostedWorld(catalog, name: "bank")
    }
    _ = try await host.start("account", as: key, in: HostedBank.environment)
    return host
  }

  /// What is asked, beside the load or after it.
  private func question(at host: SessionHost, besideLoad: Bool) async throws -> HostedQuestion {
    var question: HostedQuestion?
    try await eventually("a question \(besideLoad ? "beside" : "after") the load") {
      let state = try await host.settled(key)
      question = state.question
      return question != nil && state.asksBesideLoad == besideLoad
    }
    return try #require(question)
  }

  @Test(arguments: [
    Change("another balance beside an option", isTaken: true) { $0.newer.detail = "£3 available" },
    Change("a remark that is gone", isTaken: true) { $0.first.remark = "As of yesterday" },
    Change("a new remark", isTaken: true) { $0.newer.remark = "As of yesterday" },
    Change("another question", isTaken: false) { $0.newer.question = "Which account now?" },
    Change("another name of the option", isTaken: false) { $0.newer.label = "Joint" },
    Change("another name of another option", isTaken: false) { $0.newer.other = "Joint" },
    Change("another amount above the options", isTaken: false) {
      ($0.first.value, $0.newer.value) = ("£2", "£3")
    },
    Change("another balance beside one of two of the same name", isTaken: false) {
      ($0.first.other, $0.newer.other) = ("Personal", "Personal")
      $0.newer.detail = "£3 available"
    },
  ])
  func `an answer to what was shown before counts if it means the same`(
    change: Change
  ) async throws {
    let host = try await begun(AccountFlow(first: change.first, newer: newer))
    let old = try await question(at: host, besideLoad: true).token
    newer.open(change.newer)
    let question = try await question(at: host, besideLoad: false)
    #expect(question.isNamed(by: old) == change.isTaken && question.token != old)
    let reply = try await host.answer(key, .answer("personal"), to: old)
    #expect(reply.reception == (change.isTaken ? .accepted : .outdated(.stale)))
    #expect(reply.state.question?.prompt.id == (change.isTaken ? "note" : "account"))
    guard change.isTaken else { return }
    // Sent twice it is still that answer.
    #expect(try await host.answers(of: key).map { $0.isNamed(by: old) } == [true])
    #expect(try await host.answer(key, .answer("personal"), to: old).reception == .accepted)
  }

  @Test func `what was answered before changes nothing about that`() async throws {
    let host = try await begun(AccountFlow(first: Shown(), newer: newer, asksName: true))
    _ = try await host.answer(key, .answer("Ann"))
    let old = try await question(at: host, besideLoad: true).token
    newer.open(Shown(detail: "£3 available"))
    let question = try await question(at: host, besideLoad: false)
    #expect(question.isNamed(by: old))
    #expect(try await host.answer(key, .answer("personal"), to: old).reception == .accepted)
    #expect(try await host.answers(of: key).map { $0.isNamed(by: old) } == [false, true])
  }

  @Test func `what was asked with nothing read beside it is answered only as it was shown`()
    async throws
  {
    let host = try await begun(AccountFlow(first: Shown(), newer: newer))
    // The name that the same question has if it is asked alone.
    let alone = try await question(at: host, besideLoad: true).tokenOfContents
    newer.open(Shown(detail: "£3 available"))
    _ = try await question(at: host, besideLoad: false)
    let reply = try await host.answer(key, .answer("personal"), to: alone)
    #expect(reply.reception == .outdated(.stale))
  }

  @Test func `a yes counts only for what was shown`() async throws {
    let host = try await begun(ConfirmFlow(first: Shown(remark: "£2 to Trip"), newer: newer))
    let old = try await question(at: host, besideLoad: true).token
    newer.open(Shown(remark: "£3 to Trip"))
    let question = try await question(at: host, besideLoad: false)
    #expect(try await host.answer(key, .answer(true), to: old).reception == .outdated(.stale))
    #expect(
      try await host.answer(key, .answer(true), to: question.token).reception == .accepted)
  }

  @Test func `an answer whose question is gone by then is late, and nothing else is`() {
    func told(_ code: Refusal.Code) -> HostedReception {
      HostedReception(ofAnswer: .refused(Refusal(code, "No.")))
    }
    #expect(told(.stale) == .outdated(.stale) && told(.nothingAsked) == .outdated(.stale))
    #expect(told(.notRunning) == .outdated(.notRunning))
    #expect(told(.tooLow) == .refused(Refusal(.tooLow, "No.")))
    #expect(HostedReception(ofAnswer: .accepted) == .accepted)
  }
}
