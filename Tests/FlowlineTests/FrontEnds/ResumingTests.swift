import Flowline
import Testing

/// Resuming a session of a flow that one has in hand, without a catalogue.
struct ResumingTests {
  private func begun(_ answers: Answer..., world: String? = nil) -> Journal {
    let controller = FlowController()
    var options = SessionOptions.test
    options.world = world
    controller.start(ProductFlow(), options)
    for answer in answers { controller.answer(answer) }
    return controller.journal
  }

  @Test func `a session goes on where its journal ends, and its handler hears what is new`() throws
  {
    let log = Log()
    let controller = FlowController()
    let journal = begun("2")
    #expect(
      try controller.resume(ProductFlow(), from: journal, handler: log.handler("product"))
        == .accepted)
    #expect(controller.prompt?.id == "right")
    #expect(controller.journal.text == journal.text)
    controller.answer("3")
    #expect(log.all == ["product started", "product finished 6"])
  }

  @Test func `what cannot be resumed is told with what it is`() throws {
    struct OtherFlow: Flow {
      let id: FlowID = "other"
      func run(_ context: FlowContext) async throws -> Int { 1 }
    }
    func fault<Root: Flow>(
      _ flow: Root, _ journal: Journal, world: String? = nil
    ) -> String? {
      let controller = FlowController()
      do throws(ResumeFault) {
        try controller.resume(flow, from: journal, SessionOptions(world: world))
      } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(fault(OtherFlow(), begun("2"))?.contains("of product") == true)
    #expect(fault(ProductFlow(), begun("2", "3"))?.contains("has ended") == true)
    #expect(
      fault(ProductFlow(), begun("2", world: "here"), world: "there")?.contains("there") == true)
    var newer = begun("2")
    newer.head.version = 2
    #expect(fault(ProductFlow(), newer)?.contains("version 2") == true)
    #expect(fault(ProductFlow(), begun("2", world: "here"), world: "here") == nil)
  }

  @Test func `it is refused while another runs`() throws {
    let controller = FlowController()
    controller.start(ProductFlow(), .test)
    #expect(try controller.resume(ProductFlow(), from: begun("2")).code == .alreadyRunning)
  }

  @Test func `a kept session is resumed from its record, and kept on`() throws {
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let first = FlowController()
    first.start(ProductFlow(), options)
    first.answer("2")
    first.unload()
    let again = record.reopened()
    // A last line that was cut off.
    again.text += "answer ri"
    let log = Log()
    let next = FlowController()
    try next.resume(ProductFlow(), from: again, handler: log.handler("product")) {
      log.add("\($0)")
    }
    next.answer("3")
    #expect(log.all.count == 3 && log.all.first?.contains("the last line") == true)
    #expect(log.all.last == "product finished 6")
    #expect(again.text.hasSuffix("answer right 3\nfinish 6\n") && again.isClosed)
  }

  @Test func `a record that cannot be resumed is closed and stays as it is`() {
    let record = MemoryRecord()
    record.text = "flow product 1\nnonsense\nanswer left 2\n"
    let controller = FlowController()
    #expect(throws: ResumeFault.self) { try controller.resume(ProductFlow(), from: record) }
    #expect(record.isClosed && record.text.hasPrefix("flow product 1\nnonsense\n"))
    #expect(controller.inspection.state == .idle)
  }
}
