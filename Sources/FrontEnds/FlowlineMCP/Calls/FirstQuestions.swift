import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization

/// What flows ask first: found out by running each up to there, without a session, and kept for a while.
///
/// Descriptions use only what does not depend on a user's data: ids of steps and what kinds of questions
/// accept, never a question's words or choices, which may contain somebody else's name.
final class FirstQuestions: Sendable {
  /// A question that can be answered beforehand.
  struct Question: Sendable, Hashable {
    let step: StepID
    let kind: PromptKind
    let accepts: String
  }

  private struct Row {
    let until: Date
    let questions: [FlowID: [Question]]
  }

  /// How long what was found out is kept, in seconds.
  static let lifetime = 300.0
  private static let mostUsers = 1_000

  private let rows = Mutex<[UserID: Row]>([:])
  private let clock: any FlowClock
  /// How long all flows of a user are waited for.
  private let patience: Duration

  init(clock: any FlowClock, patience: Duration = .seconds(5)) {
    (self.clock, self.patience) = (clock, patience)
  }

  /// What the flows of a catalogue ask first; nothing of a flow that has not come so far in time.
  func questions(
    of catalog: FlowCatalog, for user: UserID, in environment: FlowEnvironment
  ) async -> [FlowID: [Question]] {
    let now = clock.now
    if let row = rows.withLock({ $0[user] }), row.until > now { return row.questions }
    let questions = await find(in: catalog, environment)
    rows.withLock { rows in
      if rows.count >= Self.mostUsers { rows = rows.filter { $0.value.until > now } }
      if rows.count >= Self.mostUsers { rows.removeAll() }
      rows[user] = Row(until: now.addingTimeInterval(Self.lifetime), questions: questions)
    }
    return questions
  }

  private func find(
    in catalog: FlowCatalog, _ environment: FlowEnvironment
  ) async -> [FlowID: [Question]] {
    let last = clock.now.addingTimeInterval(patience / .seconds(1))
    return await withTaskGroup(of: (FlowID, [Question])?.self) { group in
      let offered = catalog.offered.filter { $0.access == .allowed }
      for entry in offered {
        group.addTask {
          (entry.id, await Self.first(of: entry, in: environment, clock: self.clock))
        }
      }
      group.addTask { [clock] in
        try? await clock.sleep(until: last)
        return nil
      }
      var found: [FlowID: [Question]] = [:]
      for await row in group {
        guard let (flow, questions) = row else { break }
        found[flow] = questions
        if found.count == offered.count { break }
      }
      group.cancelAll()
      return found
    }
  }

  private static func first(
    of entry: FlowCatalogEntry, in environment: FlowEnvironment, clock: any FlowClock
  ) async -> [Question] {
    let controller = FlowController()
    var options = SessionOptions(environment: environment)
    options.carriesOutCommits = false
    options.clock = clock
    guard case .accepted? = try? entry.start(in: controller, options) else { return [] }
    defer { controller.terminate() }
    guard let prompt = try? await controller.settled(), prompt.hold == nil else { return [] }
    let words = { (kind: PromptKind) in
      switch kind {
      case .choice: MCPWords(environment)("argument.choice")
      case .choices: MCPWords(environment)("argument.choices")
      default: DataText.line(kind.accepts(in: environment).text)
      }
    }
    if let form = prompt.form {
      return form.fields.filter { !$0.isSensitive }.map {
        Question(step: $0.id, kind: $0.kind, accepts: words($0.kind))
      }
    }
    guard !prompt.isSensitive, prompt.kind != .review else { return [] }
    return [Question(step: prompt.id, kind: prompt.kind, accepts: words(prompt.kind))]
  }
}
