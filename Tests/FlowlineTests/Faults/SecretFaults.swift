import Flowline
import TestSupport
import Testing

/// Rule 22: what was typed at a sensitive step, however its flow hands it on.
struct SecretFaults {
  private static let secret = "hunter2"
  private static let mark = #"{"redacted":true}"#

  private struct Login: Codable, Sendable {
    let user: String
    let words: [String]
  }

  private struct Told: Error, CustomStringConvertible {
    let description: String
  }

  /// Has a flow asked for its secret and run to its next question or its end.
  private func played(
    _ witness: Witness, typing typed: String = secret, _ flow: some Flow
  ) -> FlowController {
    let controller = witness.start(flow)
    controller.settle(.text(typed))
    return controller
  }

  /// Expects that the secret is nowhere, and that the mark is in a line of the journal.
  private func expectHidden(
    _ witness: Witness, _ controller: FlowController, markedIn line: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(witness.mentions(of: Self.secret, in: controller) == [], sourceLocation: sourceLocation)
    let lines = controller.lines
    #expect(lines.contains(line), "\(lines)", sourceLocation: sourceLocation)
    #expect(!controller.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `rule 22: a child returns it`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("login") { context in
        let password = try await context.run(
          ClosureFlow("pin-flow") { try await $0.run(PasswordScreen()) })
        return try await context.run(ask()) + password.count
      })
    expectHidden(witness, controller, markedIn: "leave pin-flow \(Self.mark)")
    #expect(controller.prompt?.id == "number")
  }

  @Test func `rule 22: the root flow returns it`() {
    let witness = Witness()
    let controller = played(
      witness, ClosureFlow("login") { try await $0.run(PasswordScreen()) })
    expectHidden(witness, controller, markedIn: "finish \(Self.mark)")
  }

  @Test func `rule 22: it was typed with spaces before it`() {
    let witness = Witness()
    let controller = played(
      witness, typing: "  \(Self.secret)",
      ClosureFlow("login") { try await $0.run(PasswordScreen()) })
    expectHidden(witness, controller, markedIn: "finish \(Self.mark)")
  }

  @Test func `rule 22: a child at once returns it`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("both") { context in
        let (password, number) = try await context.all(
          ClosureFlow("pin-flow") { try await $0.run(PasswordScreen()) }, ask())
        return number + password.count
      })
    expectHidden(witness, controller, markedIn: "leave pin-flow \(Self.mark)")
  }

  @Test func `rule 22: a catalogue's program gets the result as JSON`() throws {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("login") { try await $0.run(PasswordScreen()) }
    try FlowCatalog(of: flow)["login"]?.start(
      in: controller, .test, handler: log.handler("login"))
    controller.settle(.text(Self.secret))
    #expect(log.all.count == 2 && !log.all.joined().contains(Self.secret), "\(log.all)")
  }

  @Test func `rule 22: it stands inside of a load's reply`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("login") { context in
        let password = try await context.run(PasswordScreen())
        let login = try await context.load("token") {
          Login(user: "ada", words: ["a", password])
        }
        return try await context.run(ask()) + login.words.count
      })
    expectHidden(
      witness, controller, markedIn: #"load token {"user":"ada","words":["a",\#(Self.mark)]}"#)
  }

  @Test func `rule 22: it stands inside of a commit's contents`() {
    let witness = Witness()
    let log = Log()
    let controller = played(
      witness,
      ClosureFlow("login") { context in
        let password = try await context.run(PasswordScreen())
        let login = Login(user: "ada", words: ["a", password])
        return try await context.commit("register", of: login) { login, _ in
          log.add(login.words[1])
          return login.words.count
        }
      })
    #expect(witness.mentions(of: Self.secret, in: controller) == [])
    #expect(log.all == [Self.secret], "what is sent is what was typed")
    #expect(
      controller.lines.contains { $0.hasPrefix("commit register") && $0.contains(Self.mark) })
  }

  @Test func `rule 22: a commit's reply is it`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("login") { context in
        let password = try await context.run(PasswordScreen())
        return try await context.commit("register") { _ in password }.count
      })
    #expect(witness.mentions(of: Self.secret, in: controller) == [])
  }

  @Test func `rule 22: an error's text is it`() {
    let witness = Witness()
    let log = Log()
    let flow = ClosureFlow("login") { context -> Int in
      _ = try await context.outcome(
        of: ClosureFlow("inner") { context -> Int in
          throw Told(description: try await context.run(PasswordScreen()))
        })
      throw Told(description: Self.secret)
    }
    let controller = witness.start(flow, handler: log.handler("login"))
    controller.settle(.text(Self.secret))
    #expect(witness.mentions(of: Self.secret, in: controller) == [])
    #expect(!log.all.joined().contains(Self.secret), "\(log.all)")
  }

  @Test func `rule 22: a load's error is it`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("login") { context -> Int in
        let password = try await context.run(PasswordScreen())
        return try await context.load("token") { throw Told(description: password) }
      })
    #expect(witness.mentions(of: Self.secret, in: controller) == [])
  }

  @Test func `rule 22: the record hides it after going back, too`() {
    let witness = Witness()
    let controller = played(
      witness,
      ClosureFlow("login") { context in
        let password = try await context.run(
          ClosureFlow("pin-flow") { try await $0.run(PasswordScreen()) })
        _ = try await context.run(ask("first"))
        return try await context.run(ask()) + password.count
      })
    controller.settle("1")
    controller.back()
    controller.settle("2")
    expectHidden(witness, controller, markedIn: "leave pin-flow \(Self.mark)")
  }

  @Test func `rule 22: what only contains it stays, and so does what is short`() {
    let witness = Witness()
    let controller = witness.start(
      ClosureFlow("login") { context in
        let password = try await context.run(PasswordScreen())
        let pin = try await context.run(PasswordScreen("pin"))
        _ = try await context.load("long") { "the user \(password) is known" }
        _ = try await context.load("short") { pin }
        return try await context.load("exact") { password }
      })
    controller.settle(.text(Self.secret))
    controller.settle("12345")
    #expect(controller.lines.contains(#"load long "the user hunter2 is known""#))
    #expect(controller.lines.contains(#"load short "12345""#))
    #expect(controller.lines.contains("load exact \(Self.mark)"))
  }

  // MARK: - Refusals

  private static let quoting = Refusal("weak", Text(verbatim: "“\(secret)” is weak."))

  /// What a refusal of a sensitive screen lets out.
  private func expectHidden(
    _ reception: FlowController.Reception, _ witness: Witness, _ controller: FlowController,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(reception != .queued, sourceLocation: sourceLocation)
    let told = texts(in: reception).filter { $0.contains(Self.secret) }
    #expect(told == [], sourceLocation: sourceLocation)
    #expect(
      witness.mentions(of: Self.secret, in: controller) == [], sourceLocation: sourceLocation)
  }

  @Test func `rule 22: a refusal quotes it`() {
    let witness = Witness()
    var screen = PasswordScreen()
    screen.refusal = { _ in Self.quoting }
    let asked = screen
    let controller = witness.start(ClosureFlow("login") { try await $0.run(asked) })
    let reception = controller.settle(.text(Self.secret))
    #expect(reception.code == "weak")
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: a rule that was added to the screen quotes it`() {
    let witness = Witness()
    let controller = witness.start(
      ClosureFlow("login") { context in
        try await context.run(PasswordScreen().refusing { _ in Self.quoting })
      })
    let reception = controller.settle(.text(Self.secret))
    #expect(reception.code == "weak")
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: a question back quotes it`() {
    let witness = Witness()
    var screen = PasswordScreen()
    screen.doubt = { Refusal("weak", "Really “\($0)”?", isWarning: true) }
    let asked = screen
    let controller = witness.start(ClosureFlow("login") { try await $0.run(asked) })
    let reception = controller.settle(.text(Self.secret))
    #expect(reception.code == "weak")
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: a check's refusal quotes it`() {
    let witness = Witness()
    let controller = witness.start(
      ClosureFlow("login") { context in
        try await context.run(PasswordScreen()) { _ in Self.quoting }
      })
    let reception = controller.settle(.text(Self.secret))
    #expect(controller.prompt?.refused?.code == "weak")
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: the preview of a refusal quotes it`() {
    let witness = Witness()
    var screen = PasswordScreen()
    screen.refusal = { _ in Self.quoting }
    let asked = screen
    let controller = witness.start(ClosureFlow("login") { try await $0.run(asked) })
    let preview = controller.preview(.text(Self.secret))
    #expect(throws: Refusal.self) { try preview.get() }
    #expect(!texts(in: preview).contains { $0.contains(Self.secret) })
  }

  @Test func `rule 22: the page of a form is refused with it in it`() {
    let witness = Witness()
    var screen = PasswordScreen()
    screen.refusal = { _ in Self.quoting }
    let asked = screen
    let form = Form<Int>("login", "Log in") { page in
      let number = page.ask(ask())
      let password = page.ask(asked)
      return password == nil ? nil : number
    }
    let controller = witness.start(form)
    let reception = controller.fill(["number": "1", "password": .text(Self.secret)])
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: the page of a form is refused, and its rule did not come to it`() {
    let witness = Witness()
    let form = Form<Int>("login", "Log in") { page in
      guard let number = page.ask(ask()) else { return nil }
      return page.ask(PasswordScreen()) == nil ? nil : number
    }
    let controller = witness.start(form)
    let reception = controller.fill(["number": "nonsense", "password": .text(Self.secret)])
    #expect(reception.code != nil)
    expectHidden(reception, witness, controller)
  }

  @Test func `rule 22: the page of a form shows what was answered on it`() {
    let witness = Witness()
    let form = Form<Int>("login", "Log in") { page in
      let password = page.ask(PasswordScreen())
      let number = page.ask(ask())
      return password == nil ? nil : number
    }
    let controller = witness.start(form)
    controller.settle(.text(Self.secret))
    #expect(controller.prompt?.id == "number")
    let told = texts(in: controller.form(with: ["password": .text(Self.secret)]) as Any)
    #expect(!told.contains { $0.contains(Self.secret) })
    expectHidden(.accepted, witness, controller)
  }
}
