import Flowline
import Money

// The examples of AskingQuestions, as they are printed, with what they need around them.

private let ibanTexts = TextCatalog(
  Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8))

private func isIBAN(_ number: String) -> Bool { number.hasPrefix("GB") }

private enum AskingExamples {
  struct Goal: Codable, Sendable {
    let name: String
  }

  enum Pick: Encodable, Sendable {
    case goal(Goal)
    case new
  }

  struct Funds: Sendable {
    let available: Money
    let needed: Money
    let missing: Money
  }

  struct Bank: Sendable {
    let name = "Post"

    func logIn(_ name: String, _ password: String) async throws -> String { name + password }
    func logIn(with token: String) async throws -> Refusal? { token.isEmpty ? Refusal("no") : nil }
    func contract() async throws -> [UInt8] { [1] }
  }

  struct Books: Sendable {
    func attach(
      _ bytes: [UInt8], named name: String, key: IdempotencyKey
    ) async throws -> String { name }
  }

  static func choices(_ goals: [Goal], _ context: FlowContext) async throws -> Pick {
    let goals = goals.map { Option(named: $0.name, Pick.goal($0)) }
    let pick = try await context.choose("goal", from: goals + [Option("new", .new)])
    return pick
  }

  static func session(
    of name: String, at bank: Bank, _ context: FlowContext
  ) async throws -> String {
    let password = try await context.run(SecretScreen("password", "Your password?"))
    let session = try await context.load("session") {
      try await bank.logIn(name, password.reveal())
    }
    return session
  }

  static func pin() -> some Screen<Secret<String>> {
    TextScreen("pin", "PIN?").refusing("weak", "Use other digits.") { $0 == "1234" }.sensitive()
  }

  static func token(at bank: Bank, _ context: FlowContext) async throws {
    _ = try await context.run(SecretScreen("token").spentByCheck()) { token in
      try await bank.logIn(with: token.secret?.reveal() ?? "")
    }
  }

  static func email() -> some Screen<String> {
    TextScreen("email", "Your e-mail address?").purpose(.email)
  }

  static func review(
    _ amount: Money, _ goal: Goal, at bank: Bank, _ context: FlowContext
  ) async throws {
    try await context.confirm("confirm") {
      Row("amount", amount)
      Row("to", goal.name).answers("goal")
      Row("account", bank.name).answers(nil)
    }
  }

  static func shortage(of funds: Funds, _ context: FlowContext) async throws {
    try await context.show("shortage") {
      Row("available", funds.available)
      Row("needed", funds.needed)
      Row("missing", funds.missing, mark: .shortage)
    }
  }

  static func claim(in books: Books, _ context: FlowContext) async throws -> String {
    let receipt = try await context.run(FileScreen("receipt", accepting: [.pdf, .png, .jpeg]))
    return try await context.commit("claim", of: receipt) {
      [files = context.files] receipt, key in
      let contents: FileContents
      do { contents = try await files.contents(of: receipt) } catch { throw CommitNotSent(error) }
      return try await books.attach(contents.bytes, named: receipt.name, key: key)
    }
  }

  static func contract(of bank: Bank, _ context: FlowContext) async throws {
    let files = context.files
    let contract = try await context.load("contract") {
      try await files.keep(FileContents(try await bank.contract(), named: "contract.pdf"))
    }
    try await context.confirm("sign") { Row("contract", file: contract) }
  }

  struct IBANScreen: Screen {
    typealias Output = String

    var question: Question

    init(_ id: StepID, _ question: Text? = nil) { self.question = Question(id, question) }

    func kind(in environment: FlowEnvironment) -> PromptKind {
      .custom(
        CustomKind(
          "iban", accepts: ibanTexts("iban.accepts"), length: 15...42,
          schema: ["type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"],
          in: environment))
    }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<String>, Refusal> {
      guard let line = answer.line else { return .failure(.wrongShape(ibanTexts("iban.instead"))) }
      let number = line.filter { $0 != " " }.uppercased()
      guard isIBAN(number) else { return .failure(Refusal("not-an-iban", ibanTexts("iban.wrong"))) }
      return .success(Accepted(number, recorded: .string(number)))
    }
  }
}
