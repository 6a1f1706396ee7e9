import ArgumentParser
import Dispatch
import Flowline
import FlowlineTerminal
import Foundation
import Glibc
import Testing

@testable import FlowlineProgram

extension Deadline {
  /// Waits for the work however long it takes.
  static let unlimited = Deadline {
    $0.wait()
    return true
  }
}

/// Where a flow does not get past, until a test lets it out; and the deadline that passes once it is there.
final class Trap: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)
  private let opening: (wait: AsyncStream<Void>, open: AsyncStream<Void>.Continuation)

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    opening = (stream, continuation)
  }

  /// Passes as soon as somebody is in the trap.
  var deadline: Deadline {
    Deadline { [reached] _ in
      reached.wait()
      return false
    }
  }

  /// Does not return, as an endless loop does not.
  func hold() {
    reached.signal()
    released.wait()
  }

  /// Suspends, and is not resumed.
  func suspend() async {
    reached.signal()
    for await _ in opening.wait {}
  }

  func release() {
    released.signal()
    opening.open.finish()
  }
}

/// Asks, and gets no further than its plan says.
struct Trapped: Flow {
  /// Where it is trapped.
  enum Place: String, CaseIterable {
    case body, behindAnswer, loopingLoad, silentLoad, behindLoad, child, check
  }

  let id: FlowID = "trapped"
  let place: Place
  let trap: Trap

  func run(_ context: FlowContext) async throws -> String {
    if place == .body { trap.hold() }
    let city = try await context.run(TextScreen("city", "Which city?"))
    switch place {
    case .body: break
    case .behindAnswer: trap.hold()
    case .loopingLoad:
      _ = try await context.load("rates") { [trap] in
        trap.hold()
        return 1
      }
    case .silentLoad:
      _ = try await context.load("rates") { [trap] in
        await trap.suspend()
        return 1
      }
    case .behindLoad:
      _ = try await context.load("rates") { 1 }
      trap.hold()
    case .child: _ = try await context.run(Child(trap: trap))
    case .check:
      return try await context.run(TextScreen("street", "Which street?")) { [trap] _ in
        await trap.suspend()
        return nil
      }
    }
    return city
  }

  struct Child: Flow {
    let id: FlowID = "inner"
    let trap: Trap

    func run(_ context: FlowContext) async throws -> Int {
      trap.hold()
      return 1
    }
  }
}

/// Runs for ever behind its question, and never lets its thread go.
private struct Looping: Flow {
  let id: FlowID = "looping"

  func run(_ context: FlowContext) async throws -> String {
    _ = try await context.run(TextScreen("city", "Which city?"))
    var turns: UInt64 = 0
    while true { turns &+= 1 }
  }
}

/// Commands that run flows which never come to an end.
struct DeadlineTests {
  private let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

  @Test func `work that is over in time has its result, and knows its program`() {
    Program.$current.withValue(Program(name: "book")) {
      #expect(Deadline.unlimited.value { Program.name } == "book")
    }
  }

  @Test func `work that is not over in time is not waited for`() {
    let trap = Trap()
    let value = trap.deadline.value { () -> Int in
      trap.hold()
      return 1
    }
    #expect(value == nil)
    trap.release()
  }

