import Flowline
import TestSupport
import Testing

/// Checks of secrets that depend on answers before them.
struct SecretCheckRules {
  private static func verdict(_ user: String, _ password: Secret<String>, _ checks: Log) -> Refusal?
  {
    let pair = "\(user):\(password.reveal())"
    checks.add(pair)
    return pair == "ada:1815" ? nil : Refusal("wrong", "Wrong.")
  }

  private static func logIn(_ checks: Log) -> some Flow<Bool> {
    ClosureFlow("log-in") { context in
      let user = try await context.run(TextScreen("user", "Who?"))
      _ = try await context.run(TextScreen("password", "Password?").sensitive()) {
        verdict(user, $0, checks)
      }
      return try await context.run(ConfirmScreen("enter", "Enter?"))
    }
  }

  private static func logInForm(_ checks: Log) -> some Flow<Bool> {
    ClosureFlow("log-in") { context in
      let user = try await context.run(TextScreen("user", "Who?"))
      let form = Form<Secret<String>>("form", "Log in") { page in
        page.ask(TextScreen("password", "Password?").sensitive())
      }
      _ = try await context.run(form.checking { verdict(user, $0, checks) })
      return try await context.run(ConfirmScreen("enter", "Enter?"))
    }
  }

  private func walk(_ flow: some Flow<Bool>, _ checks: Log) {
    let controller = FlowController()
    controller.start(flow, .test)
    for answer in ["ada", "0000", "1815"] {
      controller.answer(.text(answer))
      controller.waitUntilSettled()
    }
    #expect(controller.prompt?.id == "enter")
    #expect(controller.back(to: "user") == .accepted)
    controller.answer("bob")
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "password", "another user has another password")
    #expect(controller.prompt?.refused?.code == "wrong")
    #expect(checks.all == ["ada:0000", "ada:1815", "bob:1815"])
    #expect(controller.back(to: "user") == .accepted)
    controller.answer("ada")
    controller.waitUntilSettled()
    if controller.prompt?.id == "password" {
      controller.answer("1815")
      controller.waitUntilSettled()
    }
    #expect(checks.all.last == "ada:1815")
    #expect(controller.prompt?.id == "enter")
    controller.answer("yes")
    expectClean(controller)
  }

  @Test func `rule 12: a secret is checked again if an answer before it was changed`() {
    let checks = Log()
    walk(Self.logIn(checks), checks)
  }

  @Test func `rule 12: a form with a secret is checked again if an answer before it was changed`() {
    let checks = Log()
    walk(Self.logInForm(checks), checks)
  }
}
