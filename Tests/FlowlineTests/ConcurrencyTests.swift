import Flowline
import TestSupport
import Testing

struct ConcurrencyTests {
  @Test func `many controllers run on many threads at once`() async {
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for round in 0..<200 {
            let log = Log()
            let controller = FlowController()
            controller.start(SumFlow(), .test, handler: log.handler("root"))
            for answer in ["1", "\(thread)", "\(round % 100)", "yes"] {
              controller.answer(.text(answer))
            }
            #expect(log.all.last == "root finished \(8 + thread * (round % 100))")
          }
        }
      }
    }
  }

  @Test func `thousands of live sessions are driven from all cores, each to its own end`()
    async
  {
    let count = runsLongTests ? 100_000 : 20_000
    let tasks = 16
    // Each asks twice and reads between; no task waits for another, so no thread is ever held up.
    let flow = ClosureFlow("live") { context in
      let first = try await context.run(ask("first"))
      let read = try await context.load("read") { first * 2 }
      return try await context.run(ask("second")) + read
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<tasks {
        group.addTask {
          let sessions = stride(from: task, to: count, by: tasks).map { number in
            let controller = FlowController()
            let box = Box<Int>()
            controller.start(
              flow, .test, handler: FlowHandler { outcome, _ in box.value = outcome.output })
            return (number, controller, box)
          }
          // All of a task's sessions live at once, and each is at its own step.
          for (number, controller, _) in sessions {
            controller.answer(.json(.integer(Int64(number % 1000))))
          }
          // Others' sessions go on meanwhile.
          await Task.yield()
          for (number, controller, _) in sessions.reversed() {
            controller.answer(.json(.integer(Int64(number % 7))))
          }
          return sessions.count { number, controller, box in
            box.value != number % 1000 * 2 + number % 7 || !controller.leaks.isEmpty
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func `an effect that is really asynchronous goes on by itself`() async {
    actor Counter {
      private var count = 0
      func next() async -> Int {
        await Task.yield()
        count += 1
        return count
      }
    }
    let counter = Counter()
    let flow = ClosureFlow("asynchronous") { context in
      let first = try await context.load("first") { await counter.next() }
      let second = try await context.load("second") { await counter.next() }
      return try await context.run(ask()) + first * 10 + second * 100
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "number")
    controller.answer("5")
    #expect(log.all.last == "root finished 215")
    expectClean(controller)
  }

  @Test func `a thousand suspended flows that are let go leave nothing alive`() {
    weak let weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let controllers = (0..<1000).map { _ in
        let controller = FlowController()
        controller.start(
          ClosureFlow("kept") { context in
            let number = try await context.run(ask())
            return "\(number)\(ObjectIdentifier(token).hashValue)"
          }, .test)
        return controller
      }
      #expect(controllers.allSatisfy { $0.prompt != nil })
    }
    #expect(weakToken == nil)
  }

  @Test func `ten thousand nested flows work`() {
    struct NestedFlow: Flow {
      let id: FlowID = "nested"
      let depth: Int

      func run(_ context: FlowContext) async throws -> Int {
        depth == 0
          ? try await context.run(ask()) : try await context.run(NestedFlow(depth: depth - 1)) + 1
      }
    }
    let log = Log()
    let controller = FlowController()
    controller.start(NestedFlow(depth: 10_000), .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(log.all.last == "root finished 10001")
  }
}

extension Outcome {
  fileprivate var output: Output? {
    if case .finished(let output) = self { output } else { nil }
  }
}
