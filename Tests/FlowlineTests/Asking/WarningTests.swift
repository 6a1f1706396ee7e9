import Flowline
import Testing

/// Answers that are allowed and surprising.
struct WarningTests {
  private static func amount(_ asked: Log? = nil) -> some Screen<Int> {
    ask("amount").warning("most-of-it") { amount, _ in
      asked?.add("\(amount)")
      return amount > 80 ? "This is most of your balance. Go on?" : nil
    }
  }

  private static func pay(_ asked: Log? = nil) -> ClosureFlow<Int> {
    ClosureFlow("pay") { context in
      let amount = try await context.run(Self.amount(asked))
      return try await context.run(ask("fee")) + amount
    }
  }

  private func start(_ flow: some Flow, given: [GivenAnswer] = []) -> FlowController {
    let controller = FlowController()
    var options = SessionOptions.test
    options.given = given
    controller.start(flow, options)
    return controller
  }

  @Test func `a surprising answer is asked back about, and taken when it is acknowledged`() throws {
    let controller = start(Self.pay())
    guard case .refused(let warning) = controller.answer("90") else {
      return #expect(Bool(false), "it was not asked back about")
    }
    #expect(warning.code == "most-of-it")
    #expect(warning.isWarning)
    #expect(
      warning.message.resolved(in: .test).text == "This is most of your balance. Go on?")
    #expect(controller.prompt?.id == "amount")
    #expect(controller.inspection.refused?.isWarning == true)
    #expect(controller.answer("90", acknowledging: true) == .accepted)
    #expect(
      controller.lines == [
        "show amount number", "refuse amount \"90\" most-of-it", "answer amount 90",
        "show fee number",
      ])
  }

  @Test func `what is not surprising is taken at once, acknowledged or not`() {
    for isAcknowledged in [false, true] {
      let controller = start(Self.pay())
      #expect(controller.answer("10", acknowledging: isAcknowledged) == .accepted)
    }
  }

  @Test(arguments: [nil, 90]) func `an answer that was taken before is not asked back about`(
    taken: Int?
  ) {
    let screen = ask("amount").warning("most-of-it", unless: taken) {
      $0 > 80 ? "This is most of your balance. Go on?" : nil
    }
    let controller = start(ClosureFlow("pay") { try await $0.run(screen) })
    #expect(controller.answer("91").code == "most-of-it")
    #expect(controller.answer("90").code == (taken == nil ? "most-of-it" : nil))
  }

  @Test func `what is wrong is refused, acknowledged or not`() {
    let controller = start(Self.pay())
    #expect(controller.answer("x", acknowledging: true).code == .notANumber)
    #expect(controller.answer("1001", acknowledging: true).code == .tooHigh)
  }

  @Test func `a rule may be put on top of others, and refuses what it refuses first`() {
    let screen = ask("amount").warning("odd") { amount, _ in
      amount.isMultiple(of: 2) ? nil : "Odd?"
    }
    .refusing("round", "Not a round one.") { $0.isMultiple(of: 10) }
    .warning("large") { amount, _ in amount > 80 ? "Large?" : nil }
    let controller = start(ClosureFlow("pay") { try await $0.run(screen) })
    #expect(controller.answer("90").code == "round")
    #expect(controller.answer("91").code == "odd")
    #expect(controller.answer("92").code == "large")
    #expect(controller.answer("91", acknowledging: true) == .accepted)
  }

  @Test func `rule 15: no rule is asked again when a session is rebuilt or goes back`() throws {
    let asked = Log()
    let controller = start(Self.pay(asked))
    controller.answer("90", acknowledging: true)
    #expect(asked.all.isEmpty)
    let again = try rebuilt(Self.pay(asked), from: controller.journal.text)
    #expect(again.prompt?.id == "fee")
    #expect(asked.all.isEmpty)
    again.back()
    #expect(again.prompt?.draft == "90")
    #expect(asked.all.isEmpty)
    #expect(again.answer("90").code == "most-of-it")
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a replay compares what was asked back as it does refusals`(
    mode: ScriptReplay.Mode
  ) throws {
    let controller = start(Self.pay())
    for answer in ["x", "90", "95"] { controller.answer(.text(answer)) }
    controller.answer("95", acknowledging: true)
    controller.answer("1")
    let text = controller.journal.text
    let report = try replayed(Self.pay(), from: text, mode)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == text)

    let calm = ClosureFlow("pay") { context in
      try await context.run(ask("amount")) + context.run(ask("fee"))
    }
    let mismatch = try replayed(calm, from: text, mode).mismatch
    #expect(mismatch?.expected == "refuse amount \"90\" most-of-it")
    #expect(mismatch?.got == "accepted")
  }

  @Test func `an answer given beforehand is asked back about at its question`() throws {
    let controller = start(Self.pay(), given: [GivenAnswer("amount", answer: "90")])
    let refused = try #require(controller.prompt?.refused)
    #expect(refused.isWarning)
    #expect(refused.code == "most-of-it")
    #expect(refused.answer == "90")
    controller.give([GivenAnswer("amount", answer: "95")])
    #expect(controller.prompt?.refused?.answer == "95")
    controller.give([GivenAnswer("amount", answer: "95", isAcknowledged: true)])
    #expect(controller.prompt?.id == "fee")
  }

  @Test
  func `an acknowledged answer given beforehand is taken, and is told as it was while unused`() {
    let given = [
      GivenAnswer("amount", answer: "90", isAcknowledged: true),
      GivenAnswer("other", answer: "1", isAcknowledged: true),
    ]
    let controller = start(Self.pay(), given: given)
    #expect(controller.prompt?.id == "fee")
    #expect(controller.unusedAnswers == [given[1]])
  }

  @Test func `rule 22: what a sensitive answer is asked back about is not told`() {
    let secret = TextScreen("word", "A word?").sensitive().warning("weak") { word, _ in
      "\(word.reveal()) is weak."
    }
    let controller = start(ClosureFlow("login") { try await $0.run(secret).reveal().count })
    #expect(controller.answer("hunter2").code == "weak")
    #expect(!controller.journal.text.contains("hunter2"))
    #expect(controller.lines.last == "refuse word {\"redacted\":true} weak")
    #expect(controller.answer("hunter2", acknowledging: true) == .accepted)
    #expect(!controller.journal.text.contains("hunter2"))
  }

  @Test func `a changed answer has those behind it asked back about that were not before`() {
    let flow = ClosureFlow("pay") { context in
      let balance = try await context.run(ask("balance"))
      let amount = try await context.run(
        ask("amount").warning("most-of-it") { amount, _ in
          amount * 10 > balance * 8 ? "Most of it. Go on?" : nil
        })
      return try await context.run(ask("fee")) + amount
    }
    let controller = start(flow)
    controller.answer("100")
    controller.answer("50")
    #expect(controller.prompt?.id == "fee")
    controller.back(to: controller.journal.answers[0])
    controller.answer("200")
    #expect(controller.prompt?.id == "fee", "what is still unremarkable is taken again")
    controller.back(to: controller.journal.answers[0])
    controller.answer("60")
    #expect(controller.prompt?.id == "amount", "what is remarkable now is not")
    #expect(controller.prompt?.refused?.isWarning == true)
    controller.answer("50", acknowledging: true)
    controller.back(to: controller.journal.answers[0])
    controller.answer("61")
    #expect(controller.prompt?.id == "fee", "what was acknowledged stays so")
  }

  @Test func `a form's page is asked back about field by field, and taken when acknowledged`()
    throws
  {
    let form = Form<Int>("payment", "A payment") { page in
      let amount = page.ask(Self.amount())
      let fee = page.ask(ask("fee").warning("dear") { fee, _ in fee > 5 ? "Dear?" : nil })
      guard let amount, let fee else { return nil }
      return amount + fee
    }
    let flow = ClosureFlow("pay") { context in
      let sum = try await context.run(form)
      return try await context.run(ask("after")) + sum
    }
    let controller = start(flow)
    #expect(controller.fill(["amount": "90", "fee": "x"]).code == .wrongFields)
    guard case .refused(let warning) = controller.fill(["amount": "90", "fee": "9"]) else {
      return #expect(Bool(false), "it was not asked back about")
    }
    #expect(warning.code == .doubtfulFields)
    #expect(warning.isWarning)
    #expect(warning.fields.mapValues(\.code) == ["amount": "most-of-it", "fee": "dear"])
    #expect(!warning.fields.values.contains { !$0.isWarning })
    #expect(controller.fill(["amount": "90", "fee": "9"], acknowledging: true) == .accepted)
    #expect(controller.prompt?.id == "after")

    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try replayed(flow, from: controller.journal.text, mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == controller.journal.text)
    }
  }

  @Test func `a field that was asked back about and stands is not asked back about again`() {
    let form = Form<Int>("payment", "A payment") { page in
      let amount = page.ask(Self.amount())
      let fee = page.ask(ask("fee"))
      guard let amount, let fee else { return nil }
      return amount + fee
    }
    let controller = start(ClosureFlow("pay") { try await $0.run(form) })
    #expect(controller.answer("90").code == "most-of-it")
    controller.answer("90", acknowledging: true)
    #expect(controller.fill(["fee": "1"]) == .accepted)
    #expect(controller.inspection.state == .ended)
  }
}
