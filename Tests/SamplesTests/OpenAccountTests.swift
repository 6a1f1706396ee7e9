import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

@testable import Onboarding

/// The flow of the sample itself, over a registry of the test's own.
@Suite(.waitsForEffects)
struct OpenAccountTests {
  private let folder: TemporaryFolder
  private let registry: Registry

  init() throws {
    folder = try TemporaryFolder()
    registry = Registry(file: URL(filePath: folder.file("accounts.jsonl")))
  }

  private func start(
    locale: String = "en_GB", on day: String = "2026-11-20"
  ) -> FlowTester<OpenAccountFlow> {
    // Each has a key of its own for its account.
    FlowTester(
      OpenAccountFlow(registry: registry), locale: locale, now: "\(day)T12:00:00Z",
      session: UUID().uuidString.lowercased())
  }

  /// Reads what is asked, as a person does: a text counts as shown then.
  private func answer(
    _ tester: FlowTester<OpenAccountFlow>, _ answers: KeyValuePairs<StepID, Answer>
  ) {
    for (step, answer) in answers {
      #expect(tester.prompt != nil)
      tester.answer(step, answer, acknowledging: true)
    }
  }

  /// Has an answer refused, and reads why.
  private func refuse(_ tester: FlowTester<OpenAccountFlow>, _ answer: Answer) -> String? {
    guard case .refused(let refusal) = tester.controller.answer(answer) else { return nil }
    return refusal.message.resolved(in: tester.journal.head.environment).text
  }

  /// Applies from home, without a document.
  private func apply(_ tester: FlowTester<OpenAccountFlow>, as userName: String) {
    answer(
      tester,
      [
        "name": "Ada Lovelace", "user-name": .text(userName), "birthday": "1990-12-09",
        "country": "GB", "household": "1", "purposes": "1", "income": "1", "share": "1",
        "remarks": "", "has-document": "no", "password": "correct horse", "confirm": "yes",
      ])
  }

  private func open(as userName: String) throws -> OpenedAccount {
    let tester = start()
    apply(tester, as: userName)
    answer(tester, ["welcome": ""])
    return try tester.finished()
  }

  @Test(arguments: ["en_GB", "ru_RU"])
  func `every text is there, is shown, has its gaps filled, and is in Russian`(
    locale: String
  ) throws {
    let check = TextCheck(of: [texts])
    _ = try open(as: "ada")
    let tester = start(locale: locale)
    answer(tester, ["name": "Ada Lovelace"])
    #expect(refuse(tester, "Ada!") != nil)
    tester.expect("user-name", refuses: "ada", with: "taken")
    answer(tester, ["user-name": "lovelace"])
    tester.expect("birthday", warnsAbout: "1990-12-09", with: "known")
    answer(tester, ["birthday": "1990-12-09", "country": "FR"])
    #expect(refuse(tester, "none") != nil)
    #expect(refuse(tester, .json(.integer(12_345))) != nil)
    answer(tester, ["tax-number": "12 34 567", "household": "2", "purposes": "all"])
    #expect(refuse(tester, "25000") != nil)
    answer(tester, ["income": "25000", "share": "10", "remarks": "", "has-document": true])
    #expect(tester.prompt != nil)
    tester.answer("document", FileContents(Array("%PDF-1.7 home".utf8), named: "home.pdf"))
    answer(tester, ["password": "correct horse"])

    // Somebody else was faster.
    _ = try open(as: "lovelace")
    answer(
      tester,
      ["confirm": true, "taken": true, "user-name": "augusta", "confirm": true, "welcome": true])
    let account = try tester.finished()
    #expect(account.userName == "augusta")
    let words = OpenAccountFlow(registry: registry).words(for: account)
    #expect(words?.resolved(in: tester.journal.head.environment).text.contains("augusta") == true)

    #expect(check.missing == [])
    #expect(check.unfilled == [])
    #expect(check.untranslated(in: "ru") == [])
    // What is shown elsewhere than at a question.
    let elsewhere = ["account.activity", "open-account.summary"]
    let left = check.unused.filter { !elsewhere.contains($0) && !$0.hasPrefix("registry.") }
    #expect(left == [])
  }

