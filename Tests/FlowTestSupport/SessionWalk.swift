package import Flowline
package import FoundationEssentials
import Synchronization
package import Testing

/// A session of a flow of a catalogue, walked by a test.
open class SessionWalk {
  package let environment: FlowEnvironment
  package let controller = FlowController()
  package let catalog: FlowCatalog
  private let settles: Bool
  private let ending = Ending()

  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<JSONValue>?>(nil)
  }

  /// Makes a walk that has not begun.
  ///
  /// - Parameters:
  ///   - catalog: the flows.
  ///   - environment: the world that sessions see.
  ///   - settles: whether what is read and written is waited for after each answer.
  ///   - sessions: how many sessions of other walks came before at the same services.
  package init(
    _ catalog: FlowCatalog, in environment: FlowEnvironment, settling settles: Bool = false,
    after sessions: Int = 0
  ) {
    self.sessions = sessions
    self.settles = settles
    self.catalog = catalog
    self.environment = environment
  }

  /// The world of a test, at 2026-11-20T12:00:00Z, a Friday.
  package static func environment(_ locale: String) -> FlowEnvironment {
    FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: TimeZone(identifier: "Europe/London") ?? .gmt,
      now: now)
  }

  /// 2026-11-20T12:00:00Z, a Friday.
  package static let now = Date(timeIntervalSince1970: 1_795_176_000)

  /// The id of the next session, from which the keys of its commits follow.
  private var session: UUID? {
    let number = String(sessions)
    let zeros = String(repeating: "0", count: 12 - number.count)
    return UUID(uuidString: "5e5510f1-0000-4000-8000-\(zeros)\(number)")
  }
  private var sessions: Int

  // MARK: - Walking

  /// Starts a flow.
  ///
  /// - Parameters:
  ///   - flow: its id.
  ///   - files: where its files are kept; nil for the memory of the process.
  ///   - given: answers that are given before their questions are asked, as those of a link.
  package func start(
    _ flow: FlowID, keepingFiles files: (any KeptFiles)? = nil, given: [GivenAnswer] = []
  ) throws {
    sessions += 1
    var options = SessionOptions(environment: environment, session: session)
    options.files = files
    options.given = given
    try start(flow, options)
  }

  private func start(_ flow: FlowID, _ options: SessionOptions) throws {
    let entry = try #require(catalog[flow])
    let ending = ending
    ending.outcome.withLock { $0 = nil }
    try entry.start(
      in: controller, options,
      handler: FlowHandler(finished: { outcome, dismisser in
        ending.outcome.withLock { $0 = outcome }
        dismisser.dismiss()
      }))
    if settles { controller.waitUntilSettled() }
  }

  /// Resumes the session from its journal, as another process would.
  ///
  /// - Parameter journal: the journal as it was kept; nil for the one at hand.
  /// - Throws: an issue if the flow is not in the catalogue.
  package func resume(_ journal: Journal? = nil) throws {
    let journal = journal ?? controller.journal
    try start(journal.head.flow, SessionOptions(journal: journal))
  }

  /// Starts a flow and gives answers that are taken.
  package func walk(
    _ flow: FlowID, _ answers: Answer..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try start(flow)
    for answer in answers { self.answer(answer, sourceLocation: sourceLocation) }
  }

  /// Gives answers that are taken.
  package func answer(_ answers: Answer..., sourceLocation: SourceLocation = #_sourceLocation) {
    for answer in answers {
      let reception = controller.answer(answer)
      if settles { controller.waitUntilSettled() }
      if reception != .accepted {
        Issue.record("\(answer) at \(step): \(reception)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Gives an answer that is not taken, and returns why.
  package func refusal(of answer: Answer) throws -> Refusal {
    guard case .refused(let refusal) = controller.answer(answer) else {
      throw WasTaken(answer: answer)
    }
    return refusal
  }

  /// Gives an answer that a check refuses, and returns why.
  package func refusalByCheck(of answer: Answer) throws -> RefusedAnswer {
    guard controller.answer(answer) == .accepted, let refused = controller.prompt?.refused else {
      throw WasTaken(answer: answer)
    }
    return refused
  }

  package struct WasTaken: Error {
    let answer: Answer
  }

  // MARK: - Looking

  /// The path of the step that is asked, as in `round-up/week`; empty where none is.
  package var step: String { controller.prompt?.path.description ?? "" }

  package var question: String { controller.prompt?.question.text ?? "" }

  /// What can be chosen, by the keys.
  package var options: [String] { controller.prompt?.kind.choices.map(\.key) ?? [] }

  /// Where one is, as a front end shows it.
  package var trail: String {
    (controller.prompt?.trail ?? []).map(\.text).joined(separator: " › ")
  }

  /// The page's lines: headings, and rows with their values and percentages.
  package var page: [String] {
    (controller.prompt?.page ?? []).flatMap { section in
      [section.heading?.text].compactMap { $0 }
        + section.rows.map { row in
          [row.label.text, row.value?.text, row.percentage.map { "\($0) %" }]
            .compactMap { $0 }.joined(separator: " | ")
        }
    }
  }

  /// The choices, each as its key, label and detail.
  package var choices: [String] {
    (controller.prompt?.kind.choices ?? []).map {
      [$0.key, $0.label.text, $0.detail?.text].compactMap { $0 }.joined(separator: " | ")
    }
  }

  /// Ends what still runs, and expects that nothing of the flow is alive and that nothing happened that should
  /// not have.
  package func expectClean(sourceLocation: SourceLocation = #_sourceLocation) {
    if outcome == nil { controller.terminate() }
    #expect(controller.leaks.isEmpty, sourceLocation: sourceLocation)
    #expect(controller.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }

  package var outcome: Outcome<JSONValue>? { ending.outcome.withLock { $0 } }

  /// The flow's result; nil if it has not finished.
  package var output: JSONValue? {
    guard case .finished(let output) = outcome else { return nil }
    return output
  }

  /// The reason for the cancellation; nil if it was not cancelled.
  package var cancelReason: CancelReason? {
    guard case .cancelled(let reason) = outcome else { return nil }
    return reason
  }
}
