import Flowline
import Money

// The examples of doc comments about catalogues, screens and files, as they are printed, with what
// they need around them.

private enum CatalogExamples {
  struct Bank: Sendable {}

  struct Session: Sendable {
    let isOpen = true
  }

  struct RoundUpFlow: Flow {
    let id: FlowID = "round-up"
    let bank: Bank

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  struct SignInFlow: Flow {
    let id: FlowID = "sign-in"

    init(_ session: Session) {}

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  struct AddCardFlow: Flow {
    let id: FlowID = "add-card"

    func run(_ context: FlowContext) async throws -> String { "4711" }
  }

  static func guarded(by session: Session, at bank: Bank, in catalog: inout FlowCatalog) {
    catalog.add(
      RoundUpFlow(bank: bank), summary: "…",
      guards: [
        FlowGuard("signed-in", otherwise: .init("signed-out", "Sign in first.")) { session.isOpen }
          .remedied(by: SignInFlow(session))
      ])
  }

  static func confirmed(in catalog: inout FlowCatalog) {
    catalog.confirmInPerson("transfer", at: "round-up/confirm", "withdraw/confirm")
  }

  static func addressed(in catalog: inout FlowCatalog) {
    catalog.openAddresses(with: "books-link", at: "link")
  }

  static func optional(_ context: FlowContext) async throws -> String? {
    var card: String?
    if try await context.run(ConfirmScreen("has-card")) {
      card = try await context.run(AddCardFlow().cancelGoesBack())
    }
    return card
  }

  static func modal(_ context: FlowContext) async throws -> String {
    let card = try await context.run(AddCardFlow().presented(.modal))
    return card
  }
}

private enum ScreenExamples {
  struct Goal: Encodable, Sendable {
    let name: String
  }

  enum Pick: Encodable, Sendable {
    case goal(Goal)
    case new
  }

  struct Bank: Sendable {
    func logIn(_ name: String, _ password: String) async throws {}
  }

  struct Shouted<Base: Screen>: ScreenWrapper where Base.Output == String {
    typealias Output = String

    var base: Base

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<String>, Refusal> {
      base.read(answer, in: environment).map {
        Accepted($0.value.uppercased(), recorded: $0.recorded)
      }
    }
  }

  static func pick(of goals: [Goal], _ context: FlowContext) async throws -> Pick {
    let options = goals.map { Option(named: $0.name, Pick.goal($0)) } + [Option("new", .new)]
    return try await context.choose("goal", from: options)
  }

  static func review(_ total: Money, for goal: Goal, _ context: FlowContext) async throws {
    try await context.confirm("confirm") {
      Row("to", goal.name).answers("goal")
      Row("amount", total).answers(nil)
    }
  }

  static func logIn(_ name: String, at bank: Bank, _ context: FlowContext) async throws {
    let password = try await context.run(SecretScreen("password", "Password?"))
    try await bank.logIn(name, password.reveal())
  }
}

private enum FileExamples {
  struct API: Sendable {
    func attach(_ bytes: [UInt8], type: String, key: IdempotencyKey) async throws -> String { type }
    func contract() async throws -> [UInt8] { [1] }
  }

  static func send(to api: API, _ context: FlowContext) async throws {
    let receipt = try await context.run(FileScreen("receipt", accepting: [.pdf, .png]))
    let files = context.files
    _ = try await context.commit("send", of: receipt) { receipt, key in
      let contents: FileContents
      do { contents = try await files.contents(of: receipt) } catch { throw CommitNotSent(error) }
      return try await api.attach(contents.bytes, type: receipt.type.rawValue, key: key)
    }
  }

  static func sign(at api: API, _ context: FlowContext) async throws {
    let files = context.files
    let contract = try await context.load("contract") {
      try await files.keep(FileContents(try await api.contract(), named: "contract.pdf"))
    }
    try await context.confirm("sign") { Row("contract", file: contract) }
  }
}
