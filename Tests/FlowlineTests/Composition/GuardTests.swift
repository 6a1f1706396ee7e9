import Synchronization
import Testing

@testable import Flowline

/// Flows that require a condition.
struct GuardTests {
  private final class Login: Sendable {
    let isIn = Mutex(false)
    var holds: Bool { isIn.withLock { $0 } }
    func enter() { isIn.withLock { $0 = true } }
  }

  private static let signedOut = Refusal("signed-out", "Sign in first.")

  private func signIn(_ login: Login) -> some Flow<Bool> {
    ClosureFlow("sign-in") { context in
      let pin = try await context.run(TextScreen("pin", "PIN?").sensitive())
      if pin.reveal() == "0451" { login.enter() }
      return login.holds
    }
  }

  private func signedIn(_ login: Login) -> FlowGuard {
    FlowGuard("signed-in", otherwise: Self.signedOut) { login.holds }
  }

  @Test func `a catalogue refuses what is not allowed, with the reason`() throws {
    let login = Login()
    var catalog = FlowCatalog()
    catalog.add(ProductFlow(), summary: "Multiplies", guards: [signedIn(login)])
    let entry = try #require(catalog["product"])
    #expect(entry.access == .refused(Self.signedOut))
    #expect(catalog.offered.map(\.id) == ["product"])
    let controller = FlowController()
    #expect(try entry.start(in: controller, .test).code == "signed-out")
    #expect(controller.inspection.state == .idle)
    login.enter()
    #expect(entry.access == .allowed)
    #expect(try entry.start(in: controller, .test) == .accepted)
    #expect(controller.prompt?.id == "left")
    #expect(
      !controller.journal.text.contains("signed-in"), "scripts from before the guard stay valid")
  }

  @Test func `a catalogue hides what is not even to be known of`() throws {
    let login = Login()
    var catalog = FlowCatalog()
    catalog.add(ProductFlow(), summary: "Multiplies", guards: [signedIn(login).hiding()])
    catalog.add(SumFlow(), summary: "Sums")
    #expect(catalog.offered.map(\.id) == ["sum"])
    let record = MemoryRecord()
    record.text = "flow other 1\nanswer left 2\n"
    #expect {
      try catalog.resume(record, in: FlowController())
    } throws: { error in
      if case ResumeFault.unknownFlow("other", known: ["sum"]) = error { true } else { false }
    }
    let entry = try #require(catalog["product"])
    #expect(try entry.start(in: FlowController(), .test).code == "signed-out")
    login.enter()
    #expect(catalog.offered.count == 2)
  }

  @Test func `a guard runs its remedy, and the flow goes on where one wanted to go`() throws {
    let login = Login()
    var catalog = FlowCatalog()
    catalog.add(
      ProductFlow(), summary: "Multiplies", guards: [signedIn(login).remedied(by: signIn(login))])
    let entry = try #require(catalog["product"])
    #expect(entry.access == .afterRemedy(of: "signed-in"))
    let controller = FlowController()
    let log = Log()
    try entry.start(in: controller, .test, handler: log.handler("product"))
    #expect(controller.prompt?.path.description == "product/sign-in/pin")
    controller.answer("0451")
    #expect(controller.prompt?.id == "left")
    let half = controller.journal
    controller.answer("2")
    controller.answer("3")
    #expect(log.all.last == "product finished integer(6)")
    expectClean(controller)
    // Whoever is signed in is not asked, and a journal is honoured whatever holds by now.
    let second = FlowController()
    try entry.start(in: second, SessionOptions(environment: .test))
    #expect(second.prompt?.id == "left")
    login.isIn.withLock { $0 = false }
    let third = FlowController()
    try entry.start(in: third, SessionOptions(journal: half))
    #expect(third.prompt?.id == "pin", "a secret is not in a journal")
    third.answer("0451")
    #expect(third.prompt?.id == "left")
  }

  @Test func `a remedy that does not help fails the flow with the reason`() throws {
    let login = Login()
    let flow = ProductFlow().guarded(by: signedIn(login).remedied(by: signIn(login)))
    let log = Log()
    let controller = FlowController()
    let said = Log()
    controller.start(
      flow, .test,
      handler: FlowHandler { outcome, dismisser in
        log.add("product \(outcome.short)")
        if case .failed(let failure) = outcome { said.add(failure.text ?? "") }
        dismisser.dismiss()
      })
    controller.answer("1234")
    #expect(log.all.last == "product failed product: signed-in does not hold: signed-out")
    #expect(said.all == ["Sign in first."], "in the guard's own words")
  }

  @Test func `leaving the remedy leaves the flow`() throws {
    let login = Login()
    let log = Log()
    let controller = FlowController()
    controller.start(
      ProductFlow().guarded(by: signedIn(login).remedied(by: signIn(login))), .test,
      handler: log.handler("product"))
    controller.cancel()
    #expect(log.all.last == "product cancelled user")
  }

  private func opening(_ id: FlowID, _ login: Login) -> some Flow<Bool> {
    ClosureFlow(id) { _ in
      login.enter()
      return true
    }
  }

  @Test func `several guards are passed in turn, within another flow too`() throws {
    let (first, second) = (Login(), Login())
    let flow = ClosureFlow("outer") { context in
      try await context.run(
        ask("sum").guarded(
          by: FlowGuard("a", otherwise: Self.signedOut) { first.holds }
            .remedied(by: opening("open-a", first)),
          FlowGuard("b", otherwise: Self.signedOut) { second.holds }
            .remedied(by: opening("open-b", second))))
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("outer"))
    #expect(controller.prompt?.id == "sum" && first.holds && second.holds)
    controller.answer("4")
    #expect(log.all.last == "outer finished 4")
  }
}
