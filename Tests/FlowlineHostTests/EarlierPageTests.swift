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

  @Test func `the same page sent twice is one answer`() async throws {
    let host = bank.host()
    let first = try await bank.start(host, as: key).question?.token
    _ = try await host.answer(key, .answer("Ann"), to: first)
    _ = try await host.settled(key)
    let reply = try await host.answer(key, .answer("Ann"), to: first)
    #expect(reply.reception == .revised)
    let state = try await host.settled(key)
    #expect(state.question?.prompt.id == "amount")
    #expect(state.answers == 1)
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

  @Test(arguments: ["", "-", "1", "1-", "-1-aa", "1-xyz", "1-2-3", "1-00000000000000001", "a-1"])
  func `what is no token is none`(_ text: String) {
    #expect(StepToken(text) == nil)
  }
}
