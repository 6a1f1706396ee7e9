import FoundationEssentials
import Testing

@testable import Flowline

/// Questions that nothing can answer by now: whether they are put, and in sessions that are rebuilt.
struct DeadEndRules: KeptNumbers {
  private static let none: [Option<String>] = []
  private static let one = [Option("x", "X")]

  /// Asks for one of these, and then a number.
  private func picking(_ options: [Option<String>]) -> ClosureFlow<String> {
    ClosureFlow("numbers") { context in
      let pick = try await context.choose("q", "Q?", from: options)
      let number = try await context.run(ask("c"))
      return "\(pick) \(number)"
    }
  }

  /// The text of a session that was given these answers.
  private func text(_ flow: some Flow, _ answers: [Answer]) -> String {
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in answers { controller.answer(answer) }
    let text = controller.journal.text
    controller.terminate()
    return text
  }

  // MARK: - In a session

  @Test func `rule 12: one goes back from it to give an answer that leads to options`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("numbers") { context in
      let count = try await context.run(ask("a"))
      return try await context.choose(
        "q", "Q?", from: (0..<count).map { Option("o\($0)", $0) })
    }
    controller.start(flow, .test, handler: log.handler("numbers"))
    for _ in 0..<2 {
      controller.answer("0")
      #expect(controller.prompt?.id == "q" && controller.prompt?.backRefusal == nil)
      #expect(controller.answer("o0").code == .nothingToChoose)
      #expect(controller.back() == .accepted)
    }
    #expect(controller.diagnostics.map(\.code) == [.unanswerable])
    controller.answer("2")
    controller.answer("o1")
    #expect(log.all.last == "numbers finished 1")
  }

  @Test func `rule 24: one that one cannot go back from fails its flow, and is told`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("numbers") { context in
      let number = try await context.run(ask("a"))
      _ = try await context.commit("pay", of: number) { number, _ in number }
      return try await context.choose("q", "Q?", from: Self.none)
    }
    controller.start(flow, .test, handler: log.handler("numbers"))
    controller.answer("1")
    controller.waitUntilSettled()
    #expect(log.all.last?.hasPrefix("numbers failed numbers: There is nothing") == true)
    #expect(controller.journal.text.contains("done pay 1\nshow q choice []\nfailed "))
    expectClean(controller)
  }

  @Test func `what keeps a flow from acting comes before what is wrong with its question`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("numbers") { context in
      do {
        return try await context.run(ask("a"))
      } catch {
        do {
          _ = try await context.choose("q", "Q?", from: Self.none)
        } catch {
          log.add("\(type(of: error))")
        }
        throw error
      }
    }
    controller.start(flow, .test)
    controller.cancel()
    #expect(log.all == ["FlowCancelled"])
    #expect(!controller.journal.text.contains("show q"))
  }

  // MARK: - Rebuilt as it went

  /// Asks for one of no options, and continues without an answer.
  private var catching: ClosureFlow<Int> {
    ClosureFlow("numbers") { context in
      do {
        _ = try await context.choose("q", "Q?", from: Self.none)
      } catch is ScreenFault {
        _ = try await context.run(ask("a"))
      }
      return try await context.run(ask("b"))
    }
  }

  /// The same, asking the same step once more in another way.
  private var retrying: ClosureFlow<Int> {
    ClosureFlow("numbers") { context in
      do {
        _ = try await context.choose("q", "Q?", from: Self.none)
      } catch is ScreenFault {
        _ = try await context.choose("q", "Q?", from: Self.one)
      }
      return try await context.run(ask("b"))
    }
  }

  /// A child at once catches it; the other is answered first.
  private var forking: ClosureFlow<Int> {
    let catching = catching.named("left")
    return ClosureFlow("numbers") { context in
      _ = try await context.all(
        catching, ClosureFlow("right") { try await $0.run(ask("r")) })
      return try await context.run(ask("c"))
    }
  }

  @Test(arguments: [false, true])
  func `rule 15: a flow that caught it is rebuilt as it went`(isSame: Bool) throws {
    let flow = isSame ? retrying : catching
    let text = text(flow, [isSame ? "x" : "7"])
    #expect(text.contains("show q choice []\n"))
    let record = record(text)
    let (controller, log) = try resume(flow, record)
    #expect(controller.prompt?.id == "b")
    #expect(controller.divergence == nil && controller.fit == nil)
    #expect(record.text == text, "rule 17")
    // Going back is rebuilding as well.
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == (isSame ? "q" : "a"))
    controller.answer(isSame ? "x" : "8")
    controller.answer("9")
    #expect(log.all.last == "numbers finished integer(9)")
    expectClean(controller)
  }

  @Test func `rule 15: a child at once that caught it is rebuilt as it went`() throws {
    let controller = FlowController()
    controller.start(forking, .test)
    let right = controller.prompts.first { $0.id == "r" }
    controller.answer("1", to: right?.presentation)
    controller.answer("7")
    #expect(controller.prompt?.id == "b")
    let text = controller.journal.text
    controller.terminate()
    let record = record(text)
    let (second, _) = try resume(forking, record)
    #expect(second.prompt?.id == "b")
    #expect(second.divergence == nil && second.fit == nil)
    // What is asked last is written with what follows it.
    #expect(second.journal.text == text && text.hasPrefix(record.text))
    second.terminate()
  }

  /// What an older version asked although nothing could answer it, in a child that was left.
  private var left: String {
    head + """
      enter child
      show q choice []
      cancel child user
      abandon child "user"
      show c number

      """
  }

  @Test func `rule 16: one that was put and left is left again`() throws {
    let child = ClosureFlow("child") { try await $0.choose("q", "Q?", from: Self.none) }
    let flow = ClosureFlow("numbers") { context in
      _ = try await context.visit(child)
      return try await context.run(ask("c"))
    }
    let record = record(left)
    let (controller, log) = try resume(flow, record)
    #expect(controller.prompt?.id == "c")
    #expect(controller.divergence == nil && controller.fit == nil)
    #expect(record.text == left && record.setAside.isEmpty)
    controller.answer("3")
    #expect(log.all.last == "numbers finished integer(3)")
  }

  @Test func `rule 16: one of a menu that was left is left again`() throws {
    let child = ClosureFlow("child") { try await $0.choose("q", "Q?", from: Self.none) }
    let flow = ClosureFlow("numbers") { context in
      try await context.menu {
        ChoiceScreen(
          "next", "Next?",
          options: [Option("in", Destination<Int>.visit(child)), Option("out", .result(7))])
      }
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("in")
    #expect(controller.prompt?.id == "q")
    controller.cancel()
    #expect(controller.prompt?.id == "next")
    let text = controller.journal.text
    controller.terminate()
    let record = record(text)
    let (second, log) = try resume(flow, record)
    #expect(second.prompt?.id == "next" && record.text == text)
    second.answer("out")
    #expect(log.all.last == "numbers finished integer(7)")
  }

  // MARK: - Changed since

  @Test(arguments: [["x"], ["x", "5"]] as [[Answer]])
  func `rule 24: an answer whose options are gone is asked for again, until they are back`(
    answers: [Answer]
  ) throws {
    let record = record(text(picking(Self.one), answers))
    record.text = record.text.replacing("finish \"X 5\"\n", with: "")
    let (controller, log) = try resume(picking(Self.none), record)
    #expect(controller.prompt?.id == "q" && controller.divergence != nil)
    #expect(controller.fit?.items.first?.fate == .asked(because: .refused(.nothingToChoose)))
    controller.terminate()
    // And once more, from what was written since.
    let (second, secondLog) = try resume(picking(Self.none), record.reopened())
    #expect(second.prompt?.id == "q" && second.divergence == nil)
    #expect(second.answer("x").code == .nothingToChoose)
    second.terminate()
    let (third, thirdLog) = try resume(picking(Self.one), record.latest.reopened())
    #expect(third.prompt?.id == "q")
    third.answer("x")
    #expect(third.prompt?.id == "c" && third.prompt?.draft == (answers.count > 1 ? "5" : nil))
    third.answer("5")
    #expect(thirdLog.all.last == "numbers finished string(\"X 5\")")
    #expect(!(log.all + secondLog.all).contains { $0.contains("failed") })
  }

  @Test func `rule 24: one that a changed flow asks before all that is recorded is put`() throws {
    let record = record(two)
    let flow = ClosureFlow("numbers") { context in
      _ = try await context.choose("q", "Q?", from: Self.none)
      return try await context.run(ask("a"))
    }
    let (controller, log) = try resume(flow, record)
    #expect(controller.prompt?.id == "q" && controller.divergence != nil)
    controller.terminate()
    let (second, secondLog) = try resume(flow, record.reopened())
    #expect(second.prompt?.id == "q")
    second.terminate()
    #expect(!(log.all + secondLog.all).contains { $0.contains("failed") })
    #expect(record.latest.text.contains(#""value":1"#), "\(record.latest.text)")
  }
}
