import FlowTestSupport
import Flowline
import ServiceBasics
import ServiceSteps
import Testing

/// Reading and ordering until there is an answer, at a service that this package knows nothing of.
struct StepsTests {
  private let jammed = PrinterError(
    code: .jammed, cause: "tray 2", causeCode: "tray", causeValues: ["2"])

  private func walk(_ printer: Printer, _ locale: String = "en_GB") throws -> SessionWalk {
    var catalog = FlowCatalog()
    catalog.add(PrintFlow(printer: printer))
    let walk = SessionWalk(catalog, in: SessionWalk.environment(locale), settling: true)
    try walk.start("print")
    return walk
  }

  @Test(arguments: [
    (
      "en_GB", "This could not be loaded. What would you like to do?",
      ["The printer is jammed", "Cause | tray 2", "Empty the tray."],
      ["again | Try again", "any | Any paper", "leave | Leave"]
    ),
    (
      "ru_RU", "Не удалось загрузить данные. Что сделать?",
      ["Принтер застрял", "Причина | лоток 2", "Освободите лоток."],
      ["again | Попробовать снова", "any | Any paper", "leave | Не продолжать"]
    ),
  ])
  func `a page says what is wrong and what helps, and the service is asked again`(
    locale: String, question: String, page: [String], choices: [String]
  ) throws {
    let walk = try self.walk(Printer(jammed, jammed), locale)
    for _ in 1...2 {
      #expect(walk.step == "print/not-loaded")
      #expect(walk.question == question)
      #expect(walk.page == page)
      #expect(walk.choices == choices)
      walk.answer("again")
    }
    #expect(walk.output == "A4")
  }

  @Test func `something else can be taken in place of an answer`() throws {
    let printer = Printer(jammed)
    let walk = try self.walk(printer)
    walk.answer("any")
    #expect(walk.output == "any")
    #expect(printer.keys.count == 1)
  }

  @Test func `who leaves the page leaves the flow`() throws {
    let printer = Printer(jammed)
    let walk = try self.walk(printer)
    walk.answer("leave")
    #expect(walk.cancelReason == .user)
    #expect(printer.keys == [])
  }

  @Test func `rule 14: an order that was not carried out is sent again under its key`() throws {
    let printer = Printer(nil, jammed, jammed)
    let walk = try self.walk(printer)
    #expect(walk.step == "print/not-done")
    #expect(walk.page.contains("Nothing was changed. Your answers are saved."))
    #expect(walk.options == ["again", "leave"])
    walk.answer("again", "again")
    #expect(walk.output == "A4")
    #expect(printer.keys.count == 3)
    #expect(Set(printer.keys).count == 1)
  }

  @Test func `an order without an answer holds the session`() throws {
    let walk = try self.walk(Printer(nil, PrinterError(code: .noAnswer)))
    let hold = try #require(walk.controller.prompt?.hold)
    #expect(hold.isCommit)
    #expect(hold.mayHaveBeenDone)
  }

  @Test func `rule 14: only an error that leaves the outcome unknown is thrown as it is`()
    async throws
  {
    typealias Reply = ServiceReply<Int, PrinterError>
    let unknown = PrinterError(code: .noAnswer)
    let thrown = await #expect(throws: PrinterError.self) {
      _ = try await Reply.ofOrder { throw unknown }
    }
    #expect(thrown == unknown)
    await #expect(throws: PrinterError.self) { _ = try await Reply.of { throw unknown } }
    guard case .failed(jammed) = try await Reply.ofOrder({ throw jammed }) else {
      Issue.record("it has a page")
      return
    }
  }
}
