import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineTerminal

/// The line being answered and the question on the screen: what is offered, drawn and taken away,
/// decided without a terminal.
struct WalkValuesTests {
  /// Tea's first question and its second, and what was answered to the first.
  private struct Tea {
    let first: Prompt
    let second: Prompt
    let answers: [RecordedAnswer]

    init() throws {
      let stage = try Stage()
      var prompts: [Prompt] = []
      var answers: [RecordedAnswer] = []
      let source = ThinkingSource()
      try stage.walk(TeaFlow(), from: source) { controller, round in
        if let prompt = controller.prompt { prompts.append(prompt) }
        answers = controller.journal.answers
        return round < 2 ? .line(round == 0 ? "1" : "3") : .interrupted(text: "")
      }
      try #require(prompts.count > 1 && answers.count > 1)
      (first, second, self.answers) = (prompts[0], prompts[1], answers)
    }
  }

  private static let wrong = Refusal(.empty, Text(verbatim: "No."))

  @Test func `what is offered follows what became of the line`() throws {
    let tea = try Tea()
    var line = AnswerLine()
    line.begin(at: tea.first)
    #expect(line.offered(at: tea.first) == tea.first.draft ?? "")
    line.keep("grean", at: tea.first)
    #expect(line.offered(at: tea.first) == "grean")
    line.clear()
    #expect(line.offered(at: tea.first) == "")
    line.keep(command: ":record x")
    #expect(line.offered(at: tea.first) == ":record x")
    line.release()
    #expect(line.kept == nil)
    line.begin(at: tea.second)
    #expect(line.offered(at: tea.second) == tea.second.draft ?? "")
  }

  @Test func `a line is carried to its question and to no other`() throws {
    let tea = try Tea()
    for (next, offered) in [(tea.first, "gre"), (tea.second, tea.second.draft ?? "")] {
      var line = AnswerLine()
      line.carry("gre", from: tea.first)
      line.begin(at: next)
      #expect(line.offered(at: next) == offered)
      line.begin(at: tea.first)
      #expect(line.offered(at: tea.first) == tea.first.draft ?? "", "once")
    }
  }

  @Test func `an answer that was understood is forgotten when a line goes to the flow`() throws {
    let tea = try Tea()
    var line = AnswerLine()
    line.keep("1.5k", at: tea.first)
    line.confirm(.text("1.5k"), typed: "1.5k")
    #expect(line.offered(at: tea.first) == "")
    #expect(line.unconfirmed?.typed == "1.5k")
    line.submit()
    #expect(line.unconfirmed == nil)
  }

  @Test func `a refused line is remembered until another goes to the flow`() throws {
    let tea = try Tea()
    var line = AnswerLine()
    line.refuse(":nothing", for: Self.wrong, at: tea.first)
    #expect(line.refused?.typed == ":nothing")
    line.submit()
    #expect(line.refused == nil)
  }

  @Test(arguments: [(0, true, true), (1, true, false), (0, false, false)])
  func `a line that was sent comes back to its question while nothing more is answered`(
    answers: Int, isSame: Bool, comesBack: Bool
  ) throws {
    let tea = try Tea()
    var line = AnswerLine()
    line.send(SentLine(prompt: tea.first, typed: "1", before: 0, isRecalled: true))
    let prompt = isSame ? tea.first : tea.second
    #expect((line.givenBack(at: prompt, answers: answers) != nil) == comesBack)
  }

  @Test(arguments: [(0, 1, true), (1, 1, false), (0, 0, false)])
  func `a line that was sent belongs to the first answer that is new`(
    first: Int, new: Int, isIt: Bool
  ) throws {
    let tea = try Tea()
    var line = AnswerLine()
    line.send(SentLine(prompt: tea.first, typed: "1", before: 0, isRecalled: true))
    #expect((line.takeSent(answering: first, new: new) != nil) == isIt)
    #expect(line.sent == nil)
  }

  @Test func `what is new and what stands no more is told`() throws {
    let tea = try Tea()
    let (one, two) = ([tea.answers[0]], tea.answers)
    var question = QuestionOnScreen()
    question.show(1, answers: [])
    let new = question.change(to: one)
    #expect((new.same, new.new, new.hasGoneBack) == (0, one, false))
    #expect(question.change(to: one).isNothing)
    _ = question.change(to: two)
    let back = question.change(to: one)
    #expect((back.same, back.new, back.hasGoneBack) == (1, [], true))
  }

  @Test func `what was answered before the first question needs no telling`() throws {
    let tea = try Tea()
    var question = QuestionOnScreen()
    question.show(1, answers: tea.answers)
    #expect(question.change(to: tea.answers).isNothing)
    question.show(2, answers: [])
    #expect(question.change(to: tea.answers).isNothing, "only the first looks")
    question.showAgain()
    #expect(question.presentation != 2)
  }

  @Test func `the same hold is told from another`() throws {
    let tea = try Tea()
    var question = QuestionOnScreen()
    let paths = [tea.first.path, tea.first.path, tea.second.path]
    let isSame = paths.map { question.hold(at: $0) }
    #expect(isSame == [false, true, false])
    question.release()
    let isSameAfterwards = question.hold(at: tea.second.path)
    #expect(!isSameAfterwards)
  }
}
