import Flowline
import Testing

/// Rules 12, 15 and 22: the journal of a jump back is played again.
struct JumpFaults {
  /// Asks four numbers under ids of their own, and says how they were answered.
  private static let numbers = ClosureFlow("numbers") { context in
    var said = ""
    for step: StepID in ["a", "b", "c", "d"] {
      said += "\(try await context.run(ask(step))) "
    }
    return said
  }

  private func answer(_ step: StepID, in controller: FlowController) throws -> RecordedAnswer {
    try #require(controller.journal.answers.first { $0.path.ids.last == step })
  }

  private func expectReplayed(
    _ flow: some Flow, _ text: String, secrets: [StepID: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try replayed(flow, from: text, mode, secrets: secrets)
      #expect(
        report.matches, "\(mode): \(report.mismatch?.description ?? "")\n\(text)",
        sourceLocation: sourceLocation)
      #expect(report.journal.text == text, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["a", "b"])
  func `rules 12 and 15: a jump from the middle`(step: String) throws {
    let controller = FlowController()
    controller.start(Self.numbers, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    #expect(controller.back(to: try answer(StepID(step), in: controller)) == .accepted)
    controller.settle("9")
    #expect(controller.prompt?.id == "d")
    controller.settle("4")
    let text = controller.journal.text
    #expect(text.contains("\njump \(step)\n") && text.contains("\nfinish "))
    try expectReplayed(Self.numbers, text)
  }

  @Test func `rules 12 and 15: a jump that is left open`() throws {
    let controller = FlowController()
    controller.start(Self.numbers, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    controller.back(to: try answer("a", in: controller))
    try expectReplayed(Self.numbers, controller.journal.text)
  }

  @Test func `rules 12 and 15: two jumps, and single steps between them`() throws {
    let controller = FlowController()
    controller.start(Self.numbers, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    controller.back(to: try answer("b", in: controller))
    controller.settle("7")
    controller.back()
    controller.settle("8")
    controller.back(to: try answer("a", in: controller))
    controller.settle("6")
    controller.settle("5")
    let text = controller.journal.text
    #expect(text.contains("\nfinish \"6 7 8 5 \"\n"), "\(text)")
    try expectReplayed(Self.numbers, text)
  }

  @Test func `rules 12 and 15: a jump across a load, into a nested flow`() throws {
    let flow = ClosureFlow("outer") { context in
      let first = try await context.run(ask("first"))
      let product = try await context.run(ProductFlow())
      let rate = try await context.load("rate") { 2 }
      return try await context.run(ask("last")) + first + product * rate
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    controller.back(to: try answer("left", in: controller))
    controller.settle("5")
    #expect(controller.prompt?.id == "last")
    controller.settle("4")
    let text = controller.journal.text
    #expect(text.contains("\nfinish 35\n"), "\(text)")
    try expectReplayed(flow, text)
  }

  @Test func `rules 12 and 15: a jump out of a loop of one step`() throws {
    let flow = ClosureFlow("loop") { context in
      var said = ""
      for _ in 0..<4 { said += "\(try await context.run(ask("again"))) " }
      return said
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    controller.back(to: controller.journal.answers[1])
    controller.settle("7")
    controller.settle("4")
    let text = controller.journal.text
    #expect(text.contains("\nfinish \"1 7 3 4 \"\n"), "\(text)")
    try expectReplayed(flow, text)
  }

  /// Asks a name and a secret, whose question may depend on the name, and a number.
  private static func login(naming: Bool) -> some Flow<Int> {
    ClosureFlow("login") { context in
      let name = try await context.run(TextScreen("name", "Name?"))
      var screen = PasswordScreen()
      if naming { screen.question.text = "\(name)'s password?" }
      let password = try await context.run(screen)
      return try await context.run(ask()) + password.count
    }
  }

  private func jumped(naming: Bool) throws -> FlowController {
    let controller = FlowController()
    controller.start(Self.login(naming: naming), .test)
    controller.settle("Ada")
    controller.settle("hunter2")
    controller.back(to: try answer("name", in: controller))
    controller.settle("Bob")
    return controller
  }

  @Test func `rules 12 and 22: a secret behind a jump is not asked again if its question stands`()
    throws
  {
    let controller = try jumped(naming: false)
    #expect(controller.prompt?.id == "number")
    #expect(!controller.journal.text.contains("hunter2"))
  }

  @Test func `rules 12 and 22: a secret behind a jump is asked again if its question changed`()
    throws
  {
    let controller = try jumped(naming: true)
    #expect(controller.prompt?.id == "password")
  }

  @Test func `rules 12, 15 and 22: a jump before a secret is played again with it`() throws {
    let controller = try jumped(naming: false)
    if controller.prompt?.id == "password" { controller.settle("hunter2") }
    controller.settle("1")
    let text = controller.journal.text
    #expect(text.contains("\nfinish 8\n"), "\(text)")
    try expectReplayed(Self.login(naming: false), text, secrets: ["password": "hunter2"])
  }

  @Test func `rules 12 and 17: a session is resumed after a jump, and goes on as it would have`()
    throws
  {
    let controller = FlowController()
    controller.start(Self.numbers, .test)
    for answer in ["1", "2", "3"] { controller.settle(.text(answer)) }
    controller.back(to: try answer("a", in: controller))
    let resumed = try rebuilt(Self.numbers, from: controller.journal.text)
    for each in [controller, resumed] { each.settle("9") }
    #expect(controller.prompt?.id == "d")
    #expect(resumed.prompt?.id == "d")
    #expect(resumed.journal.text == controller.journal.text)
  }

  @Test func `rules 12 and 15: a jump among children at once`() throws {
    let flow = ClosureFlow("both") { context in
      let first = try await context.run(ask("first"))
      let (product, number) = try await context.all(ProductFlow(), ask())
      return try await context.run(ask("last")) + first + product + number
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2", "3", "4"] { controller.settle(.text(answer)) }
    controller.back(to: try answer("right", in: controller))
    controller.settle("7")
    #expect(controller.prompt?.id == "last")
    try expectReplayed(flow, controller.journal.text)
  }

  @Test func `rules 12 and 15: a step back from a form's page`() throws {
    let form = Form<Int>("form", "A form") { page in
      let a = page.ask(ask("a"))
      let b = page.ask(ask("b"))
      guard let a, let b else { return nil }
      return a + b
    }
    let flow = ClosureFlow("outer") { context in
      let first = try await context.run(ask("first"))
      return try await context.run(form) + first
    }
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["1", "2"] { controller.settle(.text(answer)) }
    #expect(controller.backFromPage() == .accepted)
    #expect(controller.prompt?.id == "first")
    controller.settle("5")
    try expectReplayed(flow, controller.journal.text)
  }

  @Test func `rules 8, 12 and 15: a load that was given up`() throws {
    let held = Held<Int>()
    let isHeld = Box<Bool>()
    isHeld.value = true
    let flow = ClosureFlow("reading") { context in
      let first = try await context.run(ask("first"))
      let rate = try await context.load("rate") {
        if isHeld.value == true { await held.wait() } else { 3 }
      }
      return try await context.run(ask()) + first * rate
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("1")
    #expect(controller.stopWaiting() == .accepted)
    isHeld.value = false
    held.release(5, controller)
    controller.settle("2")
    controller.settle("4")
    let text = controller.journal.text
    #expect(text.contains("\nfinish 10\n"), "\(text)")
    try expectReplayed(flow, text)
  }
}
