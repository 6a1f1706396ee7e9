import Bank
import BankServices
import DataSets
import EmbeddedBank
import Flowline
import FoundationEssentials
import SampleBank
import Synchronization
import Testing

@testable import BankFlows

/// A session of one of the bank's flows, at a bank with the sample's accounts.
final class World {
  let bank: EmbeddedBank
  let environment: FlowEnvironment
  let controller = FlowController()
  let access: BankAccess
  let catalog: FlowCatalog
  private let ending = Ending()

  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<JSONValue>?>(nil)
  }

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - locale: how texts are written and amounts read.
  ///   - login: the log-in of the bank; nil if it needs none.
  ///   - copies: keeps copies of what is read; nil if there are none.
  ///   - time: what the clock shows for the age of copies.
  ///   - between: puts a bank between the flows and the bank.
  /// - Throws: a `BankError` if the bank cannot be made.
  init(
    locale: String = "en_GB", login: (any BankLogin)? = nil, copies: (any CopyStore)? = nil,
    at time: Date = World.now, between: (EmbeddedBank) -> any Bank = { $0 }
  ) throws {
    environment = Self.environment(locale)
    bank = try SampleBank.make(in: environment)
    let services = BankServices(between(bank), login: login, copies: copies, now: { time })
    access = BankAccess(services, now: { time })
    catalog = BankFlows.catalog(services: services, now: { time })
  }

  static func environment(_ locale: String) -> FlowEnvironment {
    FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: TimeZone(identifier: "Europe/London") ?? .gmt,
      now: now)
  }

  /// 2026-11-20T12:00:00Z, a Friday.
  static let now = Date(timeIntervalSince1970: 1_795_176_000)

  /// The id of the next session, from which the keys of its commits follow.
  private var session: UUID? {
    UUID(uuidString: "5e5510f1-0000-4000-8000-00000000000\(sessions)")
  }
  private var sessions = 0

  // MARK: - Walking

  func start(_ flow: FlowID) throws {
    sessions += 1
    try start(flow, SessionOptions(environment: environment, session: session))
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
  }

  /// Resumes the session from its journal, as another process would.
  ///
  /// - Parameter journal: the journal as it was kept; nil for the one at hand.
  /// - Throws: an issue if the flow is not in the catalogue.
  func resume(_ journal: Journal? = nil) throws {
    let journal = journal ?? controller.journal
    try start(journal.head.flow, SessionOptions(journal: journal))
  }

  /// Starts a flow and gives answers that are taken.
  func walk(
    _ flow: FlowID, _ answers: Answer..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try start(flow)
    for answer in answers { self.answer(answer, sourceLocation: sourceLocation) }
  }

  /// Gives answers that are taken.
  func answer(_ answers: Answer..., sourceLocation: SourceLocation = #_sourceLocation) {
    for answer in answers {
      let reception = controller.answer(answer)
      if reception != .accepted {
        Issue.record("\(answer) at \(step): \(reception)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Gives an answer that is not taken, and returns why.
  func refusal(of answer: Answer) throws -> Refusal {
    guard case .refused(let refusal) = controller.answer(answer) else {
      throw WasTaken(answer: answer)
    }
    return refusal
  }

  /// Gives an answer that a check refuses, and returns why.
  func refusalByCheck(of answer: Answer) throws -> RefusedAnswer {
    guard controller.answer(answer) == .accepted, let refused = controller.prompt?.refused else {
      throw WasTaken(answer: answer)
    }
    return refused
  }

  struct WasTaken: Error {
    let answer: Answer
  }

  // MARK: - Looking

  /// The path of the step that is asked, as in `round-up/week`; empty where none is.
  var step: String { controller.prompt?.path.description ?? "" }

  var question: String { controller.prompt?.question.text ?? "" }

  /// Where one is, as a front end shows it.
  var trail: String {
    (controller.prompt?.trail ?? []).map(\.text).joined(separator: " › ")
  }

  /// The page's lines: headings, and rows with their values and percentages.
  var page: [String] {
    (controller.prompt?.page ?? []).flatMap { section in
      [section.heading?.text].compactMap { $0 }
        + section.rows.map { row in
          [row.label.text, row.value?.text, row.percentage.map { "\($0) %" }]
            .compactMap { $0 }.joined(separator: " | ")
        }
    }
  }

  /// The choices, each as its key, label and detail.
  var choices: [String] {
    (controller.prompt?.kind.choices ?? []).map {
      [$0.key, $0.label.text, $0.detail?.text].compactMap { $0 }.joined(separator: " | ")
    }
  }

  var outcome: Outcome<JSONValue>? { ending.outcome.withLock { $0 } }

  /// What the flow resulted in; nothing where it has not, or ended otherwise.
  var output: JSONValue? {
    guard case .finished(let output) = outcome else { return nil }
    return output
  }

  /// Why the flow was cancelled; nothing where it was not.
  var cancelReason: CancelReason? {
    guard case .cancelled(let reason) = outcome else { return nil }
    return reason
  }
}

extension World {
  /// Ends what still runs, and sees that the world is left in order: the bank's books add up,
  /// nothing of the flow is alive, and nothing happened that should not have.
  func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    if outcome == nil { controller.terminate() }
    #expect(try bank.auditDifferences() == [], sourceLocation: sourceLocation)
    #expect(controller.leaks.isEmpty, sourceLocation: sourceLocation)
    #expect(controller.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }
}

/// Does something in a world and sees that it is left in order.
func inWorld(
  locale: String = "en_GB", login: (any BankLogin)? = nil,
  between: (EmbeddedBank) -> any Bank = { $0 },
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (World) throws -> Void
) throws {
  let world = try World(locale: locale, login: login, between: between)
  try body(world)
  try world.expectOrder(sourceLocation: sourceLocation)
}
