import Testing

@testable import Flowline

/// What comes before a question, by which an answer to it is told from one to the same question asked later.
struct AnswersBeforeTests {
  /// Asks two numbers in each of two children at once, and one before and one after.
  private let sum = ClosureFlow("sum") { context in
    let first = try await context.run(ask("first"))
    let (a, b) = try await context.all(
      AnswersBeforeTests.child("a"), AnswersBeforeTests.child("b"))
    return try await context.run(ask("last")) + first + a + b
  }

  private static func child(_ id: FlowID) -> ClosureFlow<Int> {
    ClosureFlow(id) { try await $0.run(ask("x")) + $0.run(ask("y")) }
  }

  private func started(_ first: Answer = "1") -> FlowController {
    let controller = FlowController()
    controller.start(sum, .test)
    controller.answer(first)
    return controller
  }

  private func answer(_ path: String, _ value: Answer, in controller: FlowController) throws {
    let asked = controller.prompts.first { $0.path.description == path }
    let presentation = try #require(asked?.presentation, "\(path) is not asked")
    #expect(controller.answer(value, to: presentation) == .accepted)
  }

  private func before(_ path: String, in controller: FlowController) throws -> AnswersBefore {
    let placed = controller.placedPrompts.first { $0.prompt.path.description == path }
    return try #require(placed, "\(path) is not asked").before
  }

  /// Answers all of both children in an order.
  private func last(_ order: [(path: String, value: Answer)]) throws -> AnswersBefore {
    let controller = started()
    for (path, value) in order { try answer(path, value, in: controller) }
    return try before("sum/last", in: controller)
  }

  @Test func `what a sibling is answered does not come before a question`() throws {
    let controller = started()
    let x = try before("sum/b/x", in: controller)
    #expect(x.count == 1)
    try answer("sum/a/x", "2", in: controller)
    #expect(try before("sum/b/x", in: controller) == x)
    try answer("sum/a/y", "3", in: controller)
    #expect(try before("sum/b/x", in: controller) == x)
    try answer("sum/b/x", "4", in: controller)
    #expect(try before("sum/b/y", in: controller).count == 2)
    try answer("sum/b/y", "5", in: controller)
    #expect(try before("sum/last", in: controller).count == 5)
  }

  @Test func `what was answered before in the same child, or before the children, does`() throws {
    let (one, other) = (started(), started("9"))
    #expect(try before("sum/a/x", in: one) != before("sum/a/x", in: other))
    let again = started()
    try answer("sum/a/x", "2", in: one)
    try answer("sum/a/x", "3", in: again)
    #expect(try before("sum/a/y", in: one) != before("sum/a/y", in: again))
    #expect(try before("sum/b/x", in: one) == before("sum/b/x", in: again))
  }

  @Test func `after children at once it does not matter in which order they were answered`() throws
  {
    let usual = try last([("sum/a/x", 2), ("sum/a/y", 3), ("sum/b/x", 4), ("sum/b/y", 5)])
    let mixed = try last([("sum/b/x", 4), ("sum/a/x", 2), ("sum/b/y", 5), ("sum/a/y", 3)])
    #expect(mixed == usual)
  }

  @Test func `after children at once it matters which of them was answered what`() throws {
    let usual = try last([("sum/a/x", 2), ("sum/a/y", 3), ("sum/b/x", 4), ("sum/b/y", 5)])
    let turned = try last([("sum/a/x", 4), ("sum/a/y", 5), ("sum/b/x", 2), ("sum/b/y", 3)])
    #expect(turned.count == usual.count && turned != usual)
  }

  @Test func `answers of the first child alone count as if it had no siblings`() throws {
    let alone = ClosureFlow("race") { context in
      let first = try await context.run(Self.child("a"))
      return try await context.run(ask("last")) + first
    }
    let race = ClosureFlow("race") { context in
      let first = try await context.first(of: Self.child("a"), Self.child("b"))
      return try await context.run(ask("last")) + first
    }
    func behind(_ flow: ClosureFlow<Int>, _ child: String) throws -> AnswersBefore {
      let controller = FlowController()
      controller.start(flow, .test)
      try answer("race/\(child)/x", "2", in: controller)
      try answer("race/\(child)/y", "3", in: controller)
      return try before("race/last", in: controller)
    }
    let usual = try behind(alone, "a")
    #expect(usual.count == 2)
    #expect(try behind(race, "a") == usual)
    // Of another the answers do not say that it was chosen.
    #expect(try behind(race, "b") != usual)
  }

  @Test func `children that are run once more come after those of the same names`() throws {
    let flow = ClosureFlow("rounds") { context in
      var sum = 0
      for _ in 0..<2 {
        let (a, b) = try await context.all(ask("a"), ask("b"))
        sum += a + b
      }
      return sum
    }
    let controller = FlowController()
    controller.start(flow, .test)
    let first = try before("rounds/b", in: controller)
    try answer("rounds/a", "1", in: controller)
    #expect(try before("rounds/b", in: controller) == first)
    try answer("rounds/b", "2", in: controller)
    let second = try before("rounds/b", in: controller)
    #expect(second.count == 2 && second != first)
    #expect(try before("rounds/a", in: controller) == second)
  }

  @Test func `what a child was answered that has lost a race comes before what follows`() throws {
    let flow = ClosureFlow("race") { context in
      let first = try await context.first(of: Self.child("a"), ask("b"))
      return try await context.run(ask("last")) + first
    }
    let (one, other) = (FlowController(), FlowController())
    for controller in [one, other] { controller.start(flow, .test) }
    try answer("race/a/x", "1", in: one)
    for controller in [one, other] { try answer("race/b", "2", in: controller) }
    let (after, without) = (try before("race/last", in: one), try before("race/last", in: other))
    #expect(after.count == 2 && without.count == 1)
    #expect(after != without)
  }

  @Test func `a step back in one child that undoes another's answer is seen in that alone`() throws
  {
    let controller = started()
    let x = try before("sum/b/x", in: controller)
    try answer("sum/a/x", "2", in: controller)
    let y = try before("sum/a/y", in: controller)
    try answer("sum/b/x", "4", in: controller)
    #expect(controller.back() == .accepted)
    #expect(controller.prompts.map(\.path.description) == ["sum/a/y", "sum/b/x"])
    #expect(try before("sum/a/y", in: controller) == y)
    #expect(try before("sum/b/x", in: controller) == x)
    // With another answer what is asked next is about something else.
    try answer("sum/b/x", "5", in: controller)
    let other = try before("sum/b/y", in: controller)
    controller.back()
    try answer("sum/b/x", "4", in: controller)
    #expect(try before("sum/b/y", in: controller) != other)
  }

  @Test func `is the same in a session that was rebuilt, and for what was answered`() throws {
    let controller = started()
    var asked: [AnswersBefore] = []
    for (path, value) in [("sum/b/x", "4"), ("sum/a/x", "2"), ("sum/a/y", "3")]
      as [(String, Answer)]
    {
      asked.append(try before(path, in: controller))
      try answer(path, value, in: controller)
    }
    let resumed = FlowController()
    _ = try resumed.resume(sum, from: controller.journal)
    #expect(try before("sum/b/y", in: resumed) == before("sum/b/y", in: controller))
    for each in [controller, resumed] {
      #expect(Array(each.answeredQuestions.map(\.before).dropFirst()) == asked)
      #expect(each.answeredQuestions.count == 4)
    }
  }
}
