import Flowline
import FlowlineTerminal
import FoundationEssentials
import FoundationInternationalization
import Synchronization
import Testing

@testable import FlowlineProgram

/// Asks one thing under two paths, a list and a secret, and shows a page before it writes.
private struct Survey: Flow {
  let id: FlowID = "survey"
  var writes: Writes?

  func run(_ context: FlowContext) async throws -> String {
    _ = try await context.run(Place(id: "home"))
    _ = try await context.run(Place(id: "office"))
    let days = [Option("sat", 6), Option("sun", 7)]
    _ = try await context.run(MultipleChoiceScreen("days", "Which days?", options: days))
    _ = try await context.run(ReviewScreen("look", "Look.", page: []))
    _ = try await context.run(SecretScreen("pin", "PIN?"))
    return try await context.commit("save") { [writes] _ in
      writes?.count.add(1, ordering: .relaxed)
      return "saved"
    }
  }
}

/// How often something was written.
private final class Writes: Sendable {
  let count = Atomic(0)
}

/// Writes in two children at once.
private struct Pair: Flow {
  struct Child: Flow {
    let id: FlowID
    let writes: Writes

    func run(_ context: FlowContext) async throws -> Int {
      try await context.commit("save") { [writes] _ in
        writes.count.add(1, ordering: .relaxed).newValue
      }
    }
  }

  let id: FlowID = "pair"
  let writes: Writes

  func run(_ context: FlowContext) async throws -> Int {
    let numbers = try await context.all(
      Child(id: "home", writes: writes), Child(id: "office", writes: writes))
    return numbers.0 + numbers.1
  }
}

private struct Place: Flow {
  let id: FlowID

  func run(_ context: FlowContext) async throws -> String {
    try await context.run(TextScreen("city", "Which city?"))
  }
}

/// Shows pages for ever.
private struct Endless: Flow {
  let id: FlowID = "endless"

  func run(_ context: FlowContext) async throws -> String {
    while true { _ = try await context.run(ReviewScreen("page", "On and on.", page: [])) }
  }
}

/// Asks, and then waits for an approval or for a day.
private struct Patient: Flow {
  let id: FlowID = "patient"
  let isEvent: Bool

  func run(_ context: FlowContext) async throws -> String {
    let city = try await context.run(TextScreen("city", "Which city?"))
    if isEvent { return try await context.wait("approval", for: String.self) }
    try await context.wait("day", until: Date(timeIntervalSince1970: 32_503_716_000))
    return city
  }
}

private struct Trip: Flow {
  let id: FlowID = "trip"

  func run(_ context: FlowContext) async throws -> Int {
    try await context.run(
      ChoiceScreen(
        "way", "Which way?",
        options: [
          Option("sea", 1, label: "By sea", detail: "two days"),
          Option("mountain", 2, label: "Over the top", detail: "one day"),
          Option("none", 3, label: "Not at all"),
        ]))
  }
}

struct DescriptionTests {
  private let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

