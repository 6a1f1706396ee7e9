import Flowline
import TestSupport
import Testing

/// Children at once: rules 1, 3, 4, 5, 10 and 24.
struct AtOnceRules {
  private let sum = ClosureFlow("sum") { context in
    let (first, product) = try await context.all(ask("first"), ProductFlow())
    return try await context.run(ask("last")) + first * 100 + product
  }

  private func paths(_ controller: FlowController) -> [String] {
    controller.prompts.map(\.path.description)
  }

  @Test func `rule 3: children at once ask at once, and each takes its own answers`() {
    let log = Log()
    let controller = FlowController()
    controller.start(sum, .test, handler: log.handler("root"))
    #expect(paths(controller) == ["sum/first", "sum/product/left"])
    #expect(controller.prompt?.id == "first")
    let left = controller.prompts.last?.presentation
    #expect(controller.answer("7", to: left) == .accepted)
    #expect(paths(controller) == ["sum/first", "sum/product/right"])
    #expect(controller.answer("8", to: left).code == .stale)
    #expect(controller.answer("3") == .accepted)
    #expect(paths(controller) == ["sum/product/right"])
    controller.answer("5")
    #expect(paths(controller) == ["sum/last"])
    controller.answer("1")
    #expect(log.all == ["root started", "root finished 336"])
    expectClean(controller)
  }

