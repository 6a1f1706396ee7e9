import FlowTestSupport
import Flowline
import Testing

/// From every question of every walk one can go back and come again, unless something was done.
struct BackTests {
  /// A bank whose trouble is over says something else the second time.
  @Test(arguments: Walk.all.filter(\.reads.isEmpty))
  func `goes back from each question and comes to it again`(walk: Walk) throws {
    var typed: [String] = []
    var visited = 0
    try walk.walk(beforeMove: { world, move in
      // There are flows whose leaving is a step back.
      let lines = world.controller.journal.text.split(separator: "\n")
      if lines.last(where: { !$0.hasPrefix("show ") })?.hasPrefix("back ") == true { typed = [] }
      try Self.goBackAndForth(in: world, typed: typed.last, visited: &visited)
      switch move {
      case .type(let text): typed.append(text)
      // What was asked before is another question by now.
      case .back, .cancel: typed = []
      case .refused, .refusedByCheck: break
      }
    })
    let isShort = walk.moves.count == 1
    #expect(visited > 0 || isShort || walk.flow == "log-out")
  }

  private static func goBackAndForth(
    in world: World, typed: String?, visited: inout Int
  ) throws {
    guard let typed, let prompt = world.controller.prompt, prompt.backRefusal == nil else { return }
    let before = (world.step, world.question, world.page, world.choices)
    #expect(world.controller.back() == .accepted)
    #expect(world.controller.prompt?.path != nil)
    world.answer(.text(typed))
    let after = (world.step, world.question, world.page, world.choices)
    #expect(before == after)
    visited += 1
  }
}
