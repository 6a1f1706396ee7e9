import Flowline
import FlowlineLogging
import FoundationEssentials
import InMemoryLogging
import Logging
import Testing

struct FlowLoggerTests {
  /// Asks for a name and a secret, reads a rate and writes an order.
  private struct OrderFlow: Flow {
    struct Broken: Error {}

    let id: FlowID = "order"
    var breaks = false

    func run(_ context: FlowContext) async throws -> Int {
      let name = try await context.run(TextScreen("name", "Name?"))
      let pin = try await context.run(TextScreen("pin", "PIN?", length: 4...8).sensitive())
      let breaks = breaks
      let rate = try await context.load("rate") {
        if breaks { throw Broken() }
        return 7
      }
      return try await context.commit("save") { _ in name.count + pin.reveal().count + rate }
    }
  }

  /// The lines of a walk, with all that is in them.
  private func walk(
    _ flow: OrderFlow = OrderFlow(), level: Logger.Level = .trace, includesAnswers: Bool = false
  ) -> [InMemoryLogHandler.Entry] {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = level
    let controller = FlowController()
    controller.observe(FlowLogger(logger, includesAnswers: includesAnswers).log)
    controller.start(flow)
    for answer in ["Ada", "x", "hunter2"] { controller.answer(.text(answer)) }
    controller.waitUntilSettled()
    return handler.entries
  }

  private func text(_ entries: [InMemoryLogHandler.Entry]) -> String { "\(entries)" }

  @Test func `each event is a line, with its level and its place`() {
    let entries = walk()
    #expect(
      entries.map { "\($0.level) \($0.message)" } == [
        "info started order", "debug asked order/name", "debug answered order/name",
        "debug asked order/pin", "debug refused order/pin", "debug answered order/pin",
        "debug effect order/rate", "debug effect order/rate", "debug effect order/save",
        "debug effect order/save", "info ended order",
      ])
    #expect(entries.map { $0.metadata["flow.sequence"] } == (1...11).map { "\($0)" })
    #expect(Set(entries.map { "\($0.metadata["flow.session"] ?? "")" }).count == 1)
  }

  @Test func `what belongs to an event is metadata`() {
    let entries = walk()
    #expect(entries[4].metadata["flow.code"] == "too-short")
    #expect(entries[4].metadata["flow.input"] == "answer")
    #expect(entries[6].metadata["flow.phase"] == "began")
    #expect(entries[6].metadata["flow.key"] == nil)
    #expect(entries[8].metadata["flow.key"] != nil)
    #expect(entries[8].metadata["flow.key"] == entries[9].metadata["flow.key"])
    #expect(entries[10].metadata["flow.ending"] == "finished")
  }

  @Test func `what broke is logged as an error, with the error's text`() {
    let errors = walk(OrderFlow(breaks: true)).filter { $0.level == .error }
    // The flow is held by it, which is no end.
    #expect(errors.map { "\($0.message)" } == ["effect order/rate"])
    #expect(errors.allSatisfy { "\($0.metadata["flow.error"] ?? "")".contains("Broken()") })
  }

  @Test func `the logger's own level holds`() {
    #expect(walk(level: .info).map { "\($0.message)" } == ["started order", "ended order"])
  }

  @Test func `answers stay out of the log unless they are asked for`() {
    #expect(!text(walk()).contains("Ada"))
    #expect(text(walk(includesAnswers: true)).contains("Ada"))
  }

  @Test func `rule 22: what a sensitive screen took is never logged, nor what it refused`() {
    let handler = InMemoryLogHandler()
    let controller = FlowController()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    controller.observe(FlowLogger(logger, includesAnswers: true).log)
    controller.start(OrderFlow())
    controller.answer("Ada")
    let presentation = controller.prompt?.presentation
    for answer in ["hunter2-is-too-long", "hunter2", "hunter2"] {
      controller.answer(.text(answer), to: presentation)
    }
    controller.waitUntilSettled()
    #expect(text(handler.entries).contains("flow.answer"))
    #expect(!text(handler.entries).contains("hunter2"))
  }
}