  /// Somebody born on 29 February is eighteen on 1 March, since that year has no such day.
  @Test(arguments: [
    ("2026-11-30", "2008-11-30", "2008-12-01"), ("2026-11-29", "2008-11-29", "2008-11-30"),
    ("2026-10-31", "2008-10-31", "2008-11-01"), ("2026-02-28", "2008-02-28", "2008-02-29"),
    ("2026-03-01", "2008-02-29", "2008-03-02"), ("2028-02-29", "2010-02-28", "2010-03-01"),
  ])
  func `an account can be opened from the eighteenth birthday on`(
    today: String, youngest: String, tooYoung: String
  ) {
    let tester = start(on: today)
    answer(tester, ["name": "Ada Lovelace", "user-name": "ada"])
    tester.expect("birthday", refuses: .text(tooYoung), with: .tooHigh)
    answer(tester, ["birthday": .text(youngest)])
    tester.expect("country")
  }

  @Test func `the 249 countries of ISO 3166-1 are offered, each by its name`() {
    let codes = Set(Countries.codes)
    #expect(codes.count == 249 && Countries.codes.count == 249)
    #expect(codes.isSuperset(of: ["AQ", "AX", "BQ", "FR", "GB", "PS", "SS", "SX", "TW", "UM"]))
    #expect(codes.isDisjoint(with: ["AC", "CP", "CQ", "DG", "EA", "EU", "IC", "TA", "UK", "XK"]))
    for locale in ["en_GB", "ru_RU"] {
      let environment = FlowEnvironment(
        locale: Locale(identifier: locale), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
      let unnamed = codes.filter { Countries.name(of: $0, in: environment) == $0 }
      #expect(unnamed.isEmpty, "\(locale)")
    }
  }

  @Test(arguments: [
    ("12 34-567/8", "12345678"), ("be 0123.456.789", "BE0123456789"), ("X1Y2", "X1Y2"),
  ])
  func `a tax number is read however it is printed, and recorded without what separates it`(
    typed: String, recorded: String
  ) throws {
    let screen = TaxNumberScreen("tax-number")
    let accepted = try screen.read(.text(typed), in: .current).get()
    #expect(accepted.value == recorded)
    #expect(accepted.recorded == .string(recorded))
    #expect(try screen.read(.json(accepted.recorded), in: .current).get().value == recorded)
  }

  private static let noTaxNumbers: [(String, Refusal.Code)] = [
    ("", .empty), ("- /", .empty), ("1 2 3", .tooShort), ("123456789012345678901", .tooLong),
    ("none", "not-a-tax-number"), ("№ 12345", "not-a-tax-number"),
    ("АВ1234", "not-a-tax-number"),
  ]

  @Test(arguments: noTaxNumbers)
  func `what is not a tax number is refused`(typed: String, code: Refusal.Code) {
    let answer = TaxNumberScreen("tax-number").read(.text(typed), in: .current)
    guard case .failure(let refusal) = answer else {
      Issue.record("“\(typed)” was accepted")
      return
    }
    #expect(refusal.code == code)
  }

  @Test func `programs get the kind of the tax number and its schema`() {
    guard case .custom(let kind) = TaxNumberScreen("tax-number").kind(in: .current) else {
      Issue.record("it is of a kind of the engine's")
      return
    }
    #expect(kind.name == "tax-number")
    #expect(kind.schema["pattern"] == "^[A-Z0-9]{4,20}$")
  }

  @Test func `accounts that cannot be read are told in words`() async throws {
    try folder.write("no account\n", to: "accounts.jsonl")
    let found = await #expect(throws: RegistryProblem.self) {
      try await registry.isTaken("ada")
    }
    let problem = try #require(found)
    let english = FlowEnvironment(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
    let text = problem.text.resolved(in: english).text
    #expect(text.contains("cannot be read") && text.contains(folder.path), "\(text)")
    #expect(!problem.description.contains("Domain="))
  }

  @Test func `accounts that cannot be saved hold the session, and no account was opened`() throws {
    let file = URL(filePath: try folder.write("", to: "file")).appending(path: "accounts.jsonl")
    let tester = FlowTester(OpenAccountFlow(registry: Registry(file: file)))
    apply(tester, as: "ada")
    let hold = try #require(tester.expectHeld(by: "account"))
    #expect(hold.text?.hasPrefix("Nothing can be saved in “\(folder.file("file"))”") == true)
    #expect(!hold.mayHaveBeenDone)
    tester.resolve(.cancel)
  }
}
