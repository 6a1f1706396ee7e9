import FlowTestSupport
import Testing

@testable import Flowline
@testable import FlowlineTerminal

/// What a person is told who gives up a write that went wrong.
struct GivenUpTests {
  @Test(arguments: [
    (true, "en", "It was done", "not known"), (false, "en", "it is not known", "It was done"),
    (true, "ru", "выполнено", "неизвестно"), (false, "ru", "неизвестно", "не отменено"),
  ])
  func `rule 14: what was done is not said to be unknown`(
    isDone: Bool, language: String, said: String, unsaid: String
  ) throws {
    let stage = try Stage(language)
    stage.columns = 300
    let report = try stage.walk(HeldPayment(isDone: isDone), "give-up")
    guard case .failed(let failure)? = report.outcome else {
      Issue.record("\(report.end)")
      return
    }
    let told = stage.words(failure)
    #expect(told.contains(said) && !told.contains(unsaid), "\(told)")
  }
}
