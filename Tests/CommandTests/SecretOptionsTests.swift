import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineProgram

/// Asks for a secret alone.
private struct Safe: Flow {
  let id: FlowID = "safe"

  func run(_ context: FlowContext) async throws -> String {
    let pin = try await context.run(SecretScreen("pin", "PIN?"))
    return pin.reveal() == "1234" ? "open" : "shut"
  }
}

/// Secrets on a command line.
struct SecretOptionsTests {
  private let folder: TemporaryFolder
  private let words = Usage.words(for: ["--lang", "en"])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("1234\n", to: "pin")
  }

  private func options(_ steps: String...) throws -> SecretOptions {
    try SecretOptions.parse(steps.flatMap { ["--secret", "\($0)=\(folder.file("pin"))"] })
  }

  /// Plays a script that has a secret, with what is given for it.
  private func replay(_ secrets: [StepID: String], updating: Bool = false) throws
    -> ReplayFile.Result
  {
    var catalog = FlowCatalog()
    catalog.add(Safe(), summary: "A safe.")
    let path = try folder.write(
      "flow safe 1\nanswer pin {\"redacted\":true}\nfinish \"open\"\n", to: "safe.flow")
    return try Program.$current.withValue(Program(name: "book", world: ProgramWorld(catalog))) {
      let world = try World(Settings(language: "en"), NoProgramOptions(), for: .listing)
      return ReplayFile(
        path: path, world: world, isLive: false, isUpdating: updating, secrets: secrets
      ).run()
    }
  }

  @Test(arguments: [
    ["run", "safe"], ["resume", "last"], ["deliver", "last", "paid"], ["describe", "safe"],
    ["replay", "safe.flow"], ["open", "flow:safe"],
  ])
  func `every command that may meet a secret takes it`(line: [String]) throws {
    let secret = ["--secret", "pin=fd:3"]
    #expect(throws: Never.self) {
      _ = try RootCommand<NoProgramOptions>.parseAsRoot(line + secret)
    }
    // Neither a step without a file nor a file without a step.
    for wrong in ["pin", "=pin", "a//b=pin"] {
      #expect(throws: (any Error).self) {
        _ = try RootCommand<NoProgramOptions>.parseAsRoot(line + ["--secret", wrong])
      }
    }
  }

  @Test func `a script takes a secret by the id of its step, one for each`() throws {
    #expect(try options("log-in/pin").readForScripts(words) == ["pin": "1234"])
    #expect(throws: AnswersFault.self) {
      try options("log-in/pin", "sign/pin").readForScripts(words)
    }
    #expect(
      try options("log-in/pin", "sign/pin").read(words).map(\.step) == ["log-in/pin", "sign/pin"])
  }

  @Test func `a script with a secret plays with what is given, and says what to give`() throws {
    #expect(try replay(["pin": "1234"]).verdict == .same)
    let wrong = try replay(["pin": "9876"])
    #expect(wrong.verdict == .different && !wrong.lines.joined().contains("9876"))
    for isUpdating in [false, true] {
      let missing = try replay([:], updating: isUpdating)
      #expect(missing.verdict == .unusable)
      #expect(missing.lines.joined().contains("--secret pin=FILE"), "\(missing.lines)")
    }
  }
}
