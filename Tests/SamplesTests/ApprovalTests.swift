import Foundation
import TestSupport
import Testing

/// A flow that waits for a second person, from the command line: both write to the same kept session.
struct ApprovalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func approval(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await approval(arguments)
  }

  private func approval(_ arguments: [String]) async throws -> BuiltProgram.Result {
    let places = ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path) }
    var program = BuiltProgram("Approval", arguments)
    program.environment = Dictionary(
      uniqueKeysWithValues: places + [("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
    return try await program.run()
  }

  private static let yes = #"{"by":"Ann","isGranted":true}"#

  private func begin() async throws {
    let result = try await approval(
      "run", "expense", "--answer", "purpose=Train", "--answer", "amount=120", "--no-input")
    #expect(result.status == 3)
    #expect(result.errors.contains("“withdraw” needs an answer"))
  }

  @Test func `an approval that is delivered ends the flow, and tells the result`() async throws {
    try await begin()
    let result = try await approval("deliver", "last", "approval", Self.yes, "--key", "mail-1")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines == ["Train, 120: approved by Ann"])
    #expect(result.errors.contains("Delivered."))
    // It is told, and so it is forgotten.
    let again = try await approval("deliver", "last", "approval", Self.yes, "--key", "mail-1")
    #expect(again.status == 2)
    #expect(again.errors.contains("A session that has ended is forgotten"), "\(again.errors)")
    #expect(again.errors.contains("Nothing was delivered"), "\(again.errors)")
  }

  @Test func `the event that ended a session is known when it is sent again`() async throws {
    let file = folder.path + "/expense.flow"
    let begun = try await approval(
      "run", "expense", "--answer", "purpose=Train", "--answer", "amount=120",
      "--stop-at-missing", file)
    #expect(begun.status == 3, "\(begun.errors)")
    for _ in 1...2 {
      let result = try await approval("deliver", file, "approval", Self.yes, "--key", "mail-1")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.lines == ["Train, 120: approved by Ann"])
      #expect(result.errors.contains("Delivered."))
    }
    let again = try await approval(
      "deliver", file, "approval", Self.yes, "--key", "mail-1", "--json")
    #expect(again.output.contains(#""delivered":true"#) && again.output.contains(#""taken":true"#))
    #expect(again.output.contains(#""status":"finished""#))
    let other = try await approval(
      "deliver", file, "approval", #"{"by":"Bob","isGranted":true}"#, "--key", "mail-1")
    #expect(other.status == 1 && other.errors.contains("with something else"), "\(other.errors)")
    let new = try await approval("deliver", file, "approval", Self.yes, "--json")
    #expect(new.status == 1 && new.output.contains(#""delivered":false"#))
    #expect(new.output.contains(#""code":"session-ended""#))
  }

  @Test func `what the flow does not wait for is kept, and the session still asks`() async throws {
    try await begin()
    let result = try await approval("deliver", "last", "other", "1", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["delivered"] as? Bool == true)
    #expect(object["taken"] as? Bool == false)
    #expect(object["status"] as? String == "missing")
    #expect(object["step"] as? String == "withdraw")
    #expect(object["error"] is NSNull)
    #expect(object["session"] is String)
    let waits = try #require(object["waits"] as? [[String: Any]])
    #expect(waits.compactMap { $0["id"] as? String }.sorted() == ["approval", "deadline"])
    let told = try await approval("deliver", "last", "other", "2")
    #expect(told.errors.contains("Delivered for “other”, which nothing waits for yet"))
    #expect(told.errors.contains("the session waits for “approval”"), "\(told.errors)")
    #expect(told.errors.contains("The session now asks “withdraw”"))
    #expect(told.errors.contains("aiting until "), "\(told.errors)")
    #expect(told.errors.contains("approval resume "))
  }

  @Test func `an event that cannot be read or bears a key twice is refused, and the session stays`()
    async throws
  {
    try await begin()
    let unread = try await approval("deliver", "last", "approval", #"{"by":1}"#, "--json")
    #expect(unread.status == 1)
    #expect(unread.output.contains(#""code":"unreadable-event""#))
    #expect(unread.output.contains(#""delivered":false"#))
    #expect(unread.errors.contains("Approval was expected in by"))
    #expect(try await approval("deliver", "last", "other", "1", "--key", "a").status == 0)
    #expect(try await approval("deliver", "last", "other", "1", "--key", "a").status == 0)
    let other = try await approval("deliver", "last", "other", "2", "--key", "a")
    #expect(other.status == 1)
    #expect(other.errors.contains("with something else"))
    let end = try await approval("deliver", "last", "approval", Self.yes, "--key", "a")
    #expect(end.lines == ["Train, 120: approved by Ann"])
  }

  @Test func `a command line that names no session or no JSON is told`() async throws {
    #expect(try await approval("deliver", "last", "approval").status == 2)
    try await begin()
    let text = try await approval("deliver", "last", "approval", "Ann")
    #expect(text.status == 2)
    #expect(text.errors.contains("“Ann” is not JSON"))
    #expect(try await approval("deliver", "last", "").status == 2)
    #expect(try await approval("deliver", "zz", "approval").status == 2)
  }

  @Test func `a deadline that has passed while nobody was there ends the flow when it is resumed`()
    async throws
  {
    let run = try await approval(
      "run", "expense", "--now", "2020-01-01T09:00:00Z", "--answer", "purpose=Train", "--answer",
      "amount=120", "--no-input", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("expired"))
  }

  @Test func `a session that is resumed in another language continues in it from then on`()
    async throws
  {
    try await begin()
    for options in [["--lang", "ru"], []] {
      let result = try await approval(["resume", "last", "--no-input", "--json"] + options)
      #expect(result.status == 3)
      #expect(result.output.contains("Отозвать его?"), "\(result.output)")
      #expect(result.errors.contains("Шагу «withdraw» нужен ответ"), "\(result.errors)")
    }
  }

  @Test func `the result is data for programs, and words in the session's language for people`()
    async throws
  {
    let expense = [
      "run", "expense", "--lang", "ru", "--answer", "purpose=Поезд", "--answer", "amount=120",
      "--no-input",
    ]
    let withdrawn = try await approval(expense + ["--answer", "withdraw=yes"])
    #expect(withdrawn.lines == ["Поезд, 120: отозвано"])
    #expect(try await approval(expense).status == 3)
    let approved = try await approval("deliver", "last", "approval", Self.yes)
    #expect(approved.lines == ["Поезд, 120: одобрено (Ann)"], "\(approved.errors)")
    #expect(try await approval(expense).status == 3)
    let declined = try await approval(
      "deliver", "last", "approval", #"{"by":"Ann","isGranted":false}"#, "--json")
    let result = try #require(
      try JSONSerialization.jsonObject(with: Data(declined.output.utf8)) as? [String: Any])
    #expect(result["text"] as? String == "Поезд, 120: отклонено (Ann)", "\(declined.output)")
    let output = try #require(result["output"] as? [String: Any])
    #expect(output["purpose"] as? String == "Поезд")
    #expect(output["amount"] as? Int == 120)
    #expect(output["decision"] as? [String: [String: String]] == ["declined": ["by": "Ann"]])
  }

  @Test func `waiting, withdrawing and thinking better of it are ordinary answers`() async throws {
    let result = try await approval(
      "run", "expense", "--answer", "purpose=Train", "--answer", "amount=120", "--answer",
      "withdraw=no", "--answer", "withdraw=yes", "--no-input")
    #expect(result.lines == ["Train, 120: withdrawn"])
    #expect(result.status == 0)
  }
}
