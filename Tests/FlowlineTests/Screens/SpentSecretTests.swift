import Flowline
import Synchronization
import Testing

/// A secret that only its check needs, in sessions that are rebuilt.
struct SpentSecretTests {
  /// What the check was asked about.
  private final class Checked: Sendable {
    private let all = Mutex<[String?]>([])
    var values: [String?] { all.withLock { $0 } }
    func note(_ value: String?) { all.withLock { $0.append(value) } }
  }

  private let checked = Checked()

  private var flow: ClosureFlow<String> {
    ClosureFlow("log-in") { [checked] context in
      let secret = TextScreen("token", "Token?").sensitive().spentByCheck()
      let token = try await context.run(secret) { token in
        checked.note(token.secret?.reveal())
        return token.secret?.reveal() == "open" ? nil : Refusal("wrong", "It is wrong.")
      }
      let name = try await context.run(TextScreen("name", "Name?"))
      return "\(name), \(token.secret?.reveal() ?? "spent")"
    }
  }

  private var catalog: FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Logs in")
    return catalog
  }

  private func start(_ record: MemoryRecord) -> FlowController {
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(flow, options)
    return controller
  }

  private func resume(_ record: MemoryRecord) throws -> (FlowController, Log) {
    let (controller, log) = (FlowController(), Log())
    try catalog.resume(record, in: controller, handler: log.handler("log-in"))
    return (controller, log)
  }

  @Test func `rule 22: it is not asked again when the session is rebuilt, and never kept`() throws {
    let record = MemoryRecord()
    let controller = start(record)
    controller.answer("shut")
    #expect(controller.prompt?.id == "token")
    controller.answer("open")
    #expect(controller.prompt?.id == "name")
    controller.terminate()
    let kept = record.text
    #expect(!kept.contains("open") && kept.contains("answer token {\"redacted\":true}"))

    let (second, log) = try resume(record.reopened())
    #expect(second.prompt?.id == "name")
    second.answer("Ada")
    #expect(log.all.last == #"log-in finished string("Ada, spent")"#)
    #expect(checked.values == ["shut", "open"])
  }

  @Test func `a mark that somebody sends is an answer as any, and is checked`() throws {
    let controller = start(MemoryRecord())
    controller.answer(.json(JSONValue.redactionMark))
    #expect(controller.prompt?.id == "token")
    controller.answer(.text(JSONValue.redactionMark.text))
    #expect(controller.prompt?.id == "token")
    #expect(!checked.values.contains(nil))
    controller.terminate()
  }

  @Test func `going back in a rebuilt session asks for it again`() throws {
    let record = MemoryRecord()
    let controller = start(record)
    controller.answer("open")
    controller.terminate()
    let (second, log) = try resume(record.reopened())
    second.back()
    #expect(second.prompt?.id == "token")
    second.answer("open")
    second.answer("Ada")
    #expect(log.all.last == #"log-in finished string("Ada, open")"#)
  }
}
