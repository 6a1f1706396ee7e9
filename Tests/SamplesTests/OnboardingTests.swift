import Foundation
import TestSupport
import Testing

/// Opening an account from the command line, with a registry that two customers write to.
struct OnboardingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("correct horse", to: "password")
  }

  private func onboarding(
    _ arguments: [String], answers: KeyValuePairs<String, String>
  ) async throws -> BuiltProgram.Result {
    let given = answers.flatMap { ["--answer", "\($0.key)=\($0.value)"] }
    let secret = ["--no-input", "--secret", "password=\(folder.file("password"))"]
    let places = ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path) }
    var program = BuiltProgram("Onboarding", arguments + secret + given)
    program.environment = Dictionary(
      uniqueKeysWithValues: places + [("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
    return try await program.run()
  }

  /// Answers all questions before the confirmation.
  private func apply(
    _ name: String, as userName: String = "ada", _ options: String...
  ) async throws -> BuiltProgram.Result {
    try await onboarding(
      ["run", "open-account"] + options,
      answers: [
        "name": name, "user-name": userName, "birthday": "1990-12-09", "country": "GB",
        "household": "1", "purposes": "all", "income": "1", "share": "1", "remarks": "",
        "has-document": "no",
      ])
  }

  @Test func `a user name that is taken before the account is opened is asked for again`()
    async throws
  {
    let late = try await apply("Ada Late")
    #expect(late.status == 3 && late.errors.contains("“confirm” needs an answer"), "\(late.errors)")
    let early = try await apply("Ada Early")
    #expect(early.status == 3, "\(early.errors)")
    let opened = try await onboarding(["resume"], answers: ["confirm": "yes", "welcome": ""])
    #expect(opened.lines == ["Account 1100000 is open. Your username is “ada”."])

    let refused = try await onboarding(["resume"], answers: ["confirm": "yes", "taken": ""])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("“user-name” needs an answer"), "\(refused.errors)")
    #expect(!refused.errors.contains("not known"), "\(refused.errors)")
    let same = try await onboarding(["resume"], answers: ["user-name": "ada"])
    #expect(same.status == 3 && same.errors.contains("already taken"), "\(same.errors)")

    let second = try await onboarding(
      ["resume"], answers: ["user-name": "lovelace", "confirm": "yes", "welcome": ""])
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.lines == ["Account 1100001 is open. Your username is “lovelace”."])
  }

  @Test func `somebody who seems to be a customer is asked about it, and may be another person`()
    async throws
  {
    #expect(try await apply("Ada").status == 3)
    let opened = try await onboarding(["resume"], answers: ["confirm": "yes", "welcome": ""])
    #expect(opened.status == 0, "\(opened.errors)")

    let again = try await apply("Ada", as: "lovelace")
    let words = again.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(again.status == 3)
    #expect(words.contains("born on this day, already has an account"), "\(again.errors)")
    #expect(!words.contains("“confirm” needs an answer"))
    let other = try await apply("Ada", as: "lovelace", "--accept-warnings")
    #expect(other.errors.contains("“confirm” needs an answer"), "\(other.errors)")
  }

  @Test func `an account that cannot be written down was certainly not opened`() async throws {
    #expect(try await apply("Ada").status == 3)
    try FileManager.default.createDirectory(
      atPath: folder.file("onboarding"), withIntermediateDirectories: true)
    try folder.write("no account\n", to: "onboarding/accounts.jsonl")
    let result = try await onboarding(["resume"], answers: ["confirm": "yes"])
    #expect(result.status == 1)
    #expect(result.errors.contains("was not sent"), "\(result.errors)")
    #expect(!result.errors.contains("not known"), "\(result.errors)")
  }
}