  @Test(
    arguments: [
      (
        .body, "trapped", nil,
        "code is still running, without a question or a load after “trapped”."
      ),
      (.behindAnswer, "trapped/city", nil, "a question or a load after “trapped/city”."),
      (.loopingLoad, "trapped/rates", "load", "“trapped/rates” is still loading."),
      (.silentLoad, "trapped/rates", "load", "“trapped/rates” is still loading."),
      (.behindLoad, "trapped/rates", nil, "a question or a load after “trapped/rates”."),
      (.child, "trapped/inner", nil, "a question or a load after “trapped/inner”."),
      (.check, "trapped/street", "check", "the answer to “trapped/street” is still being checked."),
    ] as [(Trapped.Place, String, JSONValue?, String)])
  func `a description ends, and says how far the flow came`(
    place: Trapped.Place, path: String, effect: JSONValue?, words: String
  ) throws {
    let trap = Trap()
    defer { trap.release() }
    var catalog = FlowCatalog()
    catalog.add(Trapped(place: place, trap: trap), summary: "A trap.")
    let entry = try #require(catalog["trapped"])
    var answers = PreparedAnswers()
    answers.add("York", for: "city", from: .argument)
    answers.add("High Street", for: "street", from: .argument)
    let description = try Description(
      of: entry, in: environment, answers: answers, within: trap.deadline)
    #expect(!description.isComplete)
    #expect(description.questions.allSatisfy { $0.isAnswered })
    if place == .body {
      #expect(description.questions.isEmpty)
    } else {
      #expect(description.questions.first?.answer == "York")
    }
    let text = DescriptionText(
      entry: entry, description: description, words: Words(environment, from: Program.texts))
    #expect(text.comment.contains(words), "\(text.comment)")
    #expect(text.comment.hasSuffix("If it never ends, correct the flow there."))
    let schema = DescriptionSchema(
      entry: entry, description: description, environment: environment, comment: text.comment)
    let standing = try #require(schema.json["x-flowline"])
    #expect(standing["state"] == "timed-out" && standing["at"] == JSONValue.string(path))
    #expect(standing["underWay"] == (effect ?? .null) && standing["isComplete"] == false)
  }

  @Test func `a process that describes a flow without an end says so, and ends`() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(124),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      var catalog = FlowCatalog()
      catalog.add(Looping(), summary: "Round and round.")
      let line = ["describe", "looping", "--answer", "city=York", "--within", "1", "--lang", "en"]
      exit(FlowProgram("book", catalog).status(of: line))
    }
    let told = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(told.contains("Error: The time allowed by --within is over"), "\(told)")
    #expect(told.contains("after “looping/city”"), "\(told)")
    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(printed.contains(#"Answered: "York""#), "\(printed)")
  }

  @Test(
    arguments: [
      (Trapped.Place.silentLoad, "“trapped/rates” is still loading."),
      (.behindAnswer, "after “trapped/city”."),
    ] as [(Trapped.Place, String)])
  func `a script that does not end is not waited for`(
    place: Trapped.Place, words: String
  ) throws {
    let trap = Trap()
    defer { trap.release() }
    var catalog = FlowCatalog()
    catalog.add(Trapped(place: place, trap: trap), summary: "A trap.")
    let path = FileManager.default.temporaryDirectory
      .appending(path: "flowline-trapped-\(UUID().uuidString).flow").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script = "flow trapped 1\nanswer city \"York\"\nfinish \"York\"\n"
    let isWritten = FileManager.default.createFile(
      atPath: path, contents: Data(script.utf8), attributes: [.posixPermissions: 0o600])
    try #require(isWritten)
    let program = Program(name: "book", world: ProgramWorld(catalog))
    let result = try Program.$current.withValue(program) {
      let world = try World(Settings(language: "en"), NoProgramOptions(), for: .listing)
      return ReplayFile(
        path: path, world: world, isLive: false, isUpdating: false, secrets: [:],
        deadline: trap.deadline
      ).run()
    }
    #expect(result.verdict == .unusable && result.lines.count == 1)
    #expect(result.lines[0].hasPrefix("\(path): not replayed. "), "\(result.lines)")
    #expect(result.lines[0].contains(words), "\(result.lines)")
  }

  @Test(arguments: ["describe", "replay"], ["0", "-1", "soon", "1.5", "86401"])
  func `seconds are a whole number`(command: String, value: String) {
    typealias Root = RootCommand<NoProgramOptions>
    let line = [command, "x", "--within", value]
    do {
      _ = try Root.parseAsRoot(line)
      Issue.record("\(value) is allowed")
    } catch {
      let told = Root.usageError(Root.message(for: error), in: line)
      #expect(told.contains(Usage.words()("usage.within")), "\(told)")
    }
  }
}