  private func describe(
    _ flow: some Flow, _ answers: [(String, Answer)], secret: Set<String>
  ) throws -> (Description, JSONValue) {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "A survey.")
    let entry = try #require(catalog[flow.id])
    var prepared = PreparedAnswers()
    for (step, answer) in answers {
      prepared.add(answer, for: step, from: secret.contains(step) ? .secret : .file)
    }
    let description = try Description(
      of: entry, in: environment, answers: prepared, within: .unlimited)
    let schema = DescriptionSchema(
      entry: entry, description: description, environment: environment, comment: "")
    return (description, schema.json)
  }

  private func file(_ answers: [(String, Answer)]) throws -> JSONValue {
    try describe(Survey(), answers, secret: ["pin"]).1
  }

  @Test func `steps of the same id are told apart by their paths`() throws {
    let schema = try file([("home/city", "York")])
    #expect(
      schema["required"] == ["survey/home/city", "survey/office/city"])
    #expect(schema["x-flowline"]?["answered"] == ["survey/home/city": "York"])
    #expect(schema["x-flowline"]?["next"] == "survey/office/city")
  }

  @Test func `an answer that is a list stands in a list, a page asks for nothing`() throws {
    let schema = try file([
      ("home/city", "York"), ("office/city", "Leeds"), ("days", .json(["sat", "sun"])),
    ])
    #expect(schema["properties"]?["days"]?["type"] == "array")
    #expect(schema["x-flowline"]?["answered"]?["days"] == [["sat", "sun"]])
    #expect(schema["x-flowline"]?["next"] == "pin")
    #expect(schema["properties"]?["look"] == nil)
    guard case .array(let pages)? = schema["x-flowline"]?["pages"] else {
      Issue.record("no pages")
      return
    }
    #expect(pages.map { $0["path"] } == [["survey", "look"]])
  }

  @Test func `a secret is answered and never told, and what would be written is not`() throws {
    let schema = try file([
      ("home/city", "York"), ("office/city", "Leeds"), ("days", "1"), ("pin", "1234"),
    ])
    #expect(schema["x-flowline"]?["state"] == "before-commit")
    #expect(schema["x-flowline"]?["commit"] == "survey/save")
    #expect(schema["x-flowline"]?["isComplete"] == true)
    #expect(!schema.text.contains("1234"))
  }

  @Test func `nothing is written, also not by children at once`() throws {
    let writes = Writes()
    let answers: [(String, Answer)] = [
      ("home/city", "York"), ("office/city", "Leeds"), ("days", "1"), ("pin", "1234"),
    ]
    let (survey, _) = try describe(Survey(writes: writes), answers, secret: ["pin"])
    #expect(survey.questions.filter(\.isAnswered).count == 4)
    let (pair, schema) = try describe(Pair(writes: writes), [], secret: [])
    guard case .writes = survey.standing, case .writes = pair.standing else {
      Issue.record("\(survey.standing), \(pair.standing)")
      return
    }
    #expect(schema["x-flowline"]?["commit"] == "pair/home/save")
    #expect(writes.count.load(ordering: .relaxed) == 0)
  }

  @Test func `a secret for a question that is none is not used`() throws {
    let (description, _) = try describe(Survey(), [("home/city", "York")], secret: ["home/city"])
    guard case .asks(let prompt) = description.standing else {
      Issue.record("it asks nothing")
      return
    }
    #expect(prompt.path.description == "survey/home/city")
  }

  @Test func `choices, their labels and what is said of them stand below each other`() throws {
    var catalog = FlowCatalog()
    catalog.add(Trip(), summary: "A trip.")
    let entry = try #require(catalog["trip"])
    let (description, _) = try describe(Trip(), [], secret: [])
    let text = DescriptionText(
      entry: entry, description: description, words: Words(environment, from: Program.texts))
    let choices = text.lines.filter { $0.hasPrefix("    ") }
    #expect(
      choices == [
        "    sea       By sea        two days", "    mountain  Over the top  one day",
        "    none      Not at all",
      ])
  }

  @Test func `a flow that shows pages for ever is left`() throws {
    let (description, schema) = try describe(Endless(), [], secret: [])
    guard case .endless = description.standing else {
      Issue.record("it ended")
      return
    }
    #expect(schema["x-flowline"]?["state"] == "endless")
  }

  @Test(arguments: [true, false])
  func `a flow that waits says for what, and is not complete`(isEvent: Bool) throws {
    let flow = Patient(isEvent: isEvent)
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Patience.")
    let entry = try #require(catalog["patient"])
    let (description, schema) = try describe(flow, [("city", "York")], secret: [])
    let standing = try #require(schema["x-flowline"])
    #expect(standing["state"] == "waiting" && standing["isComplete"] == false)
    guard case .array(let waits)? = standing["waits"] else {
      Issue.record("nothing is waited for")
      return
    }
    let (id, kind): (JSONValue, JSONValue) =
      isEvent ? ("approval", "event") : ("day", "moment")
    #expect(waits.map { $0["id"] } == [id] && waits.map { $0["kind"] } == [kind])
    let text = DescriptionText(
      entry: entry, description: description, words: Words(environment, from: Program.texts))
    let told = isEvent ? "Waiting for “approval”." : "Waiting until 1 Jan 3000"
    #expect(text.comment.contains(told), "\(text.comment)")
  }
}

struct ShellWordTests {
  @Test(arguments: [
    ("name=Bike", "name=Bike"), ("имя=Я", "имя=Я"), ("name=A bike", "'name=A bike'"),
    ("it's", #"'it'\''s'"#), ("", "''"), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"),
  ])
  func `words are quoted where a shell would see something else`(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
    #expect(ShellWord.areOptions("--data \(quoted) --bank x"))
  }

  @Test func `a mark behind a quote hides no quote`() {
    #expect(ShellWord.quoted("a'\u{301}b") == "'a'\\''\u{301}b'")
  }

  @Test(arguments: [
    "http://x; touch y", "$(id)", "`id`", "a  b", "'a", "a\\", "\"a\"", "~/.token", "a\nb",
    "'a'",
    "'a\u{1B}[' m", "'a\u{202E}b'", "'a b'c", "a' 'b", "a|b", "", " a",
  ])
  func `what a shell would obey, or nobody would see, is no options`(text: String) {
    #expect(!ShellWord.areOptions("--bank \(text)"))
    #expect(!ShellWord.areOptions(text))
  }

  @Test(arguments: [
    ("--data /home/ada/bank", true), ("--bank x --data 'a b'", true),
    ("customer a4edfab4", false), ("'--data' x", false), ("sandbox, ada@example.com", false),
  ])
  func `the world of a server's customer is no options`(world: String, areOptions: Bool) {
    #expect(ShellWord.areOptions(world) == areOptions)
  }
}
