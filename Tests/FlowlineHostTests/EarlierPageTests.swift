import Flowline
import TestSupport
import Testing

@testable import FlowlineHost

/// Pages that were shown some time ago: the browser's back button, two tabs, a double submit.
struct EarlierPageTests {
  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  @Test func `an answer from an earlier page goes back to that step`() async throws {
    let host = bank.host()
    let first = try await bank.start(host, as: key).question?.token
    try await bank.start(host, as: key)
    _ = try await host.answer(key, .answer("Ann"), to: first)
    let second = try await host.settled(key).question?.token
    _ = try await host.answer(key, .answer("20"), to: second)
    let reply = try await host.answer(key, .answer("Bob"), to: first)
    #expect(reply.reception == .revised)
    let state = try await host.settled(key)
    #expect(state.question?.prompt.question.text == "How much to Bob, for a fee of 7?")
    #expect(
      try await host.answers(of: key).map(\.answer.value) == ["Bob"],
      "the question of the amount reads otherwise now")
    // The page that asked about Ann is not one that can be answered any more.
    let old = try await host.answer(key, .answer("30"), to: second)
    #expect(old.reception == .outdated(.stale))
    #expect(try await host.answers(of: key).map(\.answer.value) == ["Bob"])
  }

  @Test func `a form that has come to be about something else is not filled in by its old page`()
    async throws
  {
    let host = shop(ExplainingFlow())
    var state = try await host.start("explaining", as: key, in: HostedBank.environment)
    let list = try #require(state.question?.token)
    state = try await host.answer(key, .answer("1"), to: list).state
    let form = try #require(state.question?.token)
    // Another tab goes back and takes another payment; the form asks the same of that one.
    state = try await host.answer(key, .answer("2"), to: list).state
    #expect(state.question?.prompt.id == "kind" && state.question?.token != form)
    let page: [StepID: Answer] = ["kind": "Sales", "note": "x"]
    #expect(try await host.answer(key, .page(page), to: form).reception == .outdated(.stale))
    // Once the same payment is chosen again, the page is right again.
    _ = try await host.answer(key, .answer("1"), to: list)
    #expect(try await host.answer(key, .page(page), to: form).reception == .accepted)
    let answers = try await host.answers(of: key)
    #expect(answers.map(\.token).prefix(2) == [list, form])
    #expect(answers.map(\.answer.value) == [1, "Sales", "x"])
  }

  /// A list, and the same form for whatever was chosen from it.
  private struct ExplainingFlow: Flow {
    let id: FlowID = "explaining"
    let form = Form<String>("explanation", "Explain it") { page in
      let kind = page.ask(TextScreen("kind", "What is it?"))
      let note = page.ask(TextScreen("note", "Why?"))
      guard let kind, let note else { return nil }
      return kind + note
    }

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(NumberScreen("payment", "Which payment?", in: 1...9))
      let text = try await context.run(form)
      _ = try await context.run(ConfirmScreen("right", "Is it right?"))
      return text
    }
  }

  @Test func `the same page sent twice is one answer`() async throws {
    let host = bank.host()
    let first = try await bank.start(host, as: key).question?.token
    _ = try await host.answer(key, .answer("Ann"), to: first)
    _ = try await host.settled(key)
    let reply = try await host.answer(key, .answer("Ann"), to: first)
    #expect(reply.reception == .accepted, "it is what was answered")
    let state = try await host.settled(key)
    #expect(state.question?.prompt.id == "amount")
    #expect(state.answers == 1)
    #expect(try await host.answer(key, .answer("Bob"), to: first).reception == .revised)
  }

  /// A secret, by itself or on a form.
  private struct SecretFlow: Flow {
    let id: FlowID = "secret"
    let isOnForm: Bool
    let form = Form<String>("owner", "Whose is it?") { page in
      let name = page.ask(TextScreen("name", "Your name?"))
      let code = page.ask(SecretScreen("code", "Your code?"))
      guard let name, code != nil else { return nil }
      return name
    }

    func run(_ context: FlowContext) async throws -> Bool {
      if isOnForm {
        _ = try await context.run(form)
      } else {
        _ = try await context.run(SecretScreen("code", "Your code?"))
      }
      return try await context.run(ConfirmScreen("right", "Is it right?"))
    }
  }

  @Test(arguments: [false, true])
  func `a secret that an earlier page sends is another one: nobody can tell that it is the same`(
    isOnForm: Bool
  ) async throws {
    let host = shop(SecretFlow(isOnForm: isOnForm))
    let state = try await host.start("secret", as: key, in: HostedBank.environment)
    let token = try #require(state.question?.token)
    func input(_ code: Answer) -> HostedInput {
      isOnForm ? .page(["name": "Ada", "code": code]) : .answer(code)
    }
    #expect(try await host.answer(key, input("first code"), to: token).reception == .accepted)
    #expect(try await host.settled(key).question?.prompt.id == "right")
    #expect(try await host.answer(key, input("other code"), to: token).reception == .revised)
    #expect(try await host.settled(key).question?.prompt.id == "right")
  }

  @Test func `an answer that an earlier page sends in vain moves nothing`() async throws {
    let host = bank.host()
    let state = try await bank.start(host, as: key, answering: 2)
    #expect(state.question?.prompt.id == "sure")
    let amount = try #require(try await host.answers(of: key).last).token
    let journal = try await host.journal(of: key)
    for wrong: Answer in ["abc", "101", ""] {
      let reply = try await host.answer(key, .answer(wrong), to: amount)
      guard case .refused = reply.reception else {
        Issue.record("\(wrong) was \(reply.reception)")
        continue
      }
      #expect(reply.state.question?.token == state.question?.token)
    }
    #expect(try await host.journal(of: key) == journal)
    #expect(bank.outside.loads == 1)
    // Nothing is said of an answer that could not be changed whatever it is.
    _ = try await host.answer(key, .answer(true), to: state.question?.token)
    _ = try await host.settled(key)
    let late = try await host.answer(key, .answer("abc"), to: amount)
    #expect(late.reception == .outdated(.committed))
  }

  @Test func `what is asked back about an earlier answer moves nothing until it is acknowledged`()
    async throws
  {
    let host = shop(AskingBackFlow())
    var state = try await host.start("asking-back", as: key, in: HostedBank.environment)
    let count = try #require(state.question?.token)
    _ = try await host.answer(key, .answer("2"), to: count)
    state = try await host.state(of: key)
    let reply = try await host.answer(key, .answer("8"), to: count)
    guard case .refused(let warning) = reply.reception else {
      Issue.record("\(reply.reception)")
      return
    }
    #expect(warning.isWarning && reply.state.question?.token == state.question?.token)
    let preview = try await host.preview("8", inPlaceOf: count, in: key)?.get()
    #expect(preview?.recorded == 8 && preview?.warning != nil)
    let taken = try await host.answer(key, .answer("8"), to: count, acknowledging: true)
    #expect(taken.reception == .revised)
    #expect(try await host.answers(of: key).map(\.answer.value) == [8])
  }

  @Test func `the page of an earlier form that is refused moves nothing`() async throws {
    let host = shop(ExplainingFlow())
    var state = try await host.start("explaining", as: key, in: HostedBank.environment)
    state = try await host.answer(key, .answer("1"), to: state.question?.token).state
    let form = try #require(state.question?.token)
    let page: [StepID: Answer] = ["kind": "Sales", "note": "x"]
    state = try await host.answer(key, .page(page), to: form).state
    #expect(state.question?.prompt.id == "right")
    let refused = try await host.answer(key, .page(["kind": "Sales", "note": ""]), to: form)
    guard case .refused(let refusal) = refused.reception else {
      Issue.record("\(refused.reception)")
      return
    }
    #expect(Array(refusal.fields.keys) == ["note"])
    #expect(refused.state.question?.token == state.question?.token)
    // The same page is the same answers, and another one changes them.
    #expect(try await host.answer(key, .page(page), to: form).reception == .accepted)
    let other: [StepID: Answer] = ["kind": "Sales", "note": "y"]
    #expect(try await host.answer(key, .page(other), to: form).reception == .revised)
    #expect(try await host.answers(of: key).map(\.answer.value) == [1, "Sales", "y"])
  }

  private func shop(_ flow: some Flow) -> SessionHost {
    SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(flow)
      return HostedWorld(catalog, name: "books")
    }
  }

  /// Asks back about a large number.
  private struct AskingBackFlow: Flow {
    let id: FlowID = "asking-back"

    func run(_ context: FlowContext) async throws -> Int {
      let count = try await context.run(
        NumberScreen("count", "How many?", in: 1...9)
          .warning("many") { count, _ in count > 5 ? "So many?" : nil })
      _ = try await context.run(ConfirmScreen("right", "Is it right?"))
      return count
    }
  }

  @Test func `nothing goes back behind something that was written`() async throws {
    let host = bank.host()
    let confirm = try await bank.start(host, as: key, answering: 2).question?.token
    _ = try await host.answer(key, .answer(true), to: confirm)
    let state = try await host.settled(key)
    #expect(state.question?.prompt.id == "note")
    let reply = try await host.answer(key, .answer(true), to: confirm)
    #expect(reply.reception == .outdated(.committed))
    #expect(reply.state.question?.token == state.question?.token)
    #expect(bank.outside.attempts == 1)
  }

  @Test func `back and change name the page they were pressed on`() async throws {
    let host = bank.host()
    let first = try await bank.start(host, as: key).question?.token
    _ = try await host.answer(key, .answer("Ann"), to: first)
    let second = try await host.settled(key).question?.token
    #expect(try await host.back(key, from: first).reception == .outdated(.stale))
    #expect(try await host.cancel(key, at: first).reception == .outdated(.stale))
    _ = try await host.answer(key, .answer("20"), to: second)
    let answers = try await host.answers(of: key)
    #expect(answers.map(\.token) == [first, second].compactMap { $0 })
    #expect(try await host.back(key, to: answers[0].token).reception == .accepted)
    let state = try await host.settled(key)
    #expect(state.question?.token == first)
    #expect(state.question?.prompt.draft == "Ann")
    // The same answer, and what follows is as it was.
    _ = try await host.answer(key, .answer("Ann"), to: first)
    #expect(try await host.settled(key).question?.prompt.id == "sure")
  }

  @Test func `tokens outlive memory`() async throws {
    let host = bank.host()
    let state = try await bank.start(host, as: key, answering: 2)
    let again = try await bank.host().state(of: key)
    #expect(again.question?.token == state.question?.token)
    #expect(
      try await bank.host().answers(of: key).map(\.token) == host.answers(of: key).map(\.token))
    let token = try #require(state.question?.token)
    #expect(StepToken("\(token)") == token)
  }

  @Test(arguments: [
    "", "-", "1", "1-", "-1-aa", "1-xyz", "1-2-3", "1-00000000000000001", "a-1", "+1-a",
    "1-+a", "99999999999999999999-a", "1-aé",
  ])
  func `what is no token is none`(_ text: String) {
    #expect(StepToken(text) == nil)
  }
}