  @Test func `rule 3: the journal tells whose line each is, where that changes`() {
    let controller = FlowController()
    controller.start(sum, .test)
    controller.answer("7", to: controller.prompts.last?.presentation)
    controller.answer("3")
    let body = controller.journal.text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
    #expect(
      body == """
        at product
        enter product
        show left number
        answer left 7
        at first
        show first number
        answer first 3
        at product
        show right number

        """)
  }

  @Test func `rule 3: two children of one id are refused with their name`() {
    let log = Log()
    let controller = FlowController()
    let twins = ClosureFlow("twins") { context in
      let (one, two) = try await context.all(ask("same"), ask("same"))
      return one + two
    }
    controller.start(twins, .test, handler: log.handler("root"))
    #expect(
      log.all.last == """
        root failed twins: two children at once have the id same: a journal could not tell them \
        apart
        """)
    expectClean(controller)
  }

  @Test func `rule 3: none at all are done at once, and have no first`() {
    let log = Log()
    let controller = FlowController()
    let none = ClosureFlow("none") { context in
      try await context.all([any Flow<Int>]()).count
    }
    controller.start(none, .test, handler: log.handler("none"))
    let first = ClosureFlow("first") { context in
      try await context.first(of: [any Flow<Int>]())
    }
    controller.start(first, .test, handler: log.handler("first"))
    #expect(log.all[1] == "none finished 0")
    #expect(log.all[3].hasPrefix("first failed first: a flow waited for the first of no"))
  }

  @Test func `rule 3: a flow that acts while its children at once run is refused`() {
    let log = Log()
    let controller = FlowController()
    let confused = ClosureFlow("confused") { context in
      let parents = Kept(context)
      let thief = ClosureFlow("thief") { own in
        do {
          return try await parents.value.run(ask("stolen"))
        } catch {
          log.add("\(error)")
        }
        return try await own.run(ask("own"))
      }
      let (one, two) = try await context.all(ask("one"), thief)
      return one + two
    }
    controller.start(confused, .test, handler: log.handler("root"))
    #expect(paths(controller) == ["confused/one", "confused/thief/own"])
    controller.answer("1")
    controller.answer("2")
    #expect(log.all.last == "root finished 3")
    #expect(controller.diagnostics.map(\.code) == [.notInnermost])
  }

  private func race(_ log: Log) -> some Flow<Int> {
    ClosureFlow("race") { context in
      let slow = ClosureFlow("slow") { context in
        defer { log.add("slow unwound") }
        return try await context.run(
          ClosureFlow("inner") { context in
            defer { log.add("inner unwound") }
            return try await context.run(ask())
          }, handler: log.handler("inner"))
      }
      let first = try await context.first(of: slow, ask("quick"))
      return try await context.run(ask("after")) + first
    }
  }

  @Test func `rule 4: who comes first ends the others from the inside out`() {
    let log = Log()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    controller.start(race(log), .test, handler: log.handler("root"))
    controller.answer("4", to: controller.prompts.last?.presentation)
    #expect(paths(controller) == ["race/after"])
    #expect(
      log.all == [
        "root started", "inner started", "inner unwound", "inner cancelled superseded",
        "slow unwound",
      ])
    controller.answer("1")
    #expect(log.all.last == "root finished 5")
    expectClean(controller)
    #expect(controller.journal.text.contains("at slow\nabandon inner \"superseded\"\nabandon slow"))
  }

  @Test func `rule 4: terminate works from the inside out over all of them`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      defer { log.add("root unwound") }
      let (a, b) = try await context.all(
        ClosureFlow("a") { context in
          defer { log.add("a unwound") }
          let (x, y) = try await context.all(ask("x"), ask("y"))
          return x + y
        },
        ClosureFlow("b") { context in
          defer { log.add("b unwound") }
          return try await context.run(ask(), handler: log.handler("number"))
        })
      return a + b
    }
    controller.start(flow, .test, handler: log.handler("root"))
    #expect(paths(controller) == ["root/a/x", "root/a/y", "root/b/number"])
    controller.terminate()
    #expect(Set(log.all.dropLast(2)).isSuperset(of: ["a unwound", "b unwound"]))
    #expect(log.all.contains("number cancelled terminated"))
    #expect(log.all.suffix(2) == ["root unwound", "root cancelled terminated"])
    expectClean(controller)
  }

  @Test func `rule 4: a child that does not stop is ended all the same`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      let (a, b) = try await context.all(
        ClosureFlow("endless") { context -> Int in
          while true { _ = try? await context.run(ask()) }
        }, ask("b"))
      return a + b
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.terminate()
    #expect(log.all == ["root started", "root cancelled terminated"])
    #expect(controller.inspection.state == .ended)
  }

  @Test func `rule 5: a controller that is let go lets go of all of them`() {
    weak let weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let controller = FlowController()
      controller.start(
        ClosureFlow("dropped") { context in
          let all = try await context.all(
            (0..<10).map { index in
              ClosureFlow(StepID("child-\(index)")) { context in
                try await context.run(ask()) + (ObjectIdentifier(token).hashValue & 0)
              }
            })
          return all.count
        }, .test)
      #expect(controller.prompts.count == 10)
      #expect(controller.leaks.bodies == 11)
    }
    #expect(weakToken == nil)
  }

  @Test func `rule 24: a child that fails ends the others, and its error comes from its place`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      let (a, b) = try await context.all(
        ClosureFlow("a") { context -> Int in
          _ = try await context.run(ask("x"))
          throw OutcomeRules.Broken()
        },
        ClosureFlow("b") { context in
          defer { log.add("b unwound") }
          return try await context.run(ask("y"))
        })
      return a + b
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(log.all == ["root started", "b unwound", "root failed root/a: it broke"])
    expectClean(controller)
  }

  @Test func `rule 9: leaving a child ends the others, leaving a screen among them ends all`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("root") { context in
      do {
        let (a, b) = try await context.all(ProductFlow(), ask("b"))
        return a + b
      } catch let cancelled as FlowCancelled {
        log.add("cancelled \(cancelled.reason)")
      }
      return try await context.run(ask("instead"))
    }
    controller.start(flow, .test, handler: log.handler("root"))
    controller.cancel()
    #expect(log.all == ["root started", "cancelled user"])
    #expect(controller.prompt?.id == "instead")
    controller.answer("1")
    expectClean(controller)
    // A screen is no flow to be left: its parent is.
    controller.start(flow, .test, handler: log.handler("root"))
    let screen = controller.prompts.last?.presentation
    #expect(controller.gone(screen) == .accepted)
    #expect(log.all.last == "root cancelled dismissed")
    expectClean(controller)
  }

  @Test func `rule 10: a child's dismisser leaves what the others show`() {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let flow = ClosureFlow("root") { context in
      let (a, b) = try await context.all(
        ClosureFlow("a") { try await $0.run(ProductFlow(), handler: FlowHandler()) },
        ClosureFlow("b") { try await $0.run(ask("x")) + $0.run(ask("y")) })
      return a + b
    }
    controller.start(flow, .test)
    let shown = controller.prompts.map(\.presentation)
    controller.answer("1", to: shown.last)
    controller.answer("2", to: shown.first)
    controller.answer("3")
    // The product showed 0 and 3, the other 1 and 2.
    #expect(
      presenter.log.all == [
        "present 0 root/a/product/left", "present 3 root/a/product/right", "present 2 root/b/y",
        "dismiss 0..<1", "dismiss 3..<4",
      ])
    controller.answer("4")
    #expect(presenter.log.all.suffix(2) == ["ended finished 11", "dismiss 1..<3"])
  }
}
