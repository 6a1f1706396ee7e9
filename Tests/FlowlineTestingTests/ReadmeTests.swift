import Flowline
import FlowlineTesting
import Testing

/// What README shows, as it stands there.
struct ReadmeTests {
  struct Greeting: Flow {
    let id: FlowID = "greeting"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "What is your name?"))
      let cups = try await context.run(NumberScreen("cups", "How many cups of tea?", in: 1...9))
      return "Hello, \(name)! \(cups) cups of tea are on their way."
    }
  }

  @Test func greets() throws {
    let tester = FlowTester(Greeting())
    tester.expect("name", refuses: "", with: .empty)
    tester.answer("name", "Ada")
    tester.answer("cups", "2")
    #expect(try tester.finished() == "Hello, Ada! 2 cups of tea are on their way.")
  }
}
