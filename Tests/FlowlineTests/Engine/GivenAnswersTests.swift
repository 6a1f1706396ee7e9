import Testing

@testable import Flowline

/// Answers that wait for their questions.
struct GivenAnswersTests {
  private typealias Entry = GivenAnswers.Entry

  private func path(_ ids: StepID...) -> StepPath { StepPath(ids) }

  private func given(_ path: StepID..., answer: Answer) -> GivenAnswer {
    GivenAnswer(path: path, answer: answer)
  }

  @Test func `an answer is taken once, by the first question that its path fits`() {
    var answers = GivenAnswers()
    answers.give([given("a", answer: "1")])
    #expect(answers.take(at: path("root", "b"), isSensitive: false) == nil)
    #expect(answers.take(at: path("root", "x", "a"), isSensitive: false)?.content == .answer("1"))
    #expect(answers.take(at: path("root", "a"), isSensitive: false) == nil)
    #expect(answers.isEmpty)
  }

  @Test func `of several, the one that says most about the path is meant`() {
    var answers = GivenAnswers()
    answers.give([given("a", answer: "1"), given("x", "a", answer: "2"), given("a", answer: "3")])
    #expect(answers.take(at: path("root", "x", "a"), isSensitive: false)?.content == .answer("2"))
    #expect(answers.take(at: path("root", "x", "a"), isSensitive: false)?.content == .answer("1"))
    #expect(answers.take(at: path("root", "x", "a"), isSensitive: false)?.content == .answer("3"))
  }

  @Test func `rule 22: a sensitive question takes nothing from outside, and a secret no other`() {
    var answers = GivenAnswers()
    answers.give([given("pin", answer: "1")])
    #expect(answers.take(at: path("root", "pin"), isSensitive: true) == nil)
    answers.keep([Entry(path: ["root", "pin"], content: .secret(7), condition: .stood)])
    #expect(answers.take(at: path("root", "other"), isSensitive: true) == nil)
    #expect(answers.take(at: path("root", "pin"), isSensitive: true)?.content == .secret(7))
    #expect(answers.take(at: path("root", "pin"), isSensitive: false)?.content == .answer("1"))
  }

  @Test func `what stood before is kept anew, and what was given from outside still waits`() {
    var answers = GivenAnswers()
    answers.give([given("a", answer: "1")])
    answers.keep([
      Entry(path: ["root", "b"], content: .answer("2"), condition: .same(fingerprint: 1))
    ])
    answers.keep([Entry(path: ["root", "c"], content: .answer("3"), condition: .stood)])
    #expect(answers.entries.map(\.content) == [.answer("1"), .answer("3")])
    #expect(answers.unused.map(\.path) == [["a"]])
  }

  @Test func `an answer that stood counts only for a question that looks the same`() {
    let entry = Entry(path: ["a"], content: .answer("1"), condition: .same(fingerprint: 1))
    #expect(entry.fits(1))
    #expect(!entry.fits(2))
  }

  @Test func `an empty one keeps a question from taking any other, once`() {
    var answers = GivenAnswers()
    answers.keep([
      Entry(path: ["root", "a"], content: .nothing, condition: .stood),
      Entry(path: ["root", "a"], content: .answer("1"), condition: .stood),
    ])
    #expect(answers.take(at: path("root", "a"), isSensitive: false) == nil)
    #expect(answers.take(at: path("root", "a"), isSensitive: false)?.content == .answer("1"))
  }

  @Test func `what was sent with a page counts first, and is forgotten with it`() {
    var answers = GivenAnswers()
    answers.give([given("a", answer: "1")])
    answers.giveFirst([
      Entry(path: ["root", "a"], content: .answer("2"), condition: .page),
      Entry(path: ["root", "b"], content: .answer("3"), condition: .page),
    ])
    #expect(answers.holdsPage)
    #expect(answers.take(at: path("root", "a"), isSensitive: false)?.content == .answer("2"))
    answers.forgetPage()
    #expect(!answers.holdsPage)
    #expect(answers.take(at: path("root", "b"), isSensitive: false) == nil)
    #expect(answers.unused.count == 1)
  }
}
