import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineProgram

/// What is said of a kept session before anything of it runs.
struct ResumeCheckTests {
  private static let head = """
    format 2
    flow claim 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    world "--data there"
    session 5aebabd1-45c0-4f17-a694-ff70aac3108a


    """
  private static let lunch = FileContents(Array("%PDF-1.4\n".utf8), named: "lunch.pdf").file

  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }
  private var path: String { "\(folder)/claim.flow" }

  init() throws { temporary = try TemporaryFolder() }

  /// Writes a file with these rights.
  private func write(_ text: String, to path: String, mode: Int = 0o600) throws {
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    try #require(isWritten)
  }

  /// Looks into a session in a file.
  private func check<Result>(
    _ script: String = ResumeCheckTests.head, _ settings: Settings = Settings(),
    _ arguments: [String] = [],
    in world: String = "--data there", mode: Int = 0o600, _ look: (ResumeCheck?) throws -> Result
  ) throws -> Result {
    try write(script, to: path, mode: mode)
    var settings = settings
    settings.language = "en"
    let program = Program(name: "book", world: ProgramWorld(FlowCatalog(), name: world))
    return try Program.$current.withValue(program) {
      let store = OneFileStore(path: path)
      let session = try #require(try store.sessions().first)
      let record = try store.open(session.id)
      defer { record.close() }
      let run = SessionRun(
        try WalkOptions.parse(arguments + ["--no-input"]),
        in: try World(settings, NoProgramOptions(), for: .listing), keptIn: .file(path))
      return try look(try ResumeCheck(of: record, named: "claim.flow", in: run))
    }
  }

  @Test func `the settings that a session was started with are not spoken of`() throws {
    let settings = Settings(
      locale: "en_GB", timeZone: "Europe/London", now: "2026-11-20T12:00:00Z")
    try check(Self.head, settings, ["--answer", "name=Bike"]) { check in
      let check = try #require(check)
      let isResumed = check.refusal == nil
      #expect(isResumed && check.remarks == [])
    }
  }

  @Test func `other settings are named, with those of the session`() throws {
    let settings = Settings(locale: "de_DE", timeZone: "Asia/Tokyo", now: "2026-11-21T12:00:00Z")
    try check(Self.head, settings) { check in
      let check = try #require(check)
      let remark = try #require(check.remarks.first)
      let isResumed = check.refusal == nil
      #expect(isResumed && check.remarks.count == 1)
      for part in [
        "--locale en_GB --time-zone Europe/London --now 2026-11-20T12:00:00Z",
        "--locale de_DE --time-zone Asia/Tokyo --now 2026-11-21T12:00:00Z",
      ] {
        #expect(remark.contains(part), "\(remark)")
      }
    }
  }

  @Test(
    arguments: [
      ("de_DE", nil, nil, true), (nil, "Asia/Tokyo", nil, true),
      (nil, nil, "2026-11-21T12:00:00Z", false),
    ] as [(String?, String?, String?, Bool)])
  func `answers are not read by other settings than the command line has`(
    locale: String?, timeZone: String?, now: String?, isRefused: Bool
  ) throws {
    let settings = Settings(locale: locale, timeZone: timeZone, now: now)
    try check(Self.head, settings, ["--answer", "target=2.500,50"]) { check in
      let refusal = try #require(check).refusal
      let status: FlowlineProgram.ExitStatus? = isRefused ? .usage : nil
      let code: JSONValue? = isRefused ? "settings" : nil
      #expect(refusal?.status == status)
      #expect(refusal?.error["code"] == code)
    }
  }

  @Test func `files without contents are named with their place before anything runs`() throws {
    let script = "\(Self.head)answer receipt \(Self.lunch.json.text)\n"
    let place = "\(path).\(Self.lunch.digest.fileName)"
    try check(script) { check in
      let check = try #require(check)
      let refusal = try #require(check.refusal)
      #expect(refusal.status == .failed && refusal.error["code"] == "missing-file")
      let message = try #require(refusal.messages.first)
      #expect(message.contains("“lunch.pdf”") && message.contains(place), "\(message)")
    }
    try write("%PDF-1.4\n", to: place)
    try check(script) { check in
      let isResumed = try #require(check).refusal == nil
      #expect(isResumed)
    }
  }

  @Test func `a file that others can read is told with the command that closes it`() throws {
    try check(mode: 0o644) { check in
      let remarks = try #require(check).remarks
      #expect(remarks.count == 1)
      #expect(remarks.first?.hasSuffix("chmod go-rwx \(ShellWord.quoted(path))") == true)
    }
  }

  @Test func `of a session of another world nothing is said but that`() throws {
    try check(Self.head, Settings(locale: "de_DE"), in: "--data here", mode: 0o644) { check in
      let isSilent = check == nil
      #expect(isSilent)
    }
  }

  @Test(arguments: [
    ("--data there", "To see it in words: book resume "),
    ("customer 38d7", "belongs to “customer 38d7”"),
  ])
  func `why the result of another world has no words is said`(world: String, said: String) throws {
    let script = Self.head.replacing("--data there", with: world) + "finish 1\n"
    try write(script, to: path)
    let program = Program(name: "book", world: ProgramWorld(FlowCatalog(), name: "--data here"))
    try Program.$current.withValue(program) {
      let store = OneFileStore(path: path)
      let session = try #require(try store.sessions().first)
      let record = try store.open(session.id)
      defer { record.close() }
      let ending = RunEnding(
        try #require(session.end), of: record, given: try AnswerOptions.parse([]),
        keptIn: .file(path),
        in: try World(Settings(language: "en"), NoProgramOptions(), for: .listing))
      let output: JSONValue = 1
      #expect(ending.output == output)
      #expect(ending.messages.count == 1 && ending.messages[0].contains(said), "\(ending.messages)")
    }
  }
}
