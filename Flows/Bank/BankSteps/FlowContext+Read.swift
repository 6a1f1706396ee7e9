import Bank
import BankServices
public import Flowline

extension FlowContext {
  /// Reads from the bank, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and then it is asked again. Other trouble
  /// has the page `not-loaded`, which says what is wrong and what to do, and offers `again` and
  /// `leave`. A bank's file that is broken or none is no trouble of that kind: it fails the flow.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow.
  ///   - desk: the bank's log-in.
  ///   - read: reads, on any thread.
  /// - Returns: what was read, or the reply of the journal.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, at access: BankAccess,
    _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await self.read(id, title: title, at: access, earlier: nil, read)
  }

  /// Reads from the bank, and offers on the page of trouble, as `last-known`, what was shown before.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people see while it is under way; nil for the text `<id>.activity` of the
  ///     flow.
  ///   - desk: the bank's log-in.
  ///   - earlier: what was shown; nil if nothing was.
  ///   - read: reads, on any thread.
  /// - Returns: what was read, or what was shown before.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func read<Answer: Codable & Dated>(
    _ id: StepID, title: Text? = nil, at access: BankAccess, orShowing earlier: Answer?,
    _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await self.read(
      id, title: title, at: access, earlier: earlier.map { earlier in earlier.failing }, read)
  }

  private nonisolated(nonsending) func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, at access: BankAccess, earlier: ((BankError) -> Answer)?,
    _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    while true {
      switch try await load(id, title: title, { try await BankReply.of { try await read() } }) {
      case .answered(let answer): return answer
      case .trouble(let trouble):
        if trouble.wantsLogIn, let login = access.services.login {
          _ = try await run(LogInFlow(login, because: trouble))
          continue
        }
        let page = BankErrorPage(
          trouble: trouble, place: .reading, canLogIn: access.services.login != nil,
          hasEarlier: earlier != nil)
        switch try await run(page.screen) {
        case .again: break
        case .logIn: _ = try await logIn(because: trouble, at: access)
        case .earlier: if let earlier { return earlier(trouble) }
        case .leave: throw FlowCancelled(.user)
        }
      }
    }
  }

  /// Runs the log-in.
  ///
  /// Returns whether it came to its end.
  nonisolated(nonsending) func logIn(
    because trouble: BankError, at access: BankAccess
  ) async throws -> Bool {
    guard let login = access.services.login else { return false }
    return try await visit(LogInFlow(login, because: trouble)) != nil
  }
}
