import Synchronization
import Testing

@testable import Flowline

struct Sum: Flow {
  let id: FlowID = "sum"
  func run(_ context: FlowContext) async throws -> Int {
    let a = try await context.run(NumberScreen("a", "A?", in: 0...10))
    let pair = try await context.run(Pair())
    let l = try await context.load("rate") { 7 }
    let ok = try await context.run(ConfirmScreen("sure", "Sure?"))
    guard ok else { throw FlowCancelled() }
    return try await context.commit("save") { _ in a + pair + l }
  }
}
struct Pair: Flow {
  let id: FlowID = "pair"
  func run(_ context: FlowContext) async throws -> Int {
    let b = try await context.run(NumberScreen("b", "B?"))
    let c = try await context.run(NumberScreen("c", "C?"))
    return b * c
  }
}

@Test func smoke() throws {
  let c = FlowController()
  c.start(Sum())
  c.answer("12")
  c.answer("2")
  c.answer("3"); c.answer("4")
  c.back()
  c.answer("5")
  c.answer("да")
  let text = c.journal.text
  print(text)
  let script = try Script(parsing: text)
  var catalog = FlowCatalog()
  catalog.add(Sum(), summary: "x")
  for mode in [ScriptReplay.Mode.recorded, .live] {
    let r = try ScriptReplay(script, of: catalog).run(mode)
    print(r.mismatch as Any)
    #expect(r.journal.text == text)
  }
  let hand = try Script(
    parsing: "flow sum 1\nanswer a 2\nanswer b 3\nanswer c 5\nanswer sure true\nfinish 25\n")
  print(try ScriptReplay(hand, of: catalog).run(.live).mismatch as Any)
}
