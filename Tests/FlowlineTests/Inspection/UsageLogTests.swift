import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Which usage events are reported, and what they contain.
struct UsageLogTests {
  private struct Order: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Name?"))
      let drink = try await context.run(Drink())
      guard name != "Eve" else { throw SampleError(words: "no tea for Eve") }
      return "\(drink) for \(name)"
    }
  }

  private struct Drink: Flow {
    let id: FlowID = "drink"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        ChoiceScreen("kind", "Tea?", options: [Option("tea", "tea"), Option("none", "none")]))
    }
  }

  private struct SampleError: Error {
    let words: String
  }

  private final class Told: Sendable {
    private let events = Mutex<[UsageEvent]>([])
    let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_000))

    var log: UsageLog {
      UsageLog(clock: clock) { event in self.events.withLock { $0.append(event) } }
    }
    var all: [UsageEvent] { events.withLock { $0 } }
    var lines: [String] {
      all.map { event in
        ([event.kind.name, event.flow.rawValue] + event.step.map(\.rawValue)).joined(separator: " ")
      }
    }
  }

  private func catalog(_ told: Told) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(Order(), summary: "Orders")
    return catalog.observed(by: told.log)
  }

  @Test func `starts, questions and the end are reported with their times`() throws {
    let told = Told()
    let controller = FlowController()
    try #require(catalog(told)["order"]).start(in: controller, SessionOptions(environment: .test))
    told.clock.advance(to: told.clock.now.addingTimeInterval(1.5))
    controller.answer(.text("Ann"))
    told.clock.advance(to: told.clock.now.addingTimeInterval(0.25))
    controller.answer(.text("tea"))
    #expect(
      told.lines == [
        "started order", "asked order name", "asked order drink kind", "finished order",
      ])
    #expect(told.all.map(\.milliseconds) == [0, 0, 1_500, 1_750])
    #expect(Set(told.all.map(\.session)) == [controller.journal.head.session])
    let asked = try #require(told.all.dropFirst(2).first)
    #expect(
      asked.json.text == """
        {"at":"1970-01-01T00:16:41.500Z","event":"asked","flow":"order","kind":"choice",\
        "milliseconds":1500,"session":"\(asked.session.uuidString.lowercased())","step":"drink/kind"}
        """)
    #expect(!told.all.map(\.json.text).joined().contains("Ann"))
  }

  @Test func `the ending is reported without its message`() throws {
    for (name, event) in [("Eve", "failed order"), ("Ann", "cancelled order")] {
      let told = Told()
      let controller = FlowController()
      try #require(catalog(told)["order"]).start(in: controller, SessionOptions(environment: .test))
      controller.answer(.text(name))
      if name == "Ann" {
        controller.cancel()
        if controller.isRunning { controller.cancel() }
      } else {
        controller.answer(.text("tea"))
      }
      #expect(told.lines.last == event)
      #expect(!told.all.map(\.json.text).joined().contains("no tea"))
    }
  }

  @Test func `a resumed session is not reported as started`() throws {
    let first = Told()
    let controller = FlowController()
    try #require(catalog(first)["order"]).start(in: controller, SessionOptions(environment: .test))
    controller.answer(.text("Ann"))
    let (second, other) = (Told(), FlowController())
    try #require(catalog(second)["order"]).start(
      in: other, SessionOptions(journal: controller.journal))
    #expect(other.isRunning)
    #expect(second.lines == ["resumed order", "asked order drink kind"])
  }

  @Test func `the variant is reported`() throws {
    let told = Told()
    var catalog = FlowCatalog()
    let long: any Flow<String> = Order().named("long")
    catalog.add(
      "order", title: "Order", summary: "Orders", variants: [Order(), long],
      choosing: VariantRule { _ in "long" })
    let controller = FlowController()
    try #require(catalog.observed(by: told.log)["order"]).start(
      in: controller, SessionOptions(environment: .test))
    #expect(told.all.map(\.variant) == ["long", "long"])
    #expect(told.all.map(\.flow) == ["order", "order"])
  }

  @Test func `previews and replays are not reported`() throws {
    let told = Told()
    var options = SessionOptions(environment: .test)
    options.carriesOutCommits = false
    try #require(catalog(told)["order"]).start(in: FlowController(), options)
    let controller = FlowController()
    try #require(catalog(Told())["order"]).start(in: controller, SessionOptions(environment: .test))
    try #require(catalog(told).answering(from: controller.journal)["order"]).start(
      in: FlowController(), SessionOptions(environment: .test))
    #expect(told.all.isEmpty)
  }

  @Test func `a look at a session that has ended is not reported`() throws {
    let (live, look) = (Told(), Told())
    let controller = FlowController()
    try #require(catalog(live)["order"]).start(
      in: controller, SessionOptions(environment: .test))
    for answer in ["Ann", "tea"] { controller.answer(.text(answer)) }
    let script = try Script(parsing: controller.journal.text)
    #expect(try catalog(look).recap(of: script, in: nil).questions.count == 2)
    #expect(look.all.isEmpty)
  }

  @Test func `an observer of the session is called as well`() throws {
    let told = Told()
    let count = Counter()
    let controller = FlowController()
    try #require(catalog(told)["order"]).start(
      in: controller, SessionOptions(environment: .test, observer: { _ in count.add() }))
    #expect(count.value >= 2)
    #expect(told.lines == ["started order", "asked order name"])
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
  }

  @Test func `lines are appended to a private file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("usage.jsonl")
    let controllers = [FlowController(), FlowController()]
    for controller in controllers {
      var catalog = FlowCatalog()
      catalog.add(Order(), summary: "Orders")
      let entry = try #require(
        catalog.observed(by: UsageLog(appendingTo: path))["order"])
      try entry.start(in: controller, SessionOptions(environment: .test))
    }
    let text = String(decoding: try folder.bytes(of: "usage.jsonl"), as: UTF8.self)
    let events = try text.split(separator: "\n").map { try JSONValue(parsing: String($0))["event"] }
    #expect(events == ["started", "asked", "started", "asked"])
    // They are kept until here: a controller that is released cancels its session.
    #expect(controllers.allSatisfy { $0.isRunning })
    #expect(try folder.mode("usage.jsonl") == 0o600)
    #expect(throws: StoreFailure.self) { try UsageLog(appendingTo: folder.path) }
  }
}
