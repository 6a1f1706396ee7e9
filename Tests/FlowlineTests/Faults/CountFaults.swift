import Flowline
import Synchronization
import Testing

/// Rule 26, counted: what a step asks of its screen and of its values does not grow with the steps
/// before it.
struct CountFaults {
  /// Counts how often it is asked for what it accepts, and how often it reads.
  private struct CountedScreen: Screen {
    typealias Output = Int

    final class Counts: Sendable {
      let kinds = Mutex(0)
      let reads = Mutex(0)
    }

    var question = Question("number", "A number?")
    let counts: Counts

    func kind(in environment: FlowEnvironment) -> PromptKind {
      counts.kinds.withLock { $0 += 1 }
      return .number(0...9)
    }

    func outline(in environment: FlowEnvironment) -> PromptOutline { PromptOutline(kind: "number") }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<Int>, Refusal> {
      counts.reads.withLock { $0 += 1 }
      return .success(Accepted(5, recorded: 5))
    }
  }

  private static func asking(_ count: Int, _ counts: CountedScreen.Counts) -> some Flow<Int> {
    ClosureFlow("asking") { context in
      for _ in 0..<count { _ = try await context.run(CountedScreen(counts: counts)) }
      return count
    }
  }

  /// Walks so many questions as a test does.
  private func walk(_ count: Int) -> (kinds: Int, reads: Int) {
    let counts = CountedScreen.Counts()
    let controller = FlowController()
    controller.start(Self.asking(count, counts), .test)
    for _ in 0..<count {
      let asked = controller.legalInputs.answers.first
      #expect(controller.answer("5", to: asked?.presentation) == .accepted)
      controller.waitUntilSettled()
      _ = (controller.prompts, controller.inspection)
    }
    #expect(controller.inspection.state == .ended)
    return (counts.kinds.withLock { $0 }, counts.reads.withLock { $0 })
  }

  @Test func `rule 26: a question is asked for what it accepts as often late in a walk as early`() {
    let (first, second, third) = (walk(10), walk(20), walk(40))
    #expect(third.kinds - second.kinds == 2 * (second.kinds - first.kinds))
    #expect(third.reads - second.reads == 2 * (second.reads - first.reads))
    #expect(first.kinds >= 10 && first.reads >= 10)
  }

  @Test func `rule 26: going back once reads each answer that stands at most once`() {
    let counts = CountedScreen.Counts()
    let controller = FlowController()
    controller.start(Self.asking(20, counts), .test)
    for _ in 0..<19 { controller.settle("5") }
    counts.reads.withLock { $0 = 0 }
    #expect(controller.back() == .accepted)
    #expect(counts.reads.withLock { $0 } <= 18)
  }

  /// Counts how often it is written and read.
  private struct CountedValue: Codable, Sendable {
    final class Counts: Sendable {
      let encodings = Mutex(0)
      let decodings = Mutex(0)
    }

    static let counts = TaskLocal<Counts?>(wrappedValue: nil)

    let counts: Counts?

    init(_ counts: Counts) { self.counts = counts }

    init(from decoder: any Decoder) throws {
      counts = Self.counts.get()
      counts?.decodings.withLock { $0 += 1 }
    }

    func encode(to encoder: any Encoder) throws {
      counts?.encodings.withLock { $0 += 1 }
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
  }

  /// Reads three values, and asks.
  private static func loading(_ counts: CountedValue.Counts) -> some Flow<Int> {
    ClosureFlow("loading") { context in
      for _ in 0..<3 { _ = try await context.load("value") { CountedValue(counts) } }
      for _ in 0..<40 { _ = try await context.run(ask()) }
      return 1
    }
  }

  @Test func `rule 26: a reply is written once, however often the session is looked at`() {
    let counts = CountedValue.Counts()
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(Self.loading(counts), options)
    for _ in 0..<20 {
      controller.settle("5")
      _ = (controller.legalInputs, controller.inspection, controller.journal.answers)
    }
    #expect(record.text.contains("load value 1"))
    #expect(counts.encodings.withLock { $0 } == 3)
  }

  @Test func `rule 26: going back decodes nothing that is held, and writes no reply again`() {
    let counts = CountedValue.Counts()
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    CountedValue.counts.withValue(counts) {
      controller.start(Self.loading(counts), options)
      for _ in 0..<5 { controller.settle("5") }
      for _ in 0..<3 { #expect(controller.back() == .accepted) }
      controller.settle("5")
    }
    #expect(counts.decodings.withLock { $0 } == 0)
    #expect(counts.encodings.withLock { $0 } == 3)
  }
}
