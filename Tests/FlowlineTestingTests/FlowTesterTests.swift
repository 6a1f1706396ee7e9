import Dispatch
import Flowline
import FlowlineTesting
import Testing

struct FlowTesterTests {
  @Test func `walks a flow from its first step to its result`() throws {
    let tester = FlowTester(TeaFlow())
    tester.expect("name", refuses: "", with: .empty)
    tester.answer("name", "Ada")
    tester.expect("tea")
    tester.back(to: "name")
    tester.expectBack(refusedWith: .atFirstStep)
    tester.answer("name", "Grace")
    tester.answer("tea", .json("rooibos"))
    #expect(try tester.finished() == TeaFlow.Order(name: "Grace", tea: "rooibos"))
    #expect(tester.journal.answers.map(\.value) == ["Grace", "rooibos"])
  }

  @Test func `is the same world in every run`() {
    let scripts = (0..<2).map { _ in FlowTester(TeaFlow()).script }
    #expect(scripts[0] == scripts[1])
    #expect(
      scripts[0] == """
        format 2
        flow tea 1
        locale en_GB Europe/London
        now 2026-11-20T12:00:00Z
        session 00000000-0000-4000-8000-000000000000

        show name text

        """)
  }

  @Test func `asks in the words of the flow's own catalogue`() throws {
    struct Named: Flow {
      let id: FlowID = "named"
      let catalog: TextCatalog? = TextCatalog(
        Array(
          """
          {"sourceLanguage":"en","strings":{"name.question":{"localizations":{
            "en":{"stringUnit":{"state":"translated","value":"In whose name?"}},
            "ru":{"stringUnit":{"state":"translated","value":"На чьё имя?"}}}}}}
          """.utf8))

      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("name"))
      }
    }
    #expect(FlowTester(Named()).prompt?.question.text == "In whose name?")
    #expect(FlowTester(Named(), locale: "ru_RU").prompt?.question.text == "На чьё имя?")
  }

  @Test func `tells what is legal now`() throws {
    let tester = FlowTester(TeaFlow())
    #expect(throws: Refusal.self) { try tester.legalInputs.back.get() }
    tester.answer("name", "Ada")
    #expect(try tester.legalInputs.answer.get().kind.choices.map(\.key) == ["green", "rooibos"])
    #expect(try tester.legalInputs.back.get() == StepPath(["tea", "name"]))
    #expect(try tester.legalInputs.cancel.get() == ["tea", "tea"])
  }

  @Test func `tells how a flow was cancelled`() throws {
    let left = FlowTester(TeaFlow())
    left.cancel()
    #expect(try left.cancelled() == .user)
    let gone = FlowTester(TeaFlow())
    gone.gone()
    #expect(try gone.cancelled() == .dismissed)
  }

  @Test func `tells how a flow failed`() throws {
    struct Unplugged: Error {}
    struct BrokenFlow: Flow {
      let id: FlowID = "broken"
      func run(_ context: FlowContext) async throws -> Int { throw Unplugged() }
    }
    let failure = try FlowTester(BrokenFlow()).failed()
    #expect(failure.path == StepPath(["broken"]))
    #expect(failure.message == "Unplugged()")
  }

  @Test(arguments: 0..<20)
  func `waits for replies from other threads, however many tests do`(number: Int) throws {
    let tester = FlowTester(
      ReadFlow {
        await withCheckedContinuation { continuation in
          DispatchQueue(label: "bank").async { continuation.resume(returning: number) }
        }
      })
    #expect(try tester.finished() == number)
  }

  @Test(.waitsForEffects, arguments: 0..<20)
  func `waits for effects that need the shared threads`(number: Int) throws {
    let tester = FlowTester(
      ReadFlow {
        await Task.yield()
        return await Task.detached { number }.value
      })
    #expect(try tester.finished() == number)
  }

  @Test func `goes on from a journal`() throws {
    let first = FlowTester(TeaFlow())
    first.answer("name", "Ada")
    let second = FlowTester(TeaFlow(), SessionOptions(journal: first.journal))
    second.answer("tea", "2")
    #expect(try second.finished().tea == "rooibos")
  }
}
