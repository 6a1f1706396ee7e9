import Flowline
import FlowlineTesting
import Testing

/// Going straight to a step of a flow under test.
struct JumpTests {
  /// Asks for two cups, each with a name and a size, a secret, and a yes.
  private struct CupsFlow: Flow {
    let id: FlowID = "cups"

    func run(_ context: FlowContext) async throws -> String {
      let first = try await context.run(CupFlow().named("first"))
      let second = try await context.run(CupFlow().named("second"))
      let code = try await context.run(SecretScreen("code", "The code?"))
      _ = code
      guard try await context.run(ConfirmScreen("sure", "Sure?")) else { throw FlowCancelled() }
      return "\(first), \(second)"
    }
  }

  private struct CupFlow: Flow {
    let id: FlowID = "cup"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Whose?"))
      let size = try await context.run(NumberScreen("size", "How big?", in: 1...3))
      return "\(name) \(size)"
    }
  }

  private let answers: KeyValuePairs<String, Answer> = [
    "first/name": "Ada", "size": "1", "name": "Grace", "size": "2", "code": "hunter2",
  ]

  @Test func `answers what is asked on the way, secrets too`() throws {
    let tester = FlowTester(CupsFlow())
    tester.jump(to: "sure", answering: answers)
    tester.answer("sure", true)
    #expect(try tester.finished() == "Ada 1, Grace 2")
  }

  @Test func `goes back to a step that was answered`() throws {
    let tester = FlowTester(CupsFlow())
    tester.jump(to: "code", answering: ["name": "Ada", "size": "1", "name": "Grace", "size": "2"])
    tester.jump(to: "size")
    #expect(tester.prompt?.path.description == "cups/second/size")
    tester.answer("size", "3")
    tester.jump(to: "sure", answering: ["code": "hunter2"])
    tester.answer("sure", true)
    #expect(try tester.finished() == "Ada 1, Grace 3")
  }

  @Test func `a step that is asked already is where it is`() {
    let tester = FlowTester(CupsFlow())
    tester.jump(to: "name")
    tester.expect("name")
  }

  @Test func `tells what is missing, refused, and not asked`() throws {
    try expectIssue(
      saying: "on the way to `sure` nothing answers `size`", "it asks cups/first/size"
    ) {
      let tester = FlowTester(CupsFlow())
      tester.jump(to: "sure", answering: ["name": "Ada"])
    }
    try expectIssue(saying: "`size` refused the answer", "too-high") {
      let tester = FlowTester(CupsFlow())
      tester.jump(to: "sure", answering: ["name": "Ada", "size": "9"])
    }
    try expectIssue(saying: "on the way to `size` nobody asked `third/name`") {
      let tester = FlowTester(CupsFlow())
      tester.jump(to: "size", answering: ["name": "Ada", "third/name": "Bob"])
    }
    try expectIssue(saying: "the flow does not come to `milk`", "it has ended") {
      let tester = FlowTester(TextScreen("name", "Whose?"))
      tester.jump(to: "milk", answering: ["name": "Ada"])
    }
  }
}
