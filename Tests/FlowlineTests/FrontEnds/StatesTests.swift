import Flowline
import TestSupport
import Testing

/// What a front end is told to show, state by state.
struct StatesTests {
  /// Asks, reads what the gate lets through, and asks again.
  private func reading(_ gate: Gate<Int>) -> some Flow<Int> {
    ClosureFlow("reading") { context in
      let first = try await context.run(ask("first"))
      let read = try await context.load("rate") {
        EffectProgress.report(1, of: 2)
        return await gate.wait()
      }
      return try await context.run(ask("last")) + first * read
    }
  }

  @Test func `a consumer that takes each state sees the questions, the work and the end`()
    async throws
  {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(reading(gate), .test)
    var told: [String] = []
    for await state in controller.states() {
      if let prompt = state.prompt {
        told.append("\(prompt.id), \(state.shown.map(\.count)) on show")
        controller.answer("2", to: prompt.presentation)
      } else if let effect = state.underWay.first {
        told.append("\(effect.id) \(effect.done ?? 0) of \(effect.total ?? 0)")
        gate.open(3)
      } else if let outcome = state.outcome {
        told.append(outcome.map(\.text).short)
      }
    }
    #expect(
      told == [
        "first, [1] on show", "rate 1 of 2", "last, [2] on show", "finished 8",
      ])
  }

  @Test func `a slow consumer gets the newest state, and never misses the end`() async {
    let controller = FlowController()
    let slow = controller.states()
    controller.start(ProductFlow(), .test)
    controller.answer("2")
    var states = slow.makeAsyncIterator()
    #expect(await states.next()?.prompt?.id == "right")
    let late = controller.states()
    controller.answer("3")
    // The next session is another's.
    controller.start(ask(), .test)
    #expect(await states.next()?.outcome?.map(\.text).short == "finished 6")
    #expect(await states.next() == nil)
    var ends = late.makeAsyncIterator()
    #expect(await ends.next()?.outcome?.map(\.text).short == "finished 6")
    #expect(await ends.next() == nil)
  }

  @Test func `each consumer has all of it, and may begin in the middle`() async {
    let controller = FlowController()
    let first = controller.states()
    controller.start(ProductFlow(), .test)
    controller.answer("2")
    let second = controller.states()
    let both = [first, second]
    for stream in both {
      var states = stream.makeAsyncIterator()
      #expect(await states.next()?.prompt?.id == "right")
    }
    controller.cancel()
    for stream in both {
      var states = stream.makeAsyncIterator()
      #expect(await states.next()?.outcome?.map(\.text).short == "cancelled user")
      #expect(await states.next() == nil)
    }
  }

  @Test func `a question that is put in another language is told again`() async {
    let controller = FlowController()
    var states = controller.states().makeAsyncIterator()
    controller.start(ask(), .test)
    #expect(await states.next()?.prompt?.accepts.text.contains("whole number") == true)
    controller.speak("ru")
    #expect(await states.next()?.prompt?.accepts.text.contains("Целое число") == true)
    controller.answer("1")
    #expect(await states.next()?.outcome != nil)
  }

  @Test func `rule 10: what is dismissed is not on show any more`() async {
    let controller = FlowController()
    var states = controller.states().makeAsyncIterator()
    controller.start(
      ClosureFlow("outer") { context in
        _ = try await context.run(
          ClosureFlow("inner") { try await $0.run(ask("inside")) },
          handler: FlowHandler { $1.dismiss() })
        return try await context.run(ask("outside"))
      }, .test)
    #expect(await states.next()?.shown == [0..<1])
    controller.answer("1")
    #expect(await states.next()?.shown == [1..<2])
    controller.answer("1")
    #expect(await states.next()?.shown == [])
    #expect(await states.next() == nil)
  }

  @Test func `a session that is unloaded has no outcome`() async {
    let controller = FlowController()
    var states = controller.states().makeAsyncIterator()
    controller.start(ask(), .test)
    #expect(await states.next()?.prompt != nil)
    controller.unload()
    #expect(await states.next() == nil)
  }

  @Test func `rule 5: a controller that is let go ends the states, whether it runs or not`() async {
    var running: AsyncStream<FlowState>?
    var idle: AsyncStream<FlowState>?
    do {
      let first = FlowController()
      running = first.states()
      first.start(ask(), .test)
      idle = FlowController().states()
    }
    var states = running?.makeAsyncIterator()
    #expect(await states?.next()?.outcome?.map(\.text).short == "cancelled abandoned")
    #expect(await states?.next() == nil)
    var none = idle?.makeAsyncIterator()
    #expect(await none?.next() == nil)
  }

  @Test func `rule 22: the state of the end has no secret in it`() async {
    let controller = FlowController()
    var states = controller.states().makeAsyncIterator()
    controller.start(
      ClosureFlow("login") { try await $0.run(SecretScreen("token", "Token?")).reveal() }, .test)
    controller.answer("correct horse")
    #expect(await states.next()?.outcome?.map(\.text).short.contains("horse") == false)
  }
}
