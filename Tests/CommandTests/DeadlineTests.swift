import ArgumentParser
import Dispatch
import Flowline
import FlowlineTerminal
import Foundation
import Glibc
import Synchronization
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
///
/// It counts what the flow pays, also after it was given up.
final class Trap: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)
  private let paidOrParked = DispatchSemaphore(value: 0)
  private let unparked = DispatchSemaphore(value: 0)
  private let paid = Atomic(0)
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
    } parking: { [paidOrParked, unparked] in
      paidOrParked.signal()
      unparked.wait()
    }
  }

  /// How often it was paid.
  var payments: Int { paid.load(ordering: .relaxed) }

  func pay() -> String {
    paid.add(1, ordering: .relaxed)
    paidOrParked.signal()
    return "paid"
  }

  /// Waits until it is paid, or somebody is parked who was about to pay.
  func waitForPayment() { paidOrParked.wait() }

  /// Lets the one who is parked go on.
  func unpark() { unparked.signal() }

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
    case body, behindAnswer, loopingLoad, silentLoad, behindLoad, child, check, besideWait
    case beforeCommit, commit, behindCommit
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
    case .besideWait: _ = try await context.all(Waiter(), Loader(trap: trap))
    case .beforeCommit:
      _ = try await context.load("rates") { [trap] in
        trap.hold()
        return 1
      }
      return try await context.commit("pay") { [trap] _ in trap.pay() }
    case .commit:
      return try await context.commit("pay") { [trap] _ in
        trap.hold()
        return trap.pay()
      }
    case .behindCommit:
      _ = try await context.commit("pay") { [trap] _ in trap.pay() }
      trap.hold()
    }
    return city
  }

  struct Waiter: Flow {
    let id: FlowID = "waiter"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("approval", for: String.self)
    }
  }

  struct Loader: Flow {
    let id: FlowID = "loader"
    let trap: Trap

    func run(_ context: FlowContext) async throws -> Int {
      try await context.load("rates") { [trap] in
        trap.hold()
        return 1
      }
    }
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

/// Takes a secret and a yes, which is recorded in another form than it is typed, and gets no further.
struct Agreement: Flow {
  enum Place: CaseIterable {
    case body, load, check
  }

  let id: FlowID = "agreement"
  let place: Place
  let trap: Trap

  func run(_ context: FlowContext) async throws -> Bool {
    _ = try await context.run(SecretScreen("pin", "PIN?"))
    let screen = ConfirmScreen("agree", "Do you agree?")
    switch place {
    case .body:
      let agrees = try await context.run(screen)
      trap.hold()
      return agrees
    case .load:
      let agrees = try await context.run(screen)
      _ = try await context.load("terms") { [trap] in
        await trap.suspend()
        return 1
      }
      return agrees
    case .check:
      return try await context.run(screen) { [trap] _ in
        await trap.suspend()
        return nil
      }
    }
  }
}

/// Runs for ever, and never lets its thread go.
///
/// It has no question: where it is does not depend on how far it came before the second was over.
private struct Looping: Flow {
  let id: FlowID = "looping"

  func run(_ context: FlowContext) async throws -> String {
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
      // A wait for something outside is under way longer, and keeps nobody.
      (.besideWait, "trapped/loader/rates", "load", "“trapped/loader/rates” is still loading."),
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
    // Customers cannot correct a service, nor a flow that only waits for it.
    let remedy =
      effect == nil
      ? "If it never ends, correct the flow there."
      : "Check the connection, or allow more seconds with --within."
    #expect(text.comment.hasSuffix(remedy), "\(text.comment)")
    let schema = DescriptionSchema(
      entry: entry, description: description, environment: environment, comment: text.comment)
    let standing = try #require(schema.json["x-flowline"])
    #expect(standing["state"] == "timed-out" && standing["at"] == JSONValue.string(path))
    #expect(standing["underWay"] == (effect ?? .null) && standing["isComplete"] == false)
  }

  @Test(arguments: Agreement.Place.allCases)
  func `what was answered by then is in its recorded form, and no secret is`(
    place: Agreement.Place
  ) throws {
    let trap = Trap()
    defer { trap.release() }
    var catalog = FlowCatalog()
    catalog.add(Agreement(place: place, trap: trap), summary: "An agreement.")
    let entry = try #require(catalog["agreement"])
    var answers = PreparedAnswers()
    answers.add("1234", for: "pin", from: .secret)
    answers.add("yes", for: "agree", from: .argument)
    let description = try Description(
      of: entry, in: environment, answers: answers, within: trap.deadline)
    #expect(description.questions.map(\.isAnswered) == [true, true])
    let text = DescriptionText(
      entry: entry, description: description, words: Words(environment, from: Program.texts))
    #expect(text.lines.contains("  Answered: (hidden)") && text.lines.contains("  Answered: true"))
    let schema = DescriptionSchema(
      entry: entry, description: description, environment: environment, comment: text.comment)
    #expect(schema.json["x-flowline"]?["state"] == "timed-out")
    #expect(schema.json["x-flowline"]?["answered"] == ["agree": true])
    #expect(!schema.json.text.contains("1234"))
  }

  @Test func `a process that describes a flow without an end says so, and ends`() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(124), observing: [\.standardErrorContent]
    ) {
      var catalog = FlowCatalog()
      catalog.add(Looping(), summary: "Round and round.")
      let line = ["describe", "looping", "--within", "1", "--lang", "en"]
      exit(FlowProgram("book", catalog).status(of: line))
    }
    let told = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(told.contains("Error: The time allowed by --within is over"), "\(told)")
    #expect(told.contains("after “looping”"), "\(told)")
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
