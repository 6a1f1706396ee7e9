import FlowTestSupport
import Flowline
import Testing

/// How many questions the flows say there are is what there turn out to be.
struct ProgressTests {
  /// The walks that go straight to the end.
  private static let straight = Walk.all.filter { walk in
    walk.reads.isEmpty && walk.orders.isEmpty && walk.logOuts.isEmpty && walk.open == nil
      && walk.moves.allSatisfy { move in
        switch move {
        case .type, .refused, .refusedByCheck: true
        case .back, .cancel: false
        }
      }
  }

  @Test(arguments: straight)
  func `at every question the whole is within what was said`(walk: Walk) throws {
    try inWorld(locale: walk.locale, login: TestLogin(file: TestLogin.goodToken)) { world in
      try world.start(walk.flow)
      var said: [StepProgress] = []
      for move in walk.moves {
        guard case .type(let text) = move else { continue }
        let progress = try #require(world.controller.prompt?.progress)
        #expect(progress.number == said.count + 1)
        said.append(progress)
        world.answer(.text(text))
      }
      guard case .finished? = world.outcome else { return }
      for progress in said {
        guard let total = progress.total else { continue }
        #expect(total.contains(said.count), "question \(progress.number) of \(total)")
      }
      // Nobody knows how long somebody looks around, or how often a bank is troubled.
      let isOpen = ["accounts", "account", "goal", "log-in"].contains(walk.flow)
      #expect(isOpen || said.allSatisfy { $0.total != nil })
    }
  }
}
